import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { aGate } from '@trimtab/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { App } from '../../ports/index.ts';
import type { Access } from '../options/access-options.ts';
import { type Listener, type ListenerLimits, listen } from './listener.ts';
import { onlyOurselves } from './testing/access.ts';

const open: Listener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((listener) => listener.stop()));
});

async function aListener(handle: App, limits: Partial<ListenerLimits> = {}, access: Partial<Access> = {}) {
  const listener = await listen({
    handle,
    host: '127.0.0.1',
    port: 0,
    access: { ...onlyOurselves, ...access },
    logger: () => undefined,
    limits,
  });
  open.push(listener);
  return { listener, port: Number(new URL(listener.url).port) };
}

/** Sends bytes unchanged, and returns everything that is received until the server closes the connection. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;
const ok = async () => Response.json({ status: 'ok' });

describe('listener', () => {
  it('sends the security headers, also with rejections', async () => {
    const { port } = await aListener(ok);
    for (const answer of [await raw(port, get('/')), await raw(port, get('/').replace('localhost', 'evil.test'))]) {
      expect(answer).toMatch(/^content-security-policy: default-src 'none'; script-src 'self'/im);
      expect(answer).toMatch(/^x-content-type-options: nosniff/im);
      expect(answer).toMatch(/^referrer-policy: no-referrer/im);
    }
  });

  it.each([
    ['localhost', 200],
    ['127.0.0.1:8080', 200],
    ['[::1]:4400', 200],
    ['evil.test', 421],
    ['127.0.0.1.evil.test', 421],
    ['169.254.169.254', 421],
  ])('answers Host %s with %i (docs/faults.md#spoofed-host-headers)', async (host, status) => {
    const { port } = await aListener(ok);
    const answer = await raw(port, get('/', 'X-Forwarded-Host: localhost\r\n').replace('localhost', host));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it.each([
    ['Origin: http://evil.test', 403],
    ['Origin: null', 403],
    ['Sec-Fetch-Site: cross-site', 403],
    ['Origin: http://localhost', 200],
    ['Sec-Fetch-Site: same-origin', 200],
  ])('answers a POST with %s with %i (docs/faults.md#cross-site-request)', async (header, status) => {
    const { port } = await aListener(ok);
    const answer = await raw(port, get('/', `${header}\r\n`).replace('GET', 'POST'));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('rejects a request that is too large before reading it', async () => {
    const { port } = await aListener(ok);
    expect(await raw(port, get(`/${'a'.repeat(9_000)}`))).toMatch(/^HTTP\/1.1 414 /);
    expect(await raw(port, get('/', `X: ${'a'.repeat(20_000)}\r\n`))).toMatch(/^HTTP\/1.1 431 /);
    const post = get('/', 'Content-Length: 1048577\r\n').replace('GET', 'POST');
    expect(await raw(port, post)).toMatch(/^HTTP\/1.1 413 /);
  });

  it.each<[what: string, request: string, status: number, limits?: Partial<ListenerLimits>]>([
    ['a URL that is too long', get(`/${'a'.repeat(9_000)}`), 414],
    ['headers that are too large', get('/', `X: ${'a'.repeat(20_000)}\r\n`), 431],
    ['a body that is too large', get('/', 'Content-Length: 1048577\r\n').replace('GET', 'POST'), 413],
    ['bytes that are not HTTP', '\u0000 junk\r\n\r\n', 400],
    ['an empty host', get('/').replace('localhost', ''), 400],
    ['an invalid path', get('/..\\..\\x'), 400],
    ['an invalid host', get('/').replace('localhost', 'a b'), 400],
    ['an unknown Expect header', get('/', 'Expect: the moon\r\n'), 417],
    ['a request that never completes', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ', 408, { headersMs: 200 }],
  ])('answers %s with a sentence and a request id', async (_what, request, status, limits = {}) => {
    const { port } = await aListener(ok, limits);
    const answer = await raw(port, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/i);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      errors: [expect.stringMatching(/^[A-Z].+\.$/)],
    });
  });

  it('closes connections with incomplete requests, and answers other clients', async () => {
    // Long enough for the complete request below to arrive on a busy machine.
    const { port } = await aListener(async (request) => new Response(await request.text()), {
      headersMs: 3_000,
      requestMs: 3_000,
    });
    const slow = [
      raw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '),
      raw(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf'),
    ];
    expect(await raw(port, get('/'))).toMatch(/^HTTP\/1.1 200 /);
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('lets a client that sends too large a body read the response', async () => {
    const { port } = await aListener(ok);
    const post = get('/', `Content-Length: ${8 * 2 ** 20}\r\n`).replace('GET', 'POST');
    expect(await raw(port, post + 'x'.repeat(8 * 2 ** 20))).toMatch(/^HTTP\/1.1 413 /);
  });

  it('keeps serving after invalid input', async () => {
    const { port } = await aListener(ok);
    expect(await raw(port, '\u0000\u0001 pipelined junk\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw(port, get('/'))).toMatch(/^HTTP\/1.1 200 /);
  });

  it('answers 500 without details if a handler throws', async () => {
    const { port } = await aListener(async () => {
      throw new Error('secret path /home/op');
    });
    const answer = await raw(port, get('/'));
    expect(answer).toMatch(/^HTTP\/1.1 500 /);
    expect(answer).not.toContain('/home/op');
  });

  it('aborts the signal of the request if the client disconnects', async () => {
    const [reached, gone] = [aGate(), aGate()];
    const { port } = await aListener(async (request) => {
      request.signal.addEventListener('abort', () => gone.open());
      reached.open();
      await gone.opened;
      return new Response();
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await reached.opened;
    socket.destroy();
    await expect(gone.opened).resolves.toBeUndefined();
  });

  it.each([
    ['disconnects', (socket: Socket) => void socket.destroy()],
    ['stops reading', (socket: Socket) => void socket.pause()],
  ])('ends a long response if its client %s', async (_how, leave) => {
    const gone = aGate();
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: () => gone.open(),
      });
    const { port } = await aListener(async () => new Response(endless()), { idleMs: 300 });
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(get('/'));
    await once(socket, 'data');
    leave(socket);
    await expect(gone.opened).resolves.toBeUndefined();
  });

  it('finishes running requests when it stops, and accepts no new ones', async () => {
    const [reached, released] = [aGate(), aGate()];
    const { listener, port } = await aListener(async () => {
      reached.open();
      await released.opened;
      return new Response('finished');
    });
    const answer = raw(port, get('/'));
    await reached.opened;
    const stopped = listener.stop();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    released.open();
    await stopped;
    expect(await answer).toContain('finished');
  });

  it('does not wait for connections without a request when it stops', async () => {
    const { listener, port } = await aListener(ok);
    for (let count = 0; count < 5; count += 1) await opened(port);
    (await opened(port)).write('GET / HTTP/1.1\r\nHost: loc');
    await expect(listener.stop()).resolves.toBeUndefined();
  });

  it('closes a keep-alive connection after its last response when it stops', async () => {
    const [reached, released] = [aGate(), aGate()];
    const { listener, port } = await aListener(async () => {
      reached.open();
      await released.opened;
      return new Response('finished');
    });
    const answer = raw(port, get('/').replace('Connection: close\r\n', ''));
    await reached.opened;
    const stopped = listener.stop();
    released.open();
    expect(await answer).toContain('finished');
    await stopped;
  });

  it('stops after the drain time even if a handler never ends', async () => {
    const [reached, never] = [aGate(), aGate()];
    const { listener, port } = await aListener(
      async () => {
        reached.open();
        await never.opened;
        return new Response();
      },
      { drainMs: 50 },
    );
    const answer = raw(port, get('/'));
    await reached.opened;
    await listener.stop();
    expect(await answer).toBe('');
  });

  it('reports a port in use in one sentence', async () => {
    const { port } = await aListener(ok);
    await expect(
      listen({ handle: ok, host: '127.0.0.1', port, access: onlyOurselves, logger: () => undefined }),
    ).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use. Choose another with --port.`);
  });
});

const at = (host: string, headers = '') => get('/', headers).replace('localhost', host);

const echo: App = async (_request, address) => new Response(`from ${address}`);

describe('hosts, origins and proxies', () => {
  it('accepts an allowed host name', async () => {
    const { port } = await aListener(ok, {}, { allowedHosts: ['trimtab.example.com'] });
    expect(await raw(port, at('trimtab.example.com'))).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(port, at('localhost'))).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(port, at('trimtab.example.com.evil.test'))).toMatch(/^HTTP\/1.1 421 /);
  });

  it('accepts our own page behind a proxy that terminates TLS, and no other page', async () => {
    const { port } = await aListener(ok, {}, { allowedHosts: ['trimtab.example.com'] });
    const post = (headers: string) => raw(port, at('trimtab.example.com', headers).replace('GET', 'POST'));
    expect(await post('Origin: https://trimtab.example.com\r\n')).toMatch(/^HTTP\/1.1 200 /);
    expect(await post('Origin: https://evil.test\r\nSec-Fetch-Site: cross-site\r\n')).toMatch(/^HTTP\/1.1 403 /);
    expect(await post('Origin: https://evil.test\r\n')).toMatch(/^HTTP\/1.1 403 /);
  });

  it('allows CORS only for the exact configured origins', async () => {
    const { port } = await aListener(ok, {}, { corsOrigins: ['https://console.example.com'] });
    const preflight = (origin: string) =>
      raw(
        port,
        at(
          'localhost',
          `Origin: ${origin}\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\n`,
        ).replace('GET', 'OPTIONS'),
      );
    const allowed = await preflight('https://console.example.com');
    expect(allowed).toMatch(/^HTTP\/1.1 204 /);
    expect(allowed).toMatch(/^access-control-allow-origin: https:\/\/console\.example\.com\r$/im);
    expect(allowed).toMatch(/^access-control-allow-headers: authorization, content-type, idempotency-key\r$/im);
    expect(allowed).not.toMatch(/^access-control-allow-credentials/im);
    const answered = await raw(port, at('localhost', 'Origin: https://console.example.com\r\n').replace('GET', 'POST'));
    expect(answered).toMatch(/^HTTP\/1.1 200 /);
    expect(answered).toMatch(/^access-control-allow-origin: https:\/\/console\.example\.com\r$/im);
    expect(answered).toMatch(/^vary: .*origin/im);
    for (const origin of ['https://evil.test', 'null', 'https://console.example.com.evil.test']) {
      expect(await preflight(origin)).not.toMatch(/access-control-allow/i);
      expect(await raw(port, at('localhost', `Origin: ${origin}\r\n`))).not.toMatch(/access-control-allow/i);
    }
  });

  it('sends HSTS only if a trusted proxy reports an encrypted connection', async () => {
    const forwarded = at('localhost', 'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n');
    const trusting = await aListener(echo, {}, { trustedProxies: ['127.0.0.1'] });
    const believed = await raw(trusting.port, forwarded);
    expect(believed).toMatch(/^strict-transport-security: max-age=31536000\r$/im);
    expect(believed).toContain('from 203.0.113.9');
    const doubting = await raw((await aListener(echo)).port, forwarded);
    expect(doubting).not.toMatch(/strict-transport-security/i);
    expect(doubting).toContain('from 127.0.0.1');
  });

  it('allows the origin of the identity provider in the content security policy', async () => {
    const signIn = {
      issuer: 'https://t.auth0.com/',
      audience: 'api',
      clientId: 'c',
      domain: 't.auth0.com',
      enrollGroup: null,
    };
    const answer = await raw((await aListener(ok, {}, { signIn })).port, get('/'));
    expect(answer).toContain("connect-src 'self' https://t.auth0.com;");
    expect(answer).toContain('frame-src https://t.auth0.com;');
  });
});

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) });

describe('too many connections', () => {
  it('replace the connection that is idle longest, never one with a running request (docs/faults.md#connection-flood)', async () => {
    const [reached, released] = [aGate(), aGate()];
    const { port } = await aListener(
      async (request) => {
        if (!request.url.endsWith('/long')) return new Response('short');
        reached.open();
        await released.opened;
        return new Response('long');
      },
      { connections: 8 },
    );
    const long = raw(port, get('/long'));
    await reached.opened;
    for (let count = 0; count < 200; count += 1) await opened(port);
    for (let count = 0; count < 20; count += 1) expect(await raw(port, get('/'))).toContain('short');
    released.open();
    expect(await long).toContain('long');
  });

  it.each([
    ['all of them', { connections: 8 }],
    ['all that their address may have', { connections: 100, perAddress: 8 }],
  ])('do not lock out a client when half-sent bodies take %s', async (_how, limits) => {
    const { port } = await aListener(async (request) => new Response(await request.text()), limits);
    const half = await Promise.all(Array.from({ length: 30 }, () => opened(port)));
    for (const socket of half) socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf');
    for (let count = 0; count < 10; count += 1) expect(await raw(port, get('/'))).toMatch(/^HTTP\/1.1 200 /);
    await expect.poll(() => half.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(8);
  });

  it('leave the kept connection of a client open when half-sent bodies come', async () => {
    const { port } = await aListener(ok, { connections: 8 });
    const kept = await opened(port);
    let answers = '';
    kept.setEncoding('utf8').on('data', (text: string) => (answers += text));
    const ask = () => kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    ask();
    await expect.poll(() => answers.match(/HTTP\/1.1 200/g)?.length).toBe(1);
    for (let count = 0; count < 30; count += 1) {
      (await opened(port)).write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf');
    }
    ask();
    await expect.poll(() => answers.match(/HTTP\/1.1 200/g)?.length).toBe(2);
  });

  it('do not lock out a client when others read none of their responses', async () => {
    let sending = 0;
    const { port } = await aListener(
      async (request) => {
        if (!request.url.endsWith('/endless')) return new Response('short');
        sending += 1;
        return new Response(endless());
      },
      { connections: 8 },
    );
    for (let count = 0; count < 8; count += 1) {
      const socket = await opened(port);
      socket.pause().write(get('/endless'));
      await expect.poll(() => sending).toBe(count + 1);
    }
    expect(await raw(port, get('/'))).toContain('short');
  });

  it('are not limited per address for a trusted proxy', async () => {
    const { port } = await aListener(ok, { perAddress: 4 }, { trustedProxies: ['127.0.0.1'] });
    const proxied = await Promise.all(Array.from({ length: 20 }, () => opened(port)));
    expect(await raw(port, get('/'))).toMatch(/^HTTP\/1.1 200 /);
    expect(proxied.filter((socket) => socket.closed)).toEqual([]);
  });

  it('stay limited if requests are incomplete', async () => {
    const { port } = await aListener(ok, { connections: 8 });
    const half = await Promise.all(Array.from({ length: 100 }, () => opened(port)));
    for (const socket of half) if (!socket.destroyed) socket.write('POST / HTTP/1.1\r\nHost: localhost\r\n');
    expect(await raw(port, get('/'))).toMatch(/^HTTP\/1.1 200 /);
  });
});
