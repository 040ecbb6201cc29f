import { expect, test } from 'vitest';
import { fetchByOrigin } from '../http/fetch-per-origin.ts';
import { freedPort, serve, serveJson } from '../testing/loopback.ts';
import { ask, discover, safeProviderAddress } from './oauth.ts';

const fetch = fetchByOrigin({ environment: {}, timeoutMs: null, trace: null });
const { signal } = new AbortController();

test('only what failed before a connection stood was never sent', async () => {
  const refused = await ask(fetch, `http://127.0.0.1:${await freedPort()}/`, { fields: {}, signal });
  expect(refused).toMatchObject({ kind: 'unanswered', wasNeverSent: true, reason: 'ECONNREFUSED' });
  await using cutting = await serve(() => {
    throw new Error('cut');
  });
  const cut = await ask(fetch, cutting.url, { fields: {}, signal });
  expect(cut).toMatchObject({ kind: 'unanswered', wasNeverSent: false });
});

test('a form is sent as one, and a page is no answer of a provider', async () => {
  const bodies: string[] = [];
  await using provider = await serve(async (request) => {
    bodies.push(await request.text());
    return new Response('<html>', { status: 502, headers: { 'retry-after': '7' } });
  });
  const answer = await ask(fetch, provider.url, { fields: { a: 'x y&z' }, signal });
  expect(answer).toEqual({ kind: 'answered', status: 502, body: null, retryAfterMs: 7_000 });
  expect(bodies).toEqual(['a=x+y%26z']);
});

test.each([
  ['https://tenant.example.com/', true],
  ['http://127.0.0.1:4000/', true],
  ['http://localhost:4000/', true],
  ['http://tenant.example.com/', false],
  ['https://me:secret@tenant.example.com/', false],
  ['ftp://tenant.example.com/', false],
  ['tenant', false],
])('%s may be sent secrets: %s', (address, isSafe) => {
  expect(safeProviderAddress(address) !== null).toBe(isSafe);
});

test.each([
  [
    { issuer: 'https://other.example.com/', token_endpoint: 'https://other.example.com/t' },
    'calls itself by another name',
  ],
  [{}, 'did not say where to sign in'],
])('a provider that says %j is not believed', async (document, problem) => {
  await using provider = await serveJson(document);
  await expect(discover(fetch, provider.url, signal)).rejects.toThrow(problem);
});

test('nor one that would have secrets sent in the open', async () => {
  let issuer = '';
  await using provider = await serve(() => Response.json({ issuer, token_endpoint: 'http://evil.test/t' }));
  issuer = provider.url;
  await expect(discover(fetch, provider.url, signal)).rejects.toThrow('names an unsafe address as token_endpoint');
  await expect(discover(fetch, 'http://tenant.example.com/', signal)).rejects.toThrow('has no https address');
});
