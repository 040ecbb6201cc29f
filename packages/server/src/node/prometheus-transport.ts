import { createSecureContext } from 'node:tls';
import type { PrometheusFetch } from '../adapters/prometheus/index.ts';
import { SourceError } from '../ports/index.ts';
import { fileReader, pemReader } from './file-reader.ts';
import { isLoopback } from './options/access-options.ts';
import type { Environment } from './options/parse.ts';
import { type PrometheusAccess, printable } from './options/prometheus-options.ts';
import { StartError, UsageError } from './start-errors.ts';

/** How the adapter sends requests to Prometheus. */
export type Transport = {
  readonly fetch?: PrometheusFetch;
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
};

/**
 * Reads the files that the options name, so that a wrong file is reported at the start.
 *
 * @throws UsageError, StartError
 */
export async function openTransport(access: PrometheusAccess, env: Environment): Promise<Transport> {
  const { url, tls } = access;
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && url.protocol === 'https:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 would accept any server as Prometheus. Unset it, and give the certificate authority with --prometheus-ca.',
    );
  }
  const authorization = authorizer(access.credentials);
  await authorization();
  const fixed = Object.fromEntries(access.headers);
  const headers = async () => ({ ...fixed, ...(await authorization().catch(throwSourceError)) });
  if (tls.ca === null && tls.certificate === null) return { headers };
  const [ca, cert, key] = await Promise.all([
    pemReader('--prometheus-ca', tls.ca, 'CERTIFICATE'),
    pemReader('--prometheus-cert', tls.certificate, 'CERTIFICATE'),
    pemReader('--prometheus-key', tls.key, 'PRIVATE KEY'),
  ]);
  const certificates = () => ({
    ...(ca === null ? {} : { ca: ca() }),
    ...(cert === null || key === null ? {} : { cert: cert(), key: key() }),
  });
  checkCertificates(certificates());
  // Imported only when needed, because loading it takes time.
  const { Agent, buildConnector, fetch } = await import('./undici.ts');
  // A new connector for each connection, so that renewed certificates are used without a restart.
  const dispatcher = new Agent({
    connect: (options, callback) => buildConnector({ ...certificates(), allowH2: false })(options, callback),
    allowH2: false,
  });
  return { headers, fetch: (address, init) => fetch(address, { ...init, dispatcher }) };
}

/** Detects at the start that a key does not belong to its certificate. Otherwise the first query would fail. */
function checkCertificates(connect: { ca?: string; cert?: string; key?: string }): void {
  try {
    createSecureContext(connect);
  } catch (error) {
    throw new StartError('The files of --prometheus-ca, --prometheus-cert and --prometheus-key do not match.', {
      cause: error,
    });
  }
}

type Authorization = Readonly<Record<string, string>>;

function authorizer(credentials: PrometheusAccess['credentials']): () => Promise<Authorization> {
  const { kind } = credentials;
  if (kind === 'none') return async () => ({});
  if (kind === 'token') return async () => bearer(credentials.token);
  if (kind === 'basic') return async () => basic(credentials.user, credentials.password);
  if (kind === 'token file') {
    const read = fileReader('--prometheus-token-file', credentials.file);
    return async () => bearer(printable('The file of --prometheus-token-file', (await read()).trim()));
  }
  const read = fileReader('--prometheus-password-file', credentials.passwordFile);
  return async () => basic(credentials.user, (await read()).replace(/\r?\n$/, ''));
}

const bearer = (token: string): Authorization => ({ Authorization: `Bearer ${token}` });
const basic = (user: string, password: string): Authorization => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** While the server runs, an unreadable file is a failure of the source. The message contains no path. */
function throwSourceError(error: unknown): never {
  throw new SourceError('The credentials for Prometheus cannot be read from their file.', { cause: error });
}

/** Whether a secret would be sent over the network unencrypted. */
export const isExposed = ({ url, credentials }: PrometheusAccess): boolean =>
  url.protocol === 'http:' &&
  !isLoopback(url.hostname.replace(/^\[|\]$/g, '')) &&
  (credentials.kind !== 'none' || url.username !== '' || url.password !== '');
