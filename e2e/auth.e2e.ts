import { createClient } from '@trimtab/core';
import {
  clients,
  type IdentityProvider,
  machineToken,
  signIn,
  startIdentityProvider,
  type Tokens,
} from './support/oidc/index.ts';
import { type RunningServer, runServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** Tests the built server with a real identity provider: which calls the tokens of people and machines allow. */
const consoleUrl = 'http://127.0.0.1:4400';
let provider: IdentityProvider;
let server: RunningServer;
let operator: Tokens;
let reader: Tokens;
let deployer: string;
let watcher: string;

test.beforeAll(async () => {
  provider = await startIdentityProvider({ consoleUrls: [consoleUrl] });
  const options = ['--oidc-issuer', provider.issuer, '--oidc-audience', provider.audience];
  server = await startServer(...options, '--oidc-client-id', clients.console, '--log-level', 'debug');
  [operator, reader] = [await signIn(provider, 'operator', consoleUrl), await signIn(provider, 'reader', consoleUrl)];
  [deployer, watcher] = [await machineToken(provider, 'deployer'), await machineToken(provider, 'watcher')];
});

test.afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const send = (path: string, token?: string, method = 'GET') =>
  fetch(`${server.url}${path}`, {
    method,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
const statusOf = async (path: string, token?: string, method?: string) => (await send(path, token, method)).status;

test('without a token only health, readiness and the console are accessible', async () => {
  const refused = await send('/v1/ast');
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  expect(await refused.json()).toEqual({ errors: ['This call needs an access token. Sign in.'] });
  for (const path of ['/v1/openapi.json', '/v1/export', '/v1/nothing', '/metrics'])
    expect(await statusOf(path)).toBe(401);
  for (const path of ['/healthz', '/readyz', '/config.json', '/']) expect(await statusOf(path)).toBe(200);
});

test('access tokens of people and machines allow reading, ID tokens do not', async () => {
  for (const token of [operator.access_token, reader.access_token, deployer, watcher]) {
    expect(await statusOf('/v1/views/kpis', token)).toBe(200);
  }
  expect(await statusOf('/metrics', watcher)).toBe(200);
  expect(await statusOf('/v1/views/kpis', operator.id_token)).toBe(401);
  expect(await statusOf('/v1/views/kpis', operator.refresh_token)).toBe(401);
});

test('only tokens with the permission allow changes', async () => {
  const preview = '/v1/ast/candidates/storefront?dryrun=true';
  const enroll = '/v1/ast/candidates/storefront?dryrun=false';
  for (const token of [reader.access_token, watcher]) {
    expect(await statusOf(preview, token, 'POST')).toBe(200);
    const refused = await send(enroll, token, 'POST');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ errors: [expect.stringContaining('needs the permission ast:enrol')] });
  }
  for (const token of [operator.access_token, deployer]) expect(await statusOf(enroll, token, 'POST')).toBe(200);
});

test('the shared API client sends its token', async () => {
  const client = createClient({ baseUrl: server.url, token: async () => reader.access_token });
  expect((await client.targets.list()).items.length).toBeGreaterThan(0);
  await expect(createClient({ baseUrl: server.url }).targets.list()).rejects.toMatchObject({ status: 401 });
});

test('/config.json names the sign-in service, and the Content-Security-Policy allows it', async () => {
  const configuration = await send('/config.json');
  expect(await configuration.json()).toMatchObject({
    console: {
      oauth_domain: provider.domain,
      oauth_client_id: clients.console,
      oauth_audience: provider.audience,
    },
  });
  const policy = (await send('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`connect-src 'self' ${provider.domain};`);
  expect(policy).toContain(`frame-src ${provider.domain};`);
});

test('a ticket allows one export without a token, once', async () => {
  const query = 'start=2026-01-01T00:00:00Z&end=2026-01-01T01:00:00Z';
  const issued: unknown = await (await send(`/v1/export/tickets?${query}`, reader.access_token, 'POST')).json();
  expect(issued).toEqual({ ticket: expect.stringMatching(/^[\da-f]{32}$/), expires: expect.any(String) });
  const ticket = typeof issued === 'object' && issued !== null && 'ticket' in issued ? String(issued.ticket) : '';
  const first = await send(`/v1/export?${query}&ticket=${ticket}`);
  await first.body?.cancel();
  expect(first.status).not.toBe(401);
  expect(first.headers.get('referrer-policy')).toBe('no-referrer');
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(await statusOf(`/v1/export?${query}&ticket=${ticket}`)).toBe(401);
  expect(server.output().stderr).not.toContain(ticket);
});

test('the server logs no token, even at the most verbose level', async () => {
  const tokens = [operator.access_token, reader.access_token, deployer, watcher];
  const refused = [operator.id_token ?? '', operator.refresh_token ?? ''];
  for (const token of tokens) expect(await statusOf('/v1/views/kpis', token)).toBe(200);
  for (const token of refused) expect(await statusOf('/v1/views/kpis', token)).toBe(401);
  await expect.poll(() => server.output().stderr).toContain('"subject":"auth0|operator"');
  const { stdout, stderr } = server.output();
  for (const secret of [...tokens, ...refused]) {
    expect(secret).not.toBe('');
    // The rest of a token is not secret, so its signature alone must not be printed either.
    for (const part of [secret, secret.split('.')[2] ?? secret]) expect(stdout + stderr).not.toContain(part);
  }
});

test('if the provider is unreachable, calls are refused and the server is not ready', async () => {
  const gone = await startIdentityProvider();
  await gone.stop();
  const shut = await startServer('--oidc-issuer', gone.issuer, '--oidc-audience', gone.audience);
  try {
    const headers = { authorization: `Bearer ${deployer}` };
    expect((await fetch(`${shut.url}/v1/ast`, { headers })).status).toBe(503);
    expect((await fetch(`${shut.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${shut.url}/healthz`)).status).toBe(200);
  } finally {
    expect(await shut.stop()).toBe(0);
  }
});

for (const [line, sentence] of [
  ['--host 0.0.0.0', 'callers must sign in'],
  ['--host 0.0.0.0 --auth none', 'needs a loopback address'],
  ['--auth oidc', 'needs both --oidc-issuer and --oidc-audience'],
] as const) {
  test(`starting with ${line} exits with 2 and one sentence`, async () => {
    const { code, stdout, stderr } = await runServer(...line.split(' '));
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(stdout).toBe('');
  });
}
