import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { PrometheusFetch } from '../adapters/prometheus/index.ts';
import { SourceError } from '../ports/index.ts';
import { isLoopback } from './options/access-options.ts';
import { type PrometheusAccess, printable } from './options/prometheus-options.ts';
import { StartError, UsageError } from './start-errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the adapter needs to reach a Prometheus in the way it was told. */
export type Transport = {
  readonly fetch?: PrometheusFetch;
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
};

/**
 * Reads the files that were named, so that a wrong one is told at the start.
 *
 * @throws UsageError, StartError
 */
export async function openTransport(access: PrometheusAccess, env: Environment): Promise<Transport> {
  const { url, tls } = access;
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && url.protocol === 'https:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 would let anybody pass for Prometheus: unset it, and give its authority with --prometheus-ca.',
    );
  }
  const authorization = authorizer(access.credentials);
  await authorization();
  const fixed = Object.fromEntries(access.headers);
  const headers = async () => ({ ...fixed, ...(await authorization().catch(unreadable)) });
  if (tls.ca === null && tls.certificate === null) return { headers };
  const [ca, cert, key] = await Promise.all([
    pem('--prometheus-ca', tls.ca, 'CERTIFICATE'),
    pem('--prometheus-cert', tls.certificate, 'CERTIFICATE'),
    pem('--prometheus-key', tls.key, 'PRIVATE KEY'),
  ]);
  const given = { ...(ca === null ? {} : { ca }), ...(cert === null || key === null ? {} : { cert, key }) };
  mustFit(given);
  // Only where it is needed: it takes a while to load.
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: given, allowH2: false });
  return { headers, fetch: (address, init) => fetch(address, { ...init, dispatcher }) };
}

/** A pair that does not belong together is found here, and not with the first question. */
function mustFit(connect: { ca?: string; cert?: string; key?: string }): void {
  try {
    createSecureContext(connect);
  } catch (error) {
    throw new StartError('The files of --prometheus-ca, --prometheus-cert and --prometheus-key do not fit together.', {
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
    const read = watched('--prometheus-token-file', credentials.file);
    return async () => bearer(printable('The file of --prometheus-token-file', (await read()).trim()));
  }
  const read = watched('--prometheus-password-file', credentials.passwordFile);
  return async () => basic(credentials.user, (await read()).replace(/\r?\n$/, ''));
}

const bearer = (token: string): Authorization => ({ Authorization: `Bearer ${token}` });
const basic = (user: string, password: string): Authorization => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** Kubernetes renews tokens in their files: a file is read again when it is another than before. */
function watched(flag: string, path: string): () => Promise<string> {
  let known = { version: '', text: '' };
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (version !== known.version) known = { version, text: await readFile(path, 'utf8') };
      return known.text;
    } catch (error) {
      throw new StartError(`The file of ${flag} cannot be read: ${reasonOf(error)}.`, { cause: error });
    }
  };
}

/** Once the server runs, what was wrong with a file is a failure of the source, and says so without a path. */
function unreadable(error: unknown): never {
  throw new SourceError('The credentials for Prometheus cannot be read from their file.', { cause: error });
}

async function pem(flag: string, path: string | null, kind: string): Promise<string | null> {
  if (path === null) return null;
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`The file of ${flag} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  if (!new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text)) {
    throw new StartError(`The file of ${flag} holds no ${kind.toLowerCase()} in PEM form.`);
  }
  return text;
}

function reasonOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : '') {
    case 'ENOENT':
      return 'there is no such file';
    case 'EACCES':
      return 'this account may not read it';
    case 'EISDIR':
      return 'it is a folder';
    default:
      return 'reading it failed';
  }
}

/** Whether a secret would cross a network unencrypted. */
export const isExposed = ({ url, credentials }: PrometheusAccess): boolean =>
  url.protocol === 'http:' &&
  !isLoopback(url.hostname.replace(/^\[|\]$/g, '')) &&
  (credentials.kind !== 'none' || url.username !== '' || url.password !== '');
