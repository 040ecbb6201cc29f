import { execFile, spawn, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import { createSecureServer } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, serveDataSet } from './testing/loopback.ts';
import { serveShop, shopRows } from './testing/shop.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
let folder: string;
let program: string;

/** The built program in an empty folder, without a node_modules above it: as `npm pack` would deliver it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trimtab-cli-'));
  await run(
    process.execPath,
    [join(root, 'node_modules/tsup/dist/cli-default.js'), '--out-dir', join(folder, 'dist')],
    {
      cwd: root,
    },
  );
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  program = join(folder, 'dist/trimtab.cjs');
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = (more: Record<string, string>) => ({ PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...more });

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function shell(command: string, more: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], {
      env: environment({ NODE: process.execPath, CLI: program, ...more }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

test('it runs alone: every format, from an empty folder', async () => {
  await using api = await serveShop();
  for (const format of ['table', 'json', 'yaml', 'csv']) {
    const { code, stdout, stderr } = await shell(`"$NODE" "$CLI" targets -n shop -o ${format}`, {
      TRIMTAB_API: api.url,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('catalogue-search-indexer-with-a-long-name');
  }
  expect((await readdir(join(folder, 'dist'))).toSorted()).toEqual([
    'http.cjs',
    'program.cjs',
    'screen.mjs',
    'trimtab.cjs',
    'work.cjs',
    'yaml.cjs',
  ]);
});

test('a reader that closes the pipe early is no error (L9)', async () => {
  // More than a pipe holds, so that the rest is written into a closed one.
  const rows = shopRows.flatMap((row) =>
    Array.from({ length: 400 }, (_, index) => ({ ...row, name: `${row.name}-${index}` })),
  );
  await using api = await serveShop(rows);
  const line = '{ "$NODE" "$CLI" targets -n shop -o json; echo "ended with $?" >&2; } | head -c 10';
  const { stdout, stderr } = await shell(line, { TRIMTAB_API: api.url });
  expect({ stdout, stderr }).toEqual({ stdout: '{\n  "items', stderr: 'ended with 0\n' });
});

test('Ctrl-C while the server is silent: exit 130 at once (L8)', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await using api = await serve(async () => {
    arrived.resolve();
    await release.promise;
    return Response.json({});
  });
  const child = spawn(process.execPath, [program, 'kpis'], { env: environment({ TRIMTAB_API: api.url }) });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  await arrived.promise;
  child.kill('SIGINT');
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  release.resolve();
  expect({ code, stderr }).toEqual({ code: 130, stderr: 'trimtab: Interrupted.\n' });
});

/** In a pseudo-terminal of util-linux, with the keys typed when the prompt is there. */
function inTerminal(line: string, keys: string, api: string): Promise<{ code: number | null; screen: string }> {
  return new Promise((resolve) => {
    const command = `stty cols 80 rows 24; "${process.execPath}" "${program}" ${line}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment({ TRIMTAB_API: api }) });
    let screen = '';
    let typed = false;
    child.stdout.on('data', (chunk) => {
      screen += String(chunk);
      if (!typed && screen.includes('[y/N]')) {
        typed = true;
        child.stdin.write(keys);
      }
    });
    child.on('close', (code) => resolve({ code, screen }));
  });
}

test.runIf(process.platform === 'linux')(
  'on a real terminal: tables by ink, colours, and no control but ours',
  async () => {
    await using api = await serveShop();
    const { code, screen } = await inTerminal('targets -n shop', '', api.url);
    expect(code).toBe(0);
    expect(screen).toContain('\u001b[1mAutonomous · 2\u001b[22m');
    expect(screen).toContain('YEARLY WASTE');
  },
);

test.runIf(process.platform === 'linux').each([
  ['y\r', 0, 'enrolled'],
  ['n\r', 0, 'Nothing was enrolled.'],
  ['\u0003', 130, 'Interrupted.'],
  ['\u0004', 0, 'Nothing was enrolled.'],
])('enroll asks on a real terminal: %j', async (keys, code, sentence) => {
  await using api = await serveDataSet('storefront');
  const ended = await inTerminal('enroll -n storefront --all', keys, api.url);
  expect(ended.screen).toContain(sentence);
  expect(ended.code).toBe(code);
});

interface Step {
  /** What must be on the screen, since the step before. */
  sees: string;
  does: string | ((pid: number) => void);
}

/** Drives a whole-screen program in a pseudo-terminal of 80 by 24: each step waits for its text, then types. */
function drive(line: string, api: string, steps: readonly Step[]): Promise<{ code: number | null; screen: string }> {
  return new Promise((resolve) => {
    const command = `stty cols 80 rows 24; echo "pid $$"; exec "${process.execPath}" "${program}" ${line}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment({ TRIMTAB_API: api }) });
    const waiting = [...steps];
    let screen = '';
    let from = 0;
    child.stdout.on('data', (chunk) => {
      screen += String(chunk);
      const [step] = waiting;
      if (step === undefined || !screen.slice(from).includes(step.sees)) return;
      waiting.shift();
      from = screen.length;
      if (typeof step.does === 'string') child.stdin.write(step.does);
      else step.does(Number(/pid (\d+)/.exec(screen)?.[1]));
    });
    child.on('close', (code) => resolve({ code, screen }));
  });
}

const LEAVES_SCREEN = '\u001b[?1049l';
const SHOWS_CURSOR = '\u001b[?25h';

test.runIf(process.platform === 'linux')(
  'watch on a real terminal: arrows, sort, filter, detail, and the way back',
  async () => {
    await using api = await serveDataSet('storefront');
    const { code, screen } = await drive('watch -n storefront', api.url, [
      { sees: '› \u001b[39mbanner-rotator', does: '\u001b[B' },
      { sees: '› \u001b[39mcart', does: 'c' },
      { sees: 'YEARLY ↓', does: '/' },
      { sees: '/▏', does: 'gift' },
      { sees: 'gift▏', does: '\r' },
      { sees: 'quit', does: '\r' },
      { sees: 'storefront/gift-finder', does: '\u001b' },
      { sees: '› \u001b[39mgift-finder', does: 'q' },
    ]);
    expect(code).toBe(0);
    expect(screen).toContain('\u001b[?1049h');
    expect(screen.lastIndexOf(LEAVES_SCREEN)).toBeGreaterThan(screen.lastIndexOf('gift-finder'));
    expect(screen.lastIndexOf(SHOWS_CURSOR)).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
  },
  30_000,
);

test.runIf(process.platform === 'linux').each([
  ['Ctrl-C', '\u0003', 130],
  ['SIGINT', (pid: number) => void process.kill(pid, 'SIGINT'), 130],
  ['SIGTERM', (pid: number) => void process.kill(pid, 'SIGTERM'), 143],
])('watch gives the terminal back on %s (L8)', async (_name, does, code) => {
  await using api = await serveShop();
  const ended = await drive('watch', api.url, [{ sees: 'payments', does }]);
  expect(ended.screen).toContain(LEAVES_SCREEN);
  expect(ended.screen.lastIndexOf(SHOWS_CURSOR)).toBeGreaterThan(ended.screen.lastIndexOf('\u001b[?25l'));
  expect(ended.code).toBe(code);
});

test('watch in a pipe is refused, and says what prints once', async () => {
  const { code, stdout, stderr } = await shell('"$NODE" "$CLI" watch', {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('There is no terminal to watch on.');
});

test('a disk that takes no more: exit 3, a clear line, no part of a file (L13)', async () => {
  await using api = await serve(
    () => new Response('x'.repeat(100_000), { headers: { 'content-type': 'application/gzip' } }),
  );
  const target = await mkdtemp(join(tmpdir(), 'trimtab-full-'));
  const line = 'trap "" XFSZ; ulimit -f 8; "$NODE" "$CLI" diagnostics -o "$OUT/out.tar.gz"';
  const { code, stderr } = await shell(line, {
    TRIMTAB_API: api.url,
    OUT: target,
    NODE_COMPILE_CACHE: '',
    NODE_DISABLE_COMPILE_CACHE: '1',
  });
  expect(await readdir(target)).toEqual([]);
  await rm(target, { recursive: true });
  expect(code).toBe(3);
  expect(stderr).toContain('could not be written: the file is too large for its file system.');
});

const OPENSSL = `
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj "/CN=trimtab tests" &&
openssl req -newkey rsa:2048 -nodes -keyout own.key -out own.csr -subj "/CN=localhost" &&
printf "subjectAltName=DNS:localhost,IP:127.0.0.1" > own.ext &&
openssl x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out own.pem -days 2 -extfile own.ext`;

/** An https server that speaks HTTP/2, with a certificate of an authority of its own. */
async function serveTls(directory: string) {
  await run('sh', ['-c', OPENSSL], { cwd: directory });
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
  'https: an own authority by NODE_EXTRA_CA_CERTS, HTTP/2, and through a proxy; else nothing is sent (L16)',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'trimtab-tls-'));
    await using api = await serveTls(directory);
    const line = '"$NODE" "$CLI" kpis --no-headers';
    const TRIMTAB_API = `https://127.0.0.1:${api.port}`;
    const stranger = await shell(line, { TRIMTAB_API });
    expect(stranger.code).toBe(3);
    expect(stranger.stderr).toContain('cannot be trusted: its certificate is of an authority that is not known here.');
    expect(api.seen).toEqual([]);

    const known = { TRIMTAB_API, NODE_EXTRA_CA_CERTS: api.authority };
    expect(await shell(line, known)).toEqual({ code: 0, stdout: 'targets\tTargets\t60\n', stderr: '' });
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
    const HTTPS_PROXY = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
    expect(await shell(line, { ...known, HTTPS_PROXY })).toMatchObject({ code: 0 });
    expect(tunnels).toEqual([`127.0.0.1:${api.port}`]);
    expect(await shell(line, { ...known, HTTPS_PROXY, NO_PROXY: '127.0.0.1' })).toMatchObject({ code: 0 });
    expect(tunnels).toHaveLength(1);
    proxy.closeAllConnections();
    proxy.close();
    await rm(directory, { recursive: true });
  },
);
