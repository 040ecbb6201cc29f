import { createServer, type Server } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { freedPort, serve, serveJson } from '../testing/loopback.ts';
import { trimtab } from '../testing/trimtab.ts';
import { openPlainFetch } from './node-http.ts';
import { proxyFor } from './proxies.ts';
import { RedirectError } from './redirect.ts';
import { openFetch } from './undici.ts';

const signal = new AbortController().signal;
const get = { method: 'GET', headers: {}, redirect: 'error', signal } as const;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function textOf(response: Awaited<ReturnType<ReturnType<typeof openFetch>>>): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) chunks.push(part.value);
  return Buffer.concat(chunks).toString();
}

test.each([
  ['node:http', () => openPlainFetch()],
  ['undici', () => openFetch(null)],
])('%s: status, headers and both bodies are transferred', async (_name, open) => {
  await using api = await serve(async (request) =>
    Response.json({ got: await request.text() }, { status: 201, headers: { 'x-request-id': 'r1' } }),
  );
  const response = await open()(`${api.url}/v1/x`, { ...get, method: 'POST', body: '{"a":"ü"}' });
  expect(response.status).toBe(201);
  expect(response.headers.get('X-Request-Id')).toBe('r1');
  expect(JSON.parse(await textOf(response))).toEqual({ got: '{"a":"ü"}' });
});

test.each([
  ['node:http', () => openPlainFetch()],
  ['undici', () => openFetch(null)],
])('%s: a redirect is not followed, because of the token', async (_name, open) => {
  await using other = await serveJson({});
  await using api = await serve(() => new Response(null, { status: 302, headers: { location: other.url } }));
  await expect(open()(api.url, get)).rejects.toThrow(RedirectError);
  expect(other.seen).toEqual([]);
});

test.each([
  [
    'https://login.example/authorize?state=secret',
    'https://login.example/authorize',
    'If that is the sign-in page of a proxy, use an address that reaches the API without it, or use another API',
  ],
  [
    'https://trimtab.example/base/v1/views/kpis',
    'https://trimtab.example/base/v1/views/kpis',
    'If that is your API, set --api or TRIMTAB_API to https://trimtab.example/base.',
  ],
])('the error for a redirect to %s says where it leads and what to do', async (location, to, next) => {
  const seen: string[] = [];
  await using api = await serve(({ url }) => {
    seen.push(url);
    return new Response(null, { status: 302, headers: { location } });
  });
  const { code, stderr } = await trimtab('kpis', { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain(`${api.url} answered with a redirect to ${to}, which trimtab does not follow.\n${next}`);
  expect(seen).toHaveLength(1);
});

test.each(['enroll -n shop web --yes', 'suggest shop/web', 'cleanup shop/web --yes', 'api POST /v1/x'])(
  'the outcome of %s is not called unknown after a redirect',
  async (line) => {
    await using api = await serve(() => new Response(null, { status: 302, headers: { location: '/login' } }));
    const { code, stderr } = await trimtab(line, { api: api.url });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining(`${api.url} answered with a redirect to ${api.url}/login`),
    });
  },
);

test.each([
  ['node:http', () => openPlainFetch()],
  ['undici', () => openFetch(null)],
])('%s: a truncated body is an error', async (_name, open) => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"items":');
      setImmediate(() => socket.destroy());
    });
  });
  const reading = open()(`http://127.0.0.1:${await listen(server)}/`, get).then(textOf);
  await expect(reading).rejects.toThrow(/aborted|terminated/);
  server.close();
});

const items = JSON.stringify({ items: Array.from({ length: 5_000 }, (_, index) => ({ name: `ü-${index}` })) });

/** An API behind a gateway that compresses every answer. */
const serveEncoded = (encoding: string, bytes: Uint8Array<ArrayBuffer>, status = 200) =>
  serve(
    () =>
      new Response(bytes, { status, headers: { 'content-type': 'application/json', 'content-encoding': encoding } }),
  );

test.each([
  ['gzip', gzipSync(items)],
  ['X-Gzip', gzipSync(items)],
  ['deflate', deflateSync(items)],
  ['br', brotliCompressSync(items)],
  ['deflate, gzip', gzipSync(deflateSync(items))],
  ['identity', Buffer.from(items)],
])('an answer that a gateway has compressed as %s is read', async (encoding, bytes) => {
  await using api = await serveEncoded(encoding, new Uint8Array(bytes));
  const response = await openPlainFetch()(`${api.url}/v1/ast`, get);
  expect(await textOf(response)).toBe(items);
});

test('a compressed answer that breaks off, or is none, is an error', async () => {
  await using cut = await serveEncoded('gzip', new Uint8Array(gzipSync(items)).slice(0, 500));
  await expect(openPlainFetch()(cut.url, get).then(textOf)).rejects.toThrow('unexpected end of file');
  await using plain = await serveEncoded('gzip', new TextEncoder().encode(items));
  const { code, stderr } = await trimtab('api /v1/ast', { api: plain.url });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('Z_DATA_ERROR') });
});

test('the size of a compressed answer is limited when it is unpacked', async () => {
  await using api = await serveEncoded(
    'gzip',
    new Uint8Array(gzipSync(`{"items":[],"x":"${'x'.repeat(40 * 2 ** 20)}"}`)),
  );
  const { code, stderr } = await trimtab('kpis', { api: api.url });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('larger than') });
});

test('compressed failures keep their text', async () => {
  await using api = await serveEncoded('gzip', new Uint8Array(gzipSync('{"errors":["not today"]}')), 400);
  expect((await trimtab('kpis', { api: api.url })).stderr).toContain('not today');
});

/** The requests that a proxy receives from one command. */
async function askedOfProxy(api: string, more: Record<string, string> = {}): Promise<string[]> {
  const asked: string[] = [];
  const proxy = createServer((socket) => {
    socket.once('data', (head) => {
      asked.push(String(head).split('\r\n')[0] ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    });
  });
  const environment = { HTTP_PROXY: `http://127.0.0.1:${await listen(proxy)}`, ...more };
  await trimtab('kpis', { api, environment });
  proxy.close();
  return asked;
}

test.each([
  [{}, true],
  [{ no_proxy: 'trimtab.invalid' }, false],
])('a proxy is used except for the hosts in NO_PROXY: %j', async (more, used) => {
  const asked = await askedOfProxy('http://trimtab.invalid', more);
  expect(asked.some((line) => line.includes('trimtab.invalid'))).toBe(used);
});

/** An address for documentation, to which nothing is routed. */
const unrouted = 'http://192.0.2.7';

test.each([
  ['192.0.2.0/24', false],
  ['.svc, 192.1.2.3/2', false],
  ['198.51.100.0/24', true],
  ['192.0.2.0/33', true],
  ['192.0.2.0/', true],
  ['nonsense/8', true],
])('NO_PROXY=%s: the proxy is used for 192.0.2.7: %s', async (range, used) => {
  const environment = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: range };
  expect(proxyFor(unrouted, environment) !== null).toBe(used);
});

test.each([
  ['fd00::/8', false],
  ['2001:db8::/32', true],
  ['fd00::/129', true],
  ['0.0.0.0/0', true],
])('NO_PROXY=%s: the proxy is used for [fd00::1]: %s', (range, used) => {
  const environment = { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: range };
  expect(proxyFor('https://[fd00::1]:8443/v1', environment) !== null).toBe(used);
});

test('a range of IPv4 contains its addresses in the form of IPv6', () => {
  const environment = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '192.0.2.0/24' };
  expect(proxyFor('http://[::ffff:192.0.2.7]', environment)).toBeNull();
});

test('a range in NO_PROXY does not concern names', () => {
  const environment = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '0.0.0.0/0,::/0' };
  expect(proxyFor('http://trimtab.invalid', environment)).not.toBeNull();
});

test.each([
  ['https://trimtab.invalid', { HTTP_PROXY: 'http://127.0.0.1:9' }],
  ['http://trimtab.invalid', { HTTPS_PROXY: 'http://127.0.0.1:9' }],
  ['https://trimtab.invalid', { HTTP_PROXY: 'ftp://127.0.0.1:21' }],
])('%s is reached directly with the proxy of the other scheme only: %j', (address, environment) => {
  expect(proxyFor(address, environment)).toBeNull();
});

test('a token is not sent to the proxy of the other scheme', async () => {
  expect(await askedOfProxy('https://trimtab.invalid')).toEqual([]);
});

test.each(['127.0.0.1', '127.1.2.3', 'localhost', '[::1]'])('%s is reached without a proxy', async (host) => {
  expect(await askedOfProxy(`http://${host}:${await freedPort()}`)).toEqual([]);
});

test.each(['ftp://127.0.0.1:21', 'me:canary@proxy.example:99999', '://'])(
  'HTTPS_PROXY=%s is an error with the next step',
  async (proxy) => {
    const api = 'https://trimtab.invalid';
    const { code, stdout, stderr } = await trimtab('kpis', { api, environment: { HTTPS_PROXY: proxy } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Nothing was sent, because HTTPS_PROXY is not the address of a proxy; set it as in ');
    expect(stderr).not.toContain('canary');
  },
);

test.each(['https', 'http'])(
  'a proxy for %s that is down is named, also if its address omits http://',
  async (scheme) => {
    const variable = `${scheme.toUpperCase()}_PROXY`;
    const proxy = `127.0.0.1:${await freedPort()}`;
    for (const command of ['kpis', 'api /v1/ast']) {
      const run = await trimtab(command, { api: `${scheme}://trimtab.invalid`, environment: { [variable]: proxy } });
      expect(run).toMatchObject({ code: 3, stdout: '' });
      expect(run.stderr).toBe(
        `trimtab: No response from the proxy http://${proxy}: the connection was refused.\n` +
          `Check ${variable}, or list trimtab.invalid in NO_PROXY to reach it without a proxy.\n`,
      );
    }
  },
);

test('a proxy whose name cannot be resolved is named, and an API that is down is not called a proxy', async () => {
  const environment = { HTTPS_PROXY: 'http://proxy.invalid:3128' };
  const unknown = await trimtab('kpis', { api: 'https://trimtab.invalid', environment });
  expect(unknown.stderr).toContain('No response from the proxy http://proxy.invalid:3128: ');
  const around = { ...environment, NO_PROXY: 'trimtab.invalid' };
  const direct = await trimtab('kpis', { api: 'https://trimtab.invalid', environment: around });
  expect(direct.stderr).toContain('No response from https://trimtab.invalid: ');
});

/** A proxy that answers every request with this status. */
async function refusingProxy(status: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`));
  });
  return { address: `127.0.0.1:${await listen(server)}`, [Symbol.dispose]: () => void server.close() };
}

test.each(['https', 'http'])('a proxy for %s that answers 407 is named, without its password', async (scheme) => {
  const variable = `${scheme.toUpperCase()}_PROXY`;
  using proxy = await refusingProxy('407 Proxy Authentication Required');
  const run = (user: string) =>
    trimtab('kpis', {
      api: `${scheme}://trimtab.invalid`,
      environment: { [variable]: `http://${user}${proxy.address}` },
    });
  expect(await run('')).toMatchObject({
    code: 3,
    stderr:
      `trimtab: The proxy http://${proxy.address} requires a user name and password (407).\nSet ${variable}=` +
      `http://USER:PASSWORD@${proxy.address}, or list trimtab.invalid in NO_PROXY to reach it without a proxy.\n`,
  });
  const { stderr } = await run('me:canary@');
  expect(stderr).toContain(
    `The proxy http://${proxy.address} rejects the user name and password in ${variable} (407).`,
  );
  expect(stderr).not.toContain('canary');
});

test('a proxy that refuses to connect is named with its status', async () => {
  using proxy = await refusingProxy('403 Forbidden');
  const run = await trimtab('kpis', { api: 'https://trimtab.invalid', environment: { HTTPS_PROXY: proxy.address } });
  expect(run.stderr).toContain(`The proxy http://${proxy.address} refused to connect to trimtab.invalid (403).`);
});
