import { expect, test } from 'vitest';
import { fetchByOrigin } from '../http/fetch.ts';
import { freedPort, serve, serveJson } from '../testing/loopback.ts';
import { safeProviderAddress } from './issuer.ts';
import { discover, requestRefresh } from './oauth.ts';

const fetch = fetchByOrigin({ environment: {}, timeoutMs: null, trace: null });
const { signal } = new AbortController();
const callTo = (url: string) => ({
  fetch,
  provider: { issuer: url, token_endpoint: url },
  clientId: 'trimtab-cli',
  signal,
});

test('a request counts as never sent only if no connection was established', async () => {
  const refused = await requestRefresh(callTo(`http://127.0.0.1:${await freedPort()}/`), 'a');
  expect(refused).toMatchObject({ kind: 'unanswered', wasNeverSent: true, reason: 'ECONNREFUSED' });
  await using cutting = await serve(() => {
    throw new Error('cut');
  });
  const cut = await requestRefresh(callTo(cutting.url), 'a');
  expect(cut).toMatchObject({ kind: 'unanswered', wasNeverSent: false });
});

test('the refresh token is sent as a form field, and an error page of a proxy has no body', async () => {
  const bodies: string[] = [];
  await using provider = await serve(async (request) => {
    bodies.push(await request.text());
    return new Response('<html>', { status: 502, headers: { 'retry-after': '7' } });
  });
  const answer = await requestRefresh(callTo(provider.url), 'x y&z');
  expect(answer).toEqual({ kind: 'answered', status: 502, body: null, retryAfterMs: 7_000 });
  expect(bodies.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    { grant_type: 'refresh_token', client_id: 'trimtab-cli', refresh_token: 'x y&z' },
  ]);
});

test.each([
  ['https://tenant.example.com/', true],
  ['http://127.0.0.1:4000/', true],
  ['http://localhost:4000/', true],
  ['http://tenant.example.com/', false],
  ['https://me:secret@tenant.example.com/', false],
  ['ftp://tenant.example.com/', false],
  ['tenant', false],
])('secrets may be sent to %s: %s', (address, isSafe) => {
  expect(safeProviderAddress(address) !== null).toBe(isSafe);
});

test.each([
  [
    { issuer: 'https://other.example.com/', token_endpoint: 'https://other.example.com/t' },
    'returned another issuer than its own address.',
  ],
  [{}, 'sent no OpenID configuration (it answered 200)'],
])('the discovery document %j is rejected', async (document, problem) => {
  await using provider = await serveJson(document);
  await expect(discover(fetch, provider.url, signal)).rejects.toThrow(problem);
});

test('endpoints and issuers over plain http are rejected', async () => {
  let issuer = '';
  await using provider = await serve(() => Response.json({ issuer, token_endpoint: 'http://evil.test/t' }));
  issuer = provider.url;
  await expect(discover(fetch, provider.url, signal)).rejects.toThrow(
    'returned an unsafe address as its token_endpoint.',
  );
  await expect(discover(fetch, 'http://tenant.example.com/', signal)).rejects.toThrow('has no https address');
});
