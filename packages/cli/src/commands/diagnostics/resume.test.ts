import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trimtab } from '../../testing/trimtab.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trimtab-resume-'));
  file = join(folder, 'out.tar.gz');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const wholeArchive = 'the first half, and the second';
const halfArchive = 16;
const anotherArchive = 'something else entirely by now';

type ProviderAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server with one handler per request, the last one for all further requests; records the requests. */
async function serveParts(...answers: ProviderAnswer[]) {
  const asked: { range: string | undefined; version: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({ range: request.headers.range, version: String(request.headers['if-range'] ?? '') || undefined });
    answers[Math.min(asked.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const gzip = { 'content-type': 'application/gzip' };

async function halfIsInFile(): Promise<boolean> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).some((size) => size >= halfArchive);
}

/** Sends the first half, and closes the connection when it was received: the end of a connection may overtake bytes. */
const cut =
  (etag: string | null, isReceived: () => boolean | Promise<boolean> = halfIsInFile): ProviderAnswer =>
  (_request, response) => {
    response.writeHead(200, { ...gzip, 'content-length': wholeArchive.length, ...(etag === null ? {} : { etag }) });
    response.write(wholeArchive.slice(0, halfArchive));
    void vi.waitUntil(isReceived, { timeout: 120_000, interval: 5 }).then(
      () => response.destroy(),
      () => response.destroy(),
    );
  };
const whole =
  (text = wholeArchive, etag = '"v1"'): ProviderAnswer =>
  (_request, response) =>
    void response.writeHead(200, { ...gzip, 'content-length': text.length, etag }).end(text);
const rest =
  (
    contentRange = `bytes ${halfArchive}-${wholeArchive.length - 1}/${wholeArchive.length}`,
    etag = '"v1"',
  ): ProviderAnswer =>
  (_request, response) =>
    void response.writeHead(206, { ...gzip, 'content-range': contentRange, etag }).end(wholeArchive.slice(halfArchive));
const beyond: ProviderAnswer = (_request, response) => void response.writeHead(416).end();
const fromHalf = { range: `bytes=${halfArchive}-`, version: '"v1"' };
const fromZero = { range: undefined, version: undefined };

test('after a lost connection only the rest is requested if the ETag is strong', async () => {
  await using api = await serveParts(cut('"v1"'), rest());
  const { code, stderr } = await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Wrote ${file} (30 B).\n` });
  expect(await readFile(file, 'utf8')).toBe(wholeArchive);
  expect(api.asked).toEqual([fromZero, fromHalf]);
});

test.each([
  ['a weak ETag', 'W/"v1"'],
  ['no ETag', null],
  ['an invalid ETag', 'v1'],
])('%s: the whole file is requested again, without duplicate bytes', async (_name, etag) => {
  await using api = await serveParts(cut(etag), whole());
  expect((await trimtab(['diagnostics', '-o', file], { api: api.url })).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(wholeArchive);
  expect(api.asked).toEqual([fromZero, fromZero]);
});

test('content that changed meanwhile is received from the start', async () => {
  await using api = await serveParts(cut('"v1"'), whole(anotherArchive, '"v2"'));
  expect((await trimtab(['diagnostics', '-o', file], { api: api.url })).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(anotherArchive);
  expect(api.asked).toEqual([fromZero, fromHalf]);
});

test('a file that became shorter is received from the start', async () => {
  await using api = await serveParts(cut('"v1"'), beyond, whole('short'));
  expect((await trimtab(['diagnostics', '-o', file], { api: api.url })).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('short');
  expect(api.asked).toEqual([fromZero, fromHalf, fromZero]);
});

test.each([
  ['starts too early', rest(`bytes 0-${wholeArchive.length - 1}/${wholeArchive.length}`)],
  ['starts too late', rest(`bytes ${halfArchive + 1}-${wholeArchive.length - 1}/${wholeArchive.length}`)],
  ['has another ETag', rest(undefined, '"v2"')],
  ['belongs to a file of another size', rest(`bytes ${halfArchive}-${wholeArchive.length}/${wholeArchive.length + 1}`)],
  ['has no Content-Range', rest('')],
])('a part that %s exits 3 and leaves no file', async (_name, wrong) => {
  await using api = await serveParts(cut('"v1"'), wrong);
  const { code, stderr } = await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain('sent an unexpected response');
  expect(await readdir(folder)).toEqual([]);
});

test('a part that was not requested is an error', async () => {
  await using api = await serveParts(rest());
  expect((await trimtab(['diagnostics', '-o', file], { api: api.url })).code).toBe(3);
  expect(await readdir(folder)).toEqual([]);
});

test('the download fails after three lost connections', async () => {
  await using api = await serveParts(cut('"v1"'));
  const { code, stderr } = await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect(code).toBe(3);
  // The end of a connection may arrive before the last bytes.
  expect(stderr).toMatch(/^trimtab: The connection was lost after (16|0) B of 30 B\.\nRun the command again\.\n$/);
  expect(api.asked).toHaveLength(3);
  expect(await readdir(folder)).toEqual([]);
});

test('if the server is gone for the rest, the error says how much was received', async () => {
  await using api = await serveParts(cut('"v1"'), (request) => request.socket.destroy());
  const { code, stderr } = await trimtab(['diagnostics', '-o', file], { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain('The connection was lost after ');
  expect(await readdir(folder)).toEqual([]);
});

test('a pipe receives the rest, but no byte twice', async () => {
  let isPrinted = false;
  const print = (api: string) => {
    isPrinted = false;
    return trimtab('diagnostics -o -', { api, onOutput: () => (isPrinted = true) });
  };
  await using api = await serveParts(
    cut('"v1"', () => isPrinted),
    rest(),
  );
  expect(await print(api.url)).toMatchObject({ code: 0, stdout: wholeArchive });
  await using changed = await serveParts(
    cut('"v1"', () => isPrinted),
    whole(anotherArchive, '"v2"'),
  );
  const refused = await print(changed.url);
  expect(refused).toMatchObject({ code: 3, stdout: wholeArchive.slice(0, halfArchive) });
  expect(refused.stderr).toContain('the export changed during the download');
  await using weak = await serveParts(
    cut('W/"v1"', () => isPrinted),
    whole(),
  );
  expect(await print(weak.url)).toMatchObject({ code: 3 });
  expect(weak.asked).toHaveLength(1);
});
