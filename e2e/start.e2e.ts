import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** Expects one line on stderr without a stack trace, and nothing on stdout. */
function expectOneSentence(run: { stdout: string; stderr: string }): void {
  expect(run.stdout).toBe('');
  expect(run.stderr.trim().split('\n')).toHaveLength(1);
  expect(run.stderr).not.toMatch(/\n\s+at |node:internal|Error:/);
}

test('it prints its address and how to show a real cluster; Ctrl-C stops it cleanly', async () => {
  const server = await startServer();
  expect(server.output().stdout).toContain('simulated cluster');
  expect(server.output().stdout).toContain('start --prometheus http://127.0.0.1:9090');
  const health = await fetch(`${server.url}/healthz`);
  expect(await health.json()).toMatchObject({ status: 'ok' });
  expect(await server.stop()).toBe(0);
  expect(server.output().stderr).toBe('');
});

test('--help explains every option and names its environment variable', async () => {
  const { code, stdout } = await runServer('--help');
  expect(code).toBe(0);
  // Each option begins a line, and its text goes on until the next one. The variable
  // of --context is named after kubectl's file: TRIMTAB_KUBE_CONTEXT.
  const texts = stdout.split(/^ {2}(?:-\w, )?--(?=\w)/m).slice(1);
  expect(texts.length).toBeGreaterThan(40);
  const nameless = texts
    .map((text) => ({ option: /^[\w-]+/.exec(text)?.[0] ?? '', text }))
    .filter(({ option, text }) => !text.includes(`TRIMTAB_${option.replaceAll('-', '_').toUpperCase()}`));
  expect(nameless.map(({ option }) => option)).toEqual(['version', 'context', 'help']);
});

for (const [what, args] of [
  ['an unknown option', ['--wrong']],
  ['a port that is not a number', ['--port', 'high']],
  ['an unknown data set', ['--port', '0', '--data-set', 'nowhere']],
  ['an address that is not a URL', ['--port', '0', '--prometheus', 'not a url']],
  ['a host that is not loopback', ['--port', '0', '--host', '0.0.0.0']],
] as const) {
  test(`${what} is refused with one sentence and exit code 2`, async () => {
    const run = await runServer(...args);
    expectOneSentence(run);
    expect(run.code).toBe(2);
  });
}

test('an unreachable Prometheus is reported in one sentence with exit code 3', async () => {
  const closed = await listening();
  const { port } = closed;
  await closed.close();
  const run = await runServer('--port', '0', '--prometheus', `http://127.0.0.1:${port}`);
  expectOneSentence(run);
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('Prometheus');
});

test('a port in use is reported in one sentence with exit code 3', async () => {
  const taken = await listening();
  const run = await runServer('--port', String(taken.port));
  await taken.close();
  expectOneSentence(run);
  expect(run.code).toBe(3);
  expect(run.stderr).toContain(String(taken.port));
});

test('a data folder that is a file is reported in one sentence with exit code 3', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-e2e-'));
  const file = join(folder, 'file');
  writeFileSync(file, 'not a folder');
  const prometheus = await answering('{"status":"success","data":{"resultType":"vector","result":[]}}');
  const run = await runServer('--port', '0', '--prometheus', prometheus.url, '--data', file);
  await prometheus.close();
  rmSync(folder, { recursive: true });
  expectOneSentence(run);
  expect(run.code).toBe(3);
});

const closing = (server: Server) => () => new Promise<void>((resolve) => server.close(() => resolve()));

async function listening(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The socket has no address.');
  return { port: address.port, close: closing(server) };
}

/** A server that sends the same JSON body for every request. */
async function answering(body: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The socket has no address.');
  return { url: `http://127.0.0.1:${address.port}`, close: closing(server) };
}
