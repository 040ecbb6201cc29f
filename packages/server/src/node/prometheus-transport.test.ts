import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { createServer as createPlain } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPrometheus } from '../adapters/prometheus/index.ts';
import { readOptions } from './options/options.ts';
import type { PrometheusAccess } from './options/prometheus-options.ts';
import { isExposed, openTransport, type Transport } from './prometheus-transport.ts';

let folder = '';
const file = (name: string) => join(folder, name);
function put(name: string, text: string) {
  writeFileSync(file(name), text);
  return file(name);
}

const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });

/** A certificate authority with a server and a client certificate, made with openssl because Node cannot create any. */
function makeCertificates() {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj /CN=ca`);
  put('names.cnf', 'subjectAltName=IP:127.0.0.1\n');
  for (const name of ['server', 'client']) {
    openssl(`req ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    openssl(
      `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out ${name}.pem -days 2 -extfile names.cnf`,
    );
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-transport-'));
  makeCertificates();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A Prometheus without series, which records the requests. */
async function aPrometheus(tls?: ServerOptions) {
  const seen: { headers: IncomingMessage['headers']; client: string }[] = [];
  const answer = (request: IncomingMessage, response: { end: (text: string) => void }) => {
    const { socket, headers } = request;
    const subject = socket instanceof TLSSocket ? socket.getPeerCertificate().subject : undefined;
    seen.push({ headers, client: String(subject?.CN ?? '') });
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [] } }));
  };
  const server = tls === undefined ? createPlain(answer) : createServer(tls, answer);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, seen };
}

function access(...argv: string[]): PrometheusAccess {
  const options = readOptions(argv, { HOME: '/home/op' }, { version: '1', write: () => undefined });
  if ('answered' in options || options.prometheus === null) throw new Error('There is no Prometheus in the options.');
  return options.prometheus;
}

const https = (...more: string[]) => access('--prometheus', 'https://127.0.0.1:9', ...more);

function statusThrough(transport: Transport, url: string) {
  const clock = { now: () => 1_700_000_000_000 };
  return createPrometheus({ url, clock, logger: () => undefined, ...transport }).metrics.status();
}

const statusOf = async (of: PrometheusAccess) => statusThrough(await openTransport(of, {}), of.url.href);

const server = () => ({ key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) });

describe('the connection to Prometheus', () => {
  it('sends credentials, tenant and headers with every query', async () => {
    const { url, seen } = await aPrometheus();
    const token = put('token', 'first\n');
    const of = access(
      '--prometheus',
      url,
      '--prometheus-token-file',
      token,
      '--prometheus-tenant',
      't',
      '--prometheus-header',
      'X-Team=a',
    );
    const { metrics } = createPrometheus({
      url,
      clock: { now: () => 1_700_000_000_000 },
      logger: () => undefined,
      ...(await openTransport(of, {})),
    });
    await metrics.status();
    // Kubernetes renews a token by replacing its file.
    renameSync(put('renewed', 'second-token'), token);
    await metrics.status();
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second-token']);
    expect(seen[1]?.headers).toMatchObject({ 'x-scope-orgid': 't', 'x-team': 'a' });
    rmSync(token);
    expect(await metrics.status()).toEqual({
      status: 'down',
      detail: 'The credentials for Prometheus cannot be read from their file.',
    });
    expect(seen).toHaveLength(2);
  });

  it('supports basic authentication', async () => {
    const { url, seen } = await aPrometheus();
    await statusOf(access('--prometheus', url, '--prometheus-user', 'u', '--prometheus-password', 'pä:ss'));
    await statusOf(
      access('--prometheus', url, '--prometheus-user', 'u', '--prometheus-password-file', put('p', ' p \n')),
    );
    const sent = seen.map(({ headers }) => Buffer.from(headers.authorization?.slice(6) ?? '', 'base64').toString());
    expect(sent).toEqual(['u:pä:ss', 'u: p ']);
  });

  it('trusts only the configured certificate authority', async () => {
    const { url } = await aPrometheus(server());
    expect(await statusOf(access('--prometheus', url, '--prometheus-ca', file('ca.pem')))).toEqual({ status: 'up' });
    expect(await statusOf(access('--prometheus', url))).toEqual({
      status: 'down',
      detail: 'The certificate of Prometheus is not signed by a trusted authority.',
    });
    const elsewhere = url.replace('127.0.0.1', 'localhost');
    expect(await statusOf(access('--prometheus', elsewhere, '--prometheus-ca', file('ca.pem')))).toEqual({
      status: 'down',
      detail: 'The certificate of Prometheus is for a different host name.',
    });
  });

  it('reads renewed certificates for each new connection', async () => {
    const { url } = await aPrometheus(server());
    const ca = put('renewed.pem', readFileSync(file('client.pem'), 'utf8'));
    const transport = await openTransport(access('--prometheus', url, '--prometheus-ca', ca), {});
    expect(await statusThrough(transport, url)).toMatchObject({ status: 'down' });
    put('renewed.pem', readFileSync(file('ca.pem'), 'utf8'));
    expect(await statusThrough(transport, url)).toEqual({ status: 'up' });
    // A file that is just being written counts as unchanged.
    put('renewed.pem', '');
    servers[0]?.closeAllConnections();
    await expect.poll(() => statusThrough(transport, url)).toEqual({ status: 'up' });
  });

  it('sends the client certificate if the server requests one', async () => {
    const { url, seen } = await aPrometheus({
      ...server(),
      ca: readFileSync(file('ca.pem')),
      requestCert: true,
      rejectUnauthorized: true,
    });
    const own = ['--prometheus-cert', file('client.pem'), '--prometheus-key', file('client.key')];
    expect(await statusOf(access('--prometheus', url, '--prometheus-ca', file('ca.pem'), ...own))).toEqual({
      status: 'up',
    });
    expect(seen.map(({ client }) => client)).toEqual(['client']);
    expect(await statusOf(access('--prometheus', url, '--prometheus-ca', file('ca.pem')))).toMatchObject({
      status: 'down',
    });
    expect(seen).toHaveLength(1);
  });

  it('reports at the start what is wrong with a file', async () => {
    const cases: readonly (readonly [PrometheusAccess, string])[] = [
      [
        https('--prometheus-ca', file('gone.pem')),
        'The file of --prometheus-ca cannot be read: the file does not exist.',
      ],
      [
        https('--prometheus-ca', put('x', 'nonsense')),
        'The file of --prometheus-ca contains no certificate in PEM format.',
      ],
      [
        https('--prometheus-token-file', folder),
        'The file of --prometheus-token-file cannot be read: the path is a folder.',
      ],
      [
        https('--prometheus-token-file', put('t', 'a\nb')),
        'The file of --prometheus-token-file must contain only visible ASCII',
      ],
      [https('--prometheus-cert', file('client.pem'), '--prometheus-key', file('server.key')), 'do not match'],
    ];
    for (const [of, message] of cases) await expect(openTransport(of, {})).rejects.toThrow(message);
  });

  it('rejects NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const of = access('--prometheus', 'https://prometheus.example.com');
    await expect(openTransport(of, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).rejects.toThrow('Unset it');
  });

  it('detects a secret that would be sent over the network unencrypted', () => {
    const token = ['--prometheus-token', 'x'];
    expect(isExposed(access('--prometheus', 'http://prometheus.example.com', ...token))).toBe(true);
    expect(isExposed(access('--prometheus', 'http://u:p@prometheus.example.com'))).toBe(true);
    expect(isExposed(access('--prometheus', 'http://prometheus.example.com'))).toBe(false);
    expect(isExposed(access('--prometheus', 'https://prometheus.example.com', ...token))).toBe(false);
    expect(isExposed(access('--prometheus', 'http://[::1]:9090', ...token))).toBe(false);
  });
});
