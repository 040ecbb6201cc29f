import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';
import { progressLine } from './progress.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trimtab-diagnostics-'));
  file = join(folder, 'out.tar.gz');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const archive = (body: string | null, more: Record<string, string> = {}) =>
  serve(() => new Response(body, { headers: { 'content-type': 'application/gzip', ...more } }));

test('the file is complete, private and the only one in the folder', async () => {
  await using api = await serveDataSet('storefront');
  // A busy machine may need longer than the default of half a minute.
  const options = ['-o', file, '--no-metrics', '--request-timeout', '10m'];
  const { code, stdout, stderr } = await trimtab(['diagnostics', ...options], { api: api.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/^Wrote .*out\.tar\.gz \(.* KiB\)\.\n$/);
  expect([...(await readFile(file)).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(await readdir(folder)).toEqual(['out.tar.gz']);
});

test('a format is not taken for the name of a file', async () => {
  await using api = await archive('x');
  const { code, stderr } = await trimtab('diagnostics -o csv', { api: api.url });
  expect({ code, stderr, seen: api.seen }).toEqual({
    code: 2,
    stderr: 'trimtab: Here -o names the file to write, not a format.\nFor a file of this name, use -o ./csv.\n',
    seen: [],
  });
});

test('the options are sent in the query, for seven days', async () => {
  await using api = await archive('x');
  await trimtab(['diagnostics', '-o', file, '--target', 'shop/cart', '--pod-logs', '--no-metrics'], { api: api.url });
  const { searchParams } = new URL(api.seen[0]?.slice('GET '.length) ?? '', api.url);
  expect(Object.fromEntries(searchParams)).toEqual({
    namespace: 'shop',
    targetName: 'cart',
    'include-pod-logs': 'true',
    'include-metrics': 'false',
    start: '2026-11-11T09:30:00.000Z',
    end: '2026-11-18T09:30:00.000Z',
  });
});

test('-o - writes the archive to stdout unchanged, but not to a terminal', async () => {
  await using api = await archive('\u0001bytes\n');
  expect(await trimtab('diagnostics -o -', { api: api.url })).toMatchObject({
    code: 0,
    stdout: '\u0001bytes\n',
    stderr: '',
  });
  const refused = await trimtab('diagnostics -o -', { api: api.url, columns: 80 });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(
    'The archive is binary and cannot be printed on a terminal.\nUse a pipe, or -o FILE.\n',
  );
});

test('an existing file is replaced only with --force', async () => {
  await using api = await archive('new');
  await writeFile(file, 'old');
  const kept = await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect(kept.code).toBe(2);
  expect(kept.stderr).toContain('already exists.\nUse another file, or replace it with --force.');
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(api.seen).toEqual([]);
  expect((await trimtab(['diagnostics', '-o', file, '--force'], { api: api.url })).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('new');
});

test('a link is not followed, and its target does not change', async () => {
  await using api = await archive('new');
  const secret = join(folder, 'secret');
  await writeFile(secret, 'mine');
  await symlink(secret, file);
  expect((await trimtab(['diagnostics', '-o', file], { api: api.url })).code).toBe(2);
  await trimtab(['diagnostics', '-o', file, '--force'], { api: api.url });
  expect(await readFile(secret, 'utf8')).toBe('mine');
});

test('a folder and a missing folder are errors that leave no file', async () => {
  await using api = await archive('x');
  await mkdir(file);
  expect((await trimtab(['diagnostics', '-o', file], { api: api.url })).stderr).toContain('is a folder.');
  const gone = await trimtab(['diagnostics', '-o', join(folder, 'no', 'x')], { api: api.url });
  expect(gone).toMatchObject({ code: 3, stderr: expect.stringContaining('there is no such folder') });
  expect(api.seen).toEqual([]);
});

test.runIf(process.platform === 'linux')('a device is never replaced, even with --force', async () => {
  await using api = await archive('x');
  const { code, stderr } = await trimtab(['diagnostics', '-o', '/dev/tty', '--force'], { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain('is not a regular file.');
  expect(api.seen).toEqual([]);
});

test('the file name in Content-Disposition is ignored', async () => {
  await using api = await archive('x', { 'content-disposition': 'attachment; filename="../../.bashrc"' });
  await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect(await readdir(folder)).toEqual(['out.tar.gz']);
});

/** A server that sends these bytes and closes the connection. */
async function raw(answer: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return { url, [Symbol.asyncDispose]: async () => void server.close() };
}

test.each([
  ['fewer bytes than announced', 'content-length: 100\r\n\r\nshort'],
  ['a chunked body without its end', 'transfer-encoding: chunked\r\n\r\n5\r\nshort\r\n'],
  ['nothing at all', 'content-length: 0\r\n\r\n'],
])('%s exits 3 and leaves no file', async (_name, rest) => {
  await using api = await raw(`HTTP/1.1 200 OK\r\ncontent-type: application/gzip\r\n${rest}`);
  const { code, stdout } = await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(await readdir(folder)).toEqual([]);
});

test('an error of the API leaves no file', async () => {
  await using api = await serve(() => Response.json({ errors: ['no such target'] }, { status: 404 }));
  const { code, stderr } = await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain('The API answered 404: no such target.');
  expect(await readdir(folder)).toEqual([]);
});

test('Ctrl-C during the download exits 130 and leaves no file', async () => {
  const interruption = new AbortController();
  await using api = await serve(() => {
    setImmediate(() => interruption.abort());
    return new Promise<Response>(() => undefined);
  });
  const { code } = await trimtab(['diagnostics', '-o', file], { api: api.url, signal: interruption.signal });
  expect(code).toBe(130);
  expect(await readdir(folder)).toEqual([]);
});

test('the progress line has a bar if the size is known', () => {
  expect(progressLine(2 ** 20, null)).toBe('Receiving diagnostics: 1 MiB');
  expect(progressLine(2 ** 19, 2 ** 20)).toBe('Receiving diagnostics: ████████████             50% of 1 MiB');
});

test('on a terminal the progress line is shown and removed at the end', async () => {
  await using api = await archive('x', { 'content-length': '1' });
  const { stderr } = await trimtab(['diagnostics', '-o', file], { api: api.url, columns: 80 });
  expect(stderr).toContain('\r\u001b[2KReceiving diagnostics: ████████████████████████ 100% of 1 B\r\u001b[2KWrote ');
});
