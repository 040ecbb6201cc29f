import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import { createSecureServer } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram, shell } from '../testing/built.ts';

const run = promisify(execFile);

let built: Awaited<ReturnType<typeof buildProgram>>;
beforeAll(async () => {
  built = await buildProgram();
});
afterAll(() => built.remove());

const opensslPath = `
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj "/CN=trimtab tests" &&
openssl req -newkey rsa:2048 -nodes -keyout own.key -out own.csr -subj "/CN=localhost" &&
printf "subjectAltName=DNS:localhost,DNS:trimtab.invalid,IP:127.0.0.1" > own.ext &&
openssl x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out own.pem -days 2 -extfile own.ext`;

/** An HTTP/2 server whose certificate is signed by a test authority. */
async function serveTls(directory: string) {
  await run('sh', ['-c', opensslPath], { cwd: directory });
  const seen: string[] = [];
  const key = await readFile(join(directory, 'own.key'));
  const cert = await readFile(join(directory, 'own.pem'));
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    seen.push(`${request.httpVersion} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end('{"data":{"items":[{"id":"targets","value":60}]}}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, seen, authority: join(directory, 'ca.pem'), [Symbol.asyncDispose]: async () => void server.close() };
}

test.runIf(spawnSync('openssl', ['version']).error === undefined)(
  'https works with NODE_EXTRA_CA_CERTS, HTTP/2 and a proxy; otherwise nothing is sent',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'trimtab-tls-'));
    await using api = await serveTls(directory);
    const line = '"$NODE" "$CLI" kpis --no-headers';
    const address = `https://127.0.0.1:${api.port}`;
    const stranger = await shell(built.program, line, { TRIMTAB_API: address });
    expect(stranger.code).toBe(3);
    expect(stranger.stderr).toContain('is not trusted: its certificate was issued by an unknown authority.');
    expect(api.seen).toEqual([]);

    const known = { TRIMTAB_API: address, NODE_EXTRA_CA_CERTS: api.authority };
    expect(await shell(built.program, line, known)).toEqual({
      code: 0,
      stdout: 'targets\tTargets\t60\t—\n',
      stderr: '',
    });
    expect(api.seen).toEqual(['2.0 /v1/views/kpis']);

    const tunnels: string[] = [];
    const proxy = createProxy().on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const through = connect(api.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        through.pipe(socket);
        socket.pipe(through);
      });
      for (const end of [through, socket]) end.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const at = proxy.address();
    const httpsProxy = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
    const away = { ...known, TRIMTAB_API: `https://trimtab.invalid:${api.port}` };
    expect(await shell(built.program, line, { ...away, HTTPS_PROXY: httpsProxy })).toMatchObject({ code: 0 });
    expect(tunnels).toEqual([`trimtab.invalid:${api.port}`]);
    expect(
      await shell(built.program, line, { ...away, HTTPS_PROXY: httpsProxy, NO_PROXY: 'trimtab.invalid' }),
    ).toMatchObject({
      code: 3,
    });
    expect(await shell(built.program, line, { ...known, HTTPS_PROXY: httpsProxy })).toMatchObject({ code: 0 });
    expect(tunnels).toHaveLength(1);
    proxy.closeAllConnections();
    proxy.close();
    await rm(directory, { recursive: true });
  },
);
