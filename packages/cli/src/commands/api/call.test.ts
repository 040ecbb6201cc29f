import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  ['application/gzip', '\u001f', 'the response is application/gzip, not JSON'],
  ['application/json', '{"items":[', 'the response is not JSON'],
])('a response of type %s that is not JSON is an error', async (type, body, problem) => {
  await using api = await serve(() => new Response(body, { headers: { 'content-type': type } }));
  const { code, stdout, stderr } = await trimtab('api GET /v1/x', { api: api.url });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(`sent an unexpected response (${problem}).`);
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

test.each([
  ['api FETCH /v1/x', 'FETCH is not an HTTP method of this API.'],
  ['api GET /v1/x -f nothing', 'Use NAME=VALUE.'],
  ['api GET /v1/x -F a=b', 'The value must be JSON, such as 3, true or ["cart"].'],
  ['api GET /v1/x --input x', 'A GET request has no body.'],
  ['api POST /v1/x --input x -f a=b', 'Fields and --input cannot be combined.'],
])('%s exits 2', async (line, sentence) => {
  const { code, stderr } = await trimtab(line);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
