import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve, serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';
import { apiCall } from './call.ts';

const echo = () =>
  serve(async (request) => Response.json({ method: request.method, body: await request.text() }, { status: 200 }));

test.each(['api GET /v1/ast -f limit=2', 'api get v1/ast?limit=2', 'api /v1/ast -F limit=2'])(
  '%s prints the complete answer of the API',
  async (line) => {
    await using api = await serveDataSet('storefront');
    const { code, stdout } = await trimtab(line, { api: api.url });
    const answer = await (await fetch(`${api.url}/v1/ast?limit=2`)).json();
    expect({ code, data: JSON.parse(stdout) }).toEqual({ code: 0, data: answer });
  },
);

test.each(Object.keys(apiCall.facts.examples))('the documented example works: %s', async (example) => {
  await using api = await serveDataSet('storefront');
  const [, ...words] = Array.from(example.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const { code, stdout, stderr } = await trimtab(words, { api: api.url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toBe('');
});

test('fields become the JSON body of a POST, with JSON values for -F', async () => {
  await using api = await echo();
  const words = ['api', 'POST', '/v1/x', '-f', 'name=a=b', '-F', 'names=["a"]', '-F', 'count=3', '-f', 'other=3'];
  const { stdout } = await trimtab(words, { api: api.url });
  const { method, body } = JSON.parse(stdout);
  expect(method).toBe('POST');
  expect(JSON.parse(body)).toEqual({ name: 'a=b', names: ['a'], count: 3, other: '3' });
});

test('--input sends a file unchanged', async () => {
  await using api = await echo();
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-api-'));
  const file = join(folder, 'body.json');
  await writeFile(file, '{ "a" : 1 }');
  const { stdout } = await trimtab(['api', 'PATCH', '/v1/x', '--input', file], { api: api.url });
  await writeFile(file, 'a: 1');
  const refused = await trimtab(['api', 'PATCH', '/v1/x', '--input', file], { api: api.url });
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout).body).toBe('{ "a" : 1 }');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is not JSON. Nothing was sent.') });
  const gone = await trimtab(['api', 'PATCH', '/v1/x', '--input', file], { api: api.url });
  expect(gone.stderr).toContain('cannot be read (ENOENT)');
});

test('-o yaml', async () => {
  await using api = await serveJson({ on: 'on' });
  expect((await trimtab('api /v1/x -o yaml', { api: api.url })).stdout).toBe('"on": "on"\n');
});

test('a response with 204 prints nothing', async () => {
  await using api = await serve(() => new Response(null, { status: 204 }));
  expect(await trimtab('api POST /v1/x', { api: api.url })).toMatchObject({ code: 0, stdout: '' });
});

test.each([
  ['text/html; charset=utf-8', '<html>Sign in</html>', 'the response is text/html, not JSON'],
  ['application/json', '{"items":[', 'the response is not JSON'],
])('a response of type %s that is not JSON is an error', async (type, body, problem) => {
  await using api = await serve(() => new Response(body, { headers: { 'content-type': type } }));
  const { code, stdout, stderr } = await trimtab('api GET /v1/x', { api: api.url });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(`sent an unexpected response (${problem}).`);
});

test('a file is written unchanged to a pipe, and refused on a terminal', async () => {
  const bytes = Buffer.from([0x1f, 0x8b, 0, 0xff, 0x0a, 0x1b]);
  await using api = await serve(() => new Response(bytes, { headers: { 'content-type': 'application/gzip' } }));
  const piped = await trimtab('api GET /v1/x', { api: api.url });
  expect({ code: piped.code, bytes: Buffer.from(piped.stdout, 'latin1') }).toEqual({ code: 0, bytes });
  const shown = await trimtab('api GET /v1/x', { api: api.url, columns: 100 });
  expect(shown).toMatchObject({ code: 2, stdout: '' });
  expect(shown.stderr).toContain('The response is application/gzip, which cannot be printed on a terminal.');
});

test('text is printed as it is, without control characters', async () => {
  await using api = await serve(
    () => new Response('up 1\n# \u001b[31m\n', { headers: { 'content-type': 'text/plain; version=0.0.4' } }),
  );
  const { code, stdout } = await trimtab('api /metrics', { api: api.url });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^up 1\n# .*31m\n$/);
  expect(stdout).not.toContain('\u001b');
});

test('-i prints status and headers first, also of an error', async () => {
  await using api = await serve(({ url }) =>
    url.endsWith('/bad')
      ? Response.json({ errors: ['no'] }, { status: 409, headers: { 'x-request-id': 'r9' } })
      : Response.json({ a: 1 }, { headers: { etag: '"7"' } }),
  );
  const good = await trimtab('api /v1/x -i', { api: api.url });
  expect(good.stdout).toMatch(/^HTTP 200 OK\n(?:[a-z-]+: .*\n)*etag: "7"\n(?:[a-z-]+: .*\n)*\n\{\n {2}"a": 1\n\}\n$/);
  const bad = await trimtab('api /v1/bad --include', { api: api.url });
  expect(bad.stdout).toMatch(/^HTTP 409 Conflict\n(?:[a-z-]+: .*\n)*x-request-id: r9\n(?:[a-z-]+: .*\n)*\n$/);
  expect(bad).toMatchObject({ code: 3, stderr: expect.stringContaining('The API answered 409: no.') });
});

test('-H sends headers, but none that the program sets', async () => {
  const got: string[] = [];
  const server = createServer(({ headers }, response) => {
    got.push(`${headers['accept']} ${headers['if-none-match']}`);
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const api = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const { code } = await trimtab(['api', '/v1/x', '-H', 'Accept: text/csv', '-H', 'If-None-Match:"7"'], { api });
  expect({ code, got }).toEqual({ code: 0, got: ['text/csv "7"'] });
  for (const name of ['Authorization', 'host', 'Content-Length']) {
    const refused = await trimtab(['api', '/v1/x', '-H', `${name}: x`], { api });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`trimtab sets ${name} itself.`) });
  }
  server.closeAllConnections();
  server.close();
  expect(got).toHaveLength(1);
});

/** A list of numbers, in pages of at most `most` items. */
function serveNumbers(count: number, most: number, more: { total?: number; isWrapped?: boolean } = {}) {
  return serve(({ url }) => {
    const { searchParams } = new URL(url);
    const offset = Number(searchParams.get('offset') ?? 0);
    const limit = Math.min(most, Number(searchParams.get('limit') ?? most));
    const items = Array.from({ length: count }, (_, index) => index).slice(offset, offset + limit);
    const list = { items, kind: 'numbers', ...(more.total === undefined ? {} : { total: more.total }) };
    return Response.json(more.isWrapped === true ? { data: list } : list);
  });
}

test.each([
  [{ total: 7 }, 'api /v1/x --paginate', 3],
  [{ total: 7, isWrapped: true }, 'api /v1/x?limit=2 --paginate', 4],
  [{}, 'api /v1/x -f limit=5 --paginate', 4],
])('--paginate joins the pages of a server that limits them: %j', async (more, line, requests) => {
  await using api = await serveNumbers(7, 3, more);
  const { code, stdout } = await trimtab(line, { api: api.url });
  const answer = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(answer.data ?? answer).toEqual({
    items: [0, 1, 2, 3, 4, 5, 6],
    kind: 'numbers',
    ...('total' in more ? { total: 7 } : {}),
  });
  expect(api.seen).toHaveLength(requests);
});

test('--paginate reads a server without pages once more, and an empty list once', async () => {
  await using same = await serveJson({ items: ['a', 'b'] });
  expect(JSON.parse((await trimtab('api /v1/x --paginate', { api: same.url })).stdout)).toEqual({ items: ['a', 'b'] });
  expect(same.seen).toHaveLength(2);
  await using none = await serveJson({ items: [], total: 0 });
  expect((await trimtab('api /v1/x --paginate', { api: none.url })).code).toBe(0);
  expect(none.seen).toHaveLength(1);
});

test('--paginate does not ask for a second page of a list that has no pages', async () => {
  await using api = await serveDataSet('storefront');
  const kpis = await trimtab('api /v1/views/kpis --paginate', { api: api.url });
  expect({ code: kpis.code, items: JSON.parse(kpis.stdout).data.items.length }).toEqual({ code: 0, items: 8 });
  expect(api.seen).toHaveLength(1);
});

test('--paginate ends if the second page is refused with 400, but not if a later one is', async () => {
  const items = ['a', 'b'];
  const serveRefusing = (from: number) =>
    serve(({ url }) => {
      const offset = Number(new URL(url).searchParams.get('offset') ?? 0);
      return offset < from
        ? Response.json({ items: items.map((item) => `${item}${offset}`) })
        : Response.json({ errors: ['Unknown parameter "offset".'] }, { status: 400 });
    });
  await using strict = await serveRefusing(1);
  const { code, stdout } = await trimtab('api /v1/x --paginate', { api: strict.url });
  expect({ code, read: JSON.parse(stdout) }).toEqual({ code: 0, read: { items: ['a0', 'b0'] } });
  await using broken = await serveRefusing(3);
  expect((await trimtab('api /v1/x --paginate', { api: broken.url })).code).toBe(3);
});

test('--paginate prints an incomplete list and exits 5', async () => {
  await using api = await serveNumbers(4, 3, { total: 9 });
  const { code, stdout, stderr } = await trimtab('api /v1/x --paginate', { api: api.url });
  expect({ code, items: JSON.parse(stdout).items }).toEqual({ code: 5, items: [0, 1, 2, 3] });
  expect(stderr).toContain('The API ended the list after 4 of 9 items.');
});

test("an error prints the API's message once and exits 3", async () => {
  await using api = await serveJson({ errors: ['no \u001b[31msuch'] }, 500);
  const { code, stdout, stderr } = await trimtab('api /v1/x', { api: api.url });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('The API answered 500: no ');
  expect(stderr).not.toContain('\u001b');
  expect(api.seen).toHaveLength(1);
});

test('a missing answer has the same error as in other commands', async () => {
  await using api = await serve(() => {
    throw new Error('cut');
  });
  const { code, stderr } = await trimtab('api /v1/x', { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain(`No response from ${api.url}`);
});

test('the token is sent to this API only: full URLs and redirects are refused', async () => {
  await using other = await serveJson({});
  await using api = await serve(() => new Response(null, { status: 302, headers: { location: other.url } }));
  const environment = { TRIMTAB_TOKEN: 'canary' };
  for (const path of [other.url, '//evil.invalid/x', '/http://x', '\\\\evil']) {
    const { code } = await trimtab(['api', 'GET', path], { api: api.url, environment });
    expect(code).toBe(2);
  }
  expect(api.seen).toEqual([]);
  expect((await trimtab('api /v1/x', { api: api.url, environment })).code).toBe(3);
  expect(other.seen).toEqual([]);
});

test('--paginate refuses an answer that is not a list', async () => {
  await using api = await serveJson({ a: 1 });
  const { code, stderr } = await trimtab('api /v1/x --paginate', { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'trimtab: /v1/x does not answer with a list.\nRemove --paginate.\n',
  });
});

test.each([
  ['api FETCH /v1/x', 'FETCH is not an HTTP method of this API.'],
  ['api GET /v1/x -f nothing', 'Use NAME=VALUE.'],
  ['api GET /v1/x -F a=b', 'The value must be JSON, such as 3, true or ["cart"].'],
  ['api GET /v1/x --input x', 'A GET request has no body.'],
  ['api POST /v1/x --input x -f a=b', 'Fields and --input cannot be combined.'],
  ['api POST /v1/x --paginate', '--paginate works only with GET.'],
  ['api /v1/x --paginate -i', '--include and --paginate cannot be combined.'],
  ['api /v1/x -H nothing', 'Use NAME:VALUE'],
])('%s exits 2', async (line, sentence) => {
  const { code, stderr } = await trimtab(line);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
