import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram, environment, shell } from './testing/built.ts';
import { makeHome } from './testing/home.ts';
import { serveIssuer } from './testing/issuer.ts';
import { freedPort, serve, serveDataSet } from './testing/loopback.ts';
import { serveShop, shopRows } from './testing/shop.ts';
import { trimtab } from './testing/trimtab.ts';

let built: Awaited<ReturnType<typeof buildProgram>>;
beforeAll(async () => {
  built = await buildProgram();
});
afterAll(() => built.remove());

test('the build runs in every format from an empty folder', async () => {
  await using api = await serveShop();
  for (const format of ['table', 'json', 'yaml', 'csv']) {
    const { code, stdout, stderr } = await shell(built.program, `"$NODE" "$CLI" targets -n shop -o ${format}`, {
      TRIMTAB_API: api.url,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('catalogue-search-indexer-with-a-long-name');
  }
  expect((await readdir(join(built.folder, 'dist'))).toSorted()).toEqual([
    'help.txt',
    'http.cjs',
    'jq.cjs',
    'manifests.cjs',
    'oauth.cjs',
    'program.cjs',
    'trimtab.cjs',
    'watch.cjs',
    'work.cjs',
    'yaml.cjs',
  ]);
});

test.each(['bash', 'zsh', 'fish'])('the build prints the same completion for %s', async (name) => {
  const { stdout } = await shell(built.program, `"$NODE" "$CLI" completion ${name}`, {});
  expect(stdout).toBe((await trimtab(`completion ${name}`)).stdout);
});

test('the built program signs in with client credentials, and a provider that is down exits 3', async () => {
  await using issuer = await serveIssuer();
  const variables = {
    TRIMTAB_API: issuer.url,
    TRIMTAB_ISSUER: issuer.url,
    TRIMTAB_CLIENT_ID: 'ci',
    TRIMTAB_CLIENT_SECRET: 's3 cret&',
  };
  const signedIn = await shell(built.program, '"$NODE" "$CLI" kpis -o name', variables);
  expect(signedIn).toEqual({ code: 0, stdout: 'targets\n', stderr: '' });
  expect(Object.fromEntries(issuer.forms[0] ?? [])).toEqual({
    grant_type: 'client_credentials',
    client_id: 'ci',
    client_secret: 's3 cret&',
    audience: 'urn:api',
  });
  const down = `http://127.0.0.1:${await freedPort()}/`;
  const refused = await shell(built.program, '"$NODE" "$CLI" kpis', { ...variables, TRIMTAB_ISSUER: down });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain(`The sign-in provider ${down} did not answer (ECONNREFUSED).`);
});

const printing = ['targets -n shop', 'targets -n shop -o json', '--version', '--help', 'help kpis'];

test.runIf(process.platform === 'linux').each(printing)(
  'a full disk is an error: trimtab %s > /dev/full',
  async (words) => {
    await using api = await serveShop();
    const line = `"$NODE" "$CLI" ${words} > /dev/full`;
    const { code, stdout, stderr } = await shell(built.program, line, { TRIMTAB_API: api.url });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('The output could not be written (ENOSPC).');
  },
);

test.each(['', '-h', '--help', 'help'])('the prepared help equals the generated help: trimtab %s', async (word) => {
  const { stdout } = await trimtab('--help');
  expect(await shell(built.program, `"$NODE" "$CLI" ${word}`, {})).toEqual({ code: 0, stdout, stderr: '' });
});

test('help works without the prepared file and with a closed pipe', async () => {
  const { stdout } = await trimtab('--help');
  const away = '{ sleep 0.2; "$NODE" "$CLI" --help; echo "ended with $?" >&2; } | true';
  expect(await shell(built.program, away, {})).toMatchObject({ stderr: 'ended with 0\n' });
  await rename(join(built.folder, 'dist/help.txt'), join(built.folder, 'away.txt'));
  expect(await shell(built.program, '"$NODE" "$CLI" --help', {})).toEqual({ code: 0, stdout, stderr: '' });
  await rename(join(built.folder, 'away.txt'), join(built.folder, 'dist/help.txt'));
});

test.each(['kpis', '--help', '--version'])('a Node that is too old is an error: trimtab %s', async (word) => {
  const pretend = join(built.folder, 'old-node.cjs');
  await writeFile(pretend, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
  const { code, stdout, stderr } = await shell(built.program, `"$NODE" --require "${pretend}" "$CLI" ${word}`, {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(`trimtab: needs Node 22.12 or later, but this is 20.20.2 (${process.execPath}).\n`);
});

/** More than the buffer of a pipe, in every format, so that some of it is written to a closed pipe. */
const manyRows = shopRows.flatMap((row) =>
  Array.from({ length: 400 }, (_, index) => ({ ...row, name: `${row.name}-${'x'.repeat(200)}-${index}` })),
);

test('a selection of -w is used, also if the pipe is closed', async () => {
  await using api = await serveShop(manyRows);
  for (const selection of ["--jq '.name,.name,.name'", '-o custom-columns=N:.name']) {
    const line = `"$NODE" "$CLI" targets -n shop -w ${selection} | head -c 1`;
    expect(await shell(built.program, line, { TRIMTAB_API: api.url })).toMatchObject({ code: 0, stderr: '' });
  }
});

test('a pipe that is closed early is not an error', async () => {
  await using api = await serveShop(manyRows);
  const line = '{ "$NODE" "$CLI" targets -n shop -o json; echo "ended with $?" >&2; } | head -c 10';
  const { stdout, stderr } = await shell(built.program, line, { TRIMTAB_API: api.url });
  expect({ stdout, stderr }).toEqual({ stdout: '{\n  "items', stderr: 'ended with 0\n' });
});

test('a pipe that is closed early does not hide the result of a check', async () => {
  const figures = ['targets', 'underprovisioned', 'yearly_waste'].map((id) => ({ id, value: manyRows.length }));
  await using api = await serve(({ url }) =>
    Response.json({ data: { items: url.includes('/kpis') ? figures : manyRows } }),
  );
  const check = '"$NODE" "$CLI" check -n shop --fail-on high --max-underprovisioned 0 -o json';
  for (const reader of ['2>&1 | head -c 10', '| head -c 10']) {
    const line = `{ ${check}; echo "ended with $?" > "$NOTE"; } ${reader} > "$NOTE.out"`;
    const note = join(built.folder, 'ended.txt');
    await shell(built.program, line, { TRIMTAB_API: api.url, NOTE: note });
    expect(await readFile(note, 'utf8')).toBe('ended with 1\n');
  }
});

test('Ctrl-C does not cut off the renewal of a sign-in', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer({ refreshMs: 1_000 });
  // The processes use the real clock, for which this token has expired.
  const signedIn = { ...home.environment, TRIMTAB_API: issuer.url };
  await trimtab('login --token-store file', { api: issuer.url, typed: [], environment: signedIn, now: () => 0 });
  const child = spawn(process.execPath, [built.program, 'kpis'], { env: environment(signedIn), stdio: 'ignore' });
  const ended = once(child, 'close');
  await expect.poll(() => issuer.grants).toContain('refresh_token');
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
  expect(issuer.grants.filter((grant) => grant === 'refresh_token')).toHaveLength(1);
  expect((await trimtab('auth token', { api: issuer.url, environment: signedIn })).stdout).toBe('access-canary-2\n');
});

/** An export of chunks that follow each other until the client leaves. */
async function serveEndless() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/gzip' });
    const send = () => {
      if (!response.destroyed) response.write('x'.repeat(1_000), () => setImmediate(send));
    };
    send();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s during a download exits %i and leaves no file', async (signal, code) => {
  await using api = await serveEndless();
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-stopped-'));
  const words = ['diagnostics', '-o', join(folder, 'out.tar.gz'), '--api', api.url];
  const child = spawn(process.execPath, [built.program, ...words], { env: environment({}), stdio: 'ignore' });
  const ended = once(child, 'close');
  await expect.poll(() => readdir(folder)).not.toEqual([]);
  child.kill(signal);
  expect((await ended)[0]).toBe(code);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test.runIf(process.platform === 'linux')('closing the terminal during a download leaves no file', async () => {
  await using api = await serveEndless();
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-closed-'));
  const line = `exec "${process.execPath}" "${built.program}" diagnostics -o "${join(folder, 'out.tar.gz')}"`;
  const terminal = spawn('script', ['-qec', line, '/dev/null'], {
    env: environment({ TRIMTAB_API: api.url }),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await expect.poll(() => readdir(folder)).not.toEqual([]);
  // The terminal belongs to `script`, so it disappears with it.
  terminal.kill('SIGKILL');
  await expect.poll(() => readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a terminal that fails before the signal arrives leaves no file', async () => {
  await using api = await serveEndless();
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-failed-'));
  const pretend = join(built.folder, 'closed-terminal.cjs');
  await writeFile(
    pretend,
    `process.stderr.isTTY = true;
     process.stderr.write = (_text, written) => {
       const error = Object.assign(new Error('write EIO'), { code: 'EIO' });
       process.nextTick(() => { process.stderr.emit('error', error); written(error); });
       return false;
     };`,
  );
  const line = '"$NODE" --require "$PRETEND" "$CLI" diagnostics -o "$OUT/out.tar.gz"';
  const variables = { TRIMTAB_API: api.url, PRETEND: pretend, OUT: folder };
  expect((await shell(built.program, line, variables)).code).toBe(3);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('Ctrl-C during a request exits 130 without delay', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await using api = await serve(async () => {
    arrived.resolve();
    await release.promise;
    return Response.json({});
  });
  const child = spawn(process.execPath, [built.program, 'kpis'], { env: environment({ TRIMTAB_API: api.url }) });
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

/** In a pseudo-terminal of util-linux; types the keys when the prompt appears. */
function inTerminal(line: string, keys: string, api: string): Promise<{ code: number | null; screen: string }> {
  return new Promise((resolve) => {
    const command = `stty cols 80 rows 24; "${process.execPath}" "${built.program}" ${line}`;
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

test.runIf(process.platform === 'linux')('a real terminal gets tables in color', async () => {
  await using api = await serveShop();
  const { code, screen } = await inTerminal('targets -n shop', '', api.url);
  expect(code).toBe(0);
  expect(screen).toContain('\u001b[1mAutonomous · 2\u001b[22m');
  expect(screen).toContain('YEARLY WASTE');
});

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

test('a full disk exits 3 with one error and leaves no file', async () => {
  await using api = await serve(
    () => new Response('x'.repeat(100_000), { headers: { 'content-type': 'application/gzip' } }),
  );
  const target = await mkdtemp(join(tmpdir(), 'trimtab-full-'));
  const line = 'trap "" XFSZ; ulimit -f 8; "$NODE" "$CLI" diagnostics -o "$OUT/out.tar.gz"';
  const { code, stderr } = await shell(built.program, line, {
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

test('a process killed at any time leaves the complete file or none', async () => {
  const chunk = 'x'.repeat(1_000);
  const sent = new EventEmitter();
  const server = createServer((request, response) => {
    const last = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('targetName'));
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': 20_000 });
    // The rest is never sent, so that the program is killed during the download.
    for (let index = 1; index <= last; index += 1) response.write(chunk);
    if (last === 20) response.end();
    else sent.emit('all');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-killed-'));
  for (let chunks = 0; chunks <= 20; chunks += 1) {
    const file = join(folder, `${chunks}.tar.gz`);
    const words = ['diagnostics', '--target', `shop/${chunks}`, '-o', file, '--api', `http://127.0.0.1:${port}`];
    const child = spawn(process.execPath, [built.program, ...words], { env: environment({}), stdio: 'ignore' });
    const ended = once(child, 'close');
    if (chunks < 20) {
      await once(sent, 'all');
      child.kill('SIGKILL');
    }
    await ended;
  }
  server.closeAllConnections();
  server.close();
  const whole = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  expect(whole).toEqual(['20.tar.gz']);
  expect((await stat(join(folder, '20.tar.gz'))).size).toBe(20_000);
  await rm(folder, { recursive: true });
});
