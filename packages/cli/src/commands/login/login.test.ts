import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Keyring, KeyringError } from '../../auth/keyring.ts';
import { makeHome } from '../../testing/home.ts';
import { pollError, serveIssuer } from '../../testing/issuer.ts';
import { freedPort, serve } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

/** A desktop that records the commands to open a page. */
function desktop(keyring: Keyring | null = null) {
  const opened: (readonly string[])[] = [];
  return {
    keyring,
    opened,
    open: async (command: readonly string[]) => {
      opened.push(command);
      return true;
    },
  };
}

function memoryKeyring() {
  const secrets = new Map<string, string>();
  const keyring: Keyring = {
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    remove: async (account) => void secrets.delete(account),
  };
  return { keyring, secrets };
}

function tokenFile(sessions: string): string {
  const name = readdirSync(sessions).find((each) => each.endsWith('.json'));
  return join(sessions, name ?? 'none');
}

test('login prints page, code and warning, and later commands send the token', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer({ polls: [pollError('authorization_pending', 403)] });
  const environment = { ...home.environment, BROWSER: 'my-browser' };
  const { host } = new URL(issuer.url);
  const run = await trimtab('login --token-store file', { api: issuer.url, columns: 80, typed: [], environment });
  expect(run.stderr).toBe(`Signing in to ${issuer.url} with ${host}.

  Page: ${issuer.url}/activate
  Code: WDJB-MJHT

Only continue if you started this sign-in.
Signed in to ${issuer.url} as Olga Operator (olga@example.test).
`);
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 0, stdout: '' });
  expect(run.questions).toEqual(['Press Enter to open the page in a browser. ']);
  expect(lstatSync(tokenFile(home.sessions)).mode & 0o777).toBe(0o600);
  const kpis = await trimtab('kpis -o json', { api: issuer.url, environment });
  expect(kpis).toMatchObject({ code: 0, stderr: '' });
  expect(issuer.authorizations).toEqual(['Bearer access-canary-1']);
});

test('the browser opens only after Enter, at the page with the code', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer({
    polls: [pollError('authorization_pending'), pollError('authorization_pending')],
  });
  const without = desktop();
  await trimtab('login', { api: issuer.url, typed: [], desktop: without, environment: home.environment });
  const withEnter = desktop();
  const environment = { ...home.environment, BROWSER: 'my-browser' };
  await trimtab('login', { api: issuer.url, typed: [''], desktop: withEnter, environment });
  expect(without.opened).toEqual([]);
  expect(withEnter.opened).toEqual([['my-browser', `${issuer.url}/activate?user_code=WDJB-MJHT`]]);
});

test('without a display there is no question about a browser', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  const stub = desktop();
  const run = await trimtab('login', { api: issuer.url, typed: [''], desktop: stub, environment: home.environment });
  const asksNobody = process.platform === 'linux';
  expect([run.code, stub.opened.length, run.questions.length]).toEqual(asksNobody ? [0, 0, 0] : [0, 1, 1]);
});

test.each([
  'file:///etc/passwd',
  'http://evil.test/x',
  'https://evil.test/x',
  '-flag',
  'x; rm',
  'https://e\u001b]0;x\u0007',
])('the unsafe page %j is printed sanitized and not opened', async (page) => {
  using home = makeHome();
  await using issuer = await serveIssuer({ device: { verification_uri_complete: page } });
  const stub = desktop();
  const environment = { ...home.environment, BROWSER: 'my-browser' };
  const run = await trimtab('login', { api: issuer.url, typed: [''], desktop: stub, environment });
  expect([run.code, stub.opened, run.questions]).toEqual([0, [], []]);
  expect(run.stderr).toContain("The page is not an https page on the provider's own host, so it was not opened: ");
  expect(run.stderr).not.toContain('\u001b');
});

test('without a terminal login exits 4, names the variables and sends nothing', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  const run = await trimtab('login', { api: issuer.url, environment: home.environment });
  expect([run.code, issuer.seen]).toEqual([4, []]);
  expect(run.stderr).toContain('TRIMTAB_TOKEN');
  expect(run.stderr).toContain('TRIMTAB_CLIENT_SECRET');
});

test.each([
  ['access_denied', 'The sign-in was denied.'],
  ['unauthorized_client', 'The sign-in provider returned an error: unauthorized_client.'],
])('%s exits 4 and stores nothing', async (error, sentence) => {
  using home = makeHome();
  await using issuer = await serveIssuer({ polls: [pollError(error, 403)] });
  const run = await trimtab('login', { api: issuer.url, typed: [], environment: home.environment });
  expect(run.code).toBe(4);
  expect(run.stderr).toContain(sentence);
  expect(readdirSync(home.sessions)).toEqual([]);
});

test('an expired code is replaced only after a yes', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer({ polls: [pollError('expired_token'), pollError('invalid_grant')] });
  const environment = { ...home.environment, BROWSER: 'my-browser' };
  const run = await trimtab('login', { api: issuer.url, typed: ['', 'y', '', 'n'], environment });
  expect(run.questions.filter((question) => question.startsWith('The code has expired.'))).toHaveLength(2);
  expect(run.code).toBe(4);
  expect(issuer.seen.filter((line) => line.includes('/device/code'))).toHaveLength(2);
});

function cut(): never {
  throw new Error('cut');
}
const page = () => new Response('<html>', { status: 502 });

test('proxy pages and closed connections do not end a sign-in', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer({ polls: [page, cut, pollError('slow_down', 429)] });
  const run = await trimtab('login', { api: issuer.url, typed: [], environment: home.environment });
  expect(run.code).toBe(0);
});

test('Ctrl-C during the wait exits 130 and stores nothing', async () => {
  using home = makeHome();
  const interruption = new AbortController();
  const polls = [
    () => {
      interruption.abort();
      return Response.json({ error: 'authorization_pending' }, { status: 403 });
    },
  ];
  await using issuer = await serveIssuer({ polls });
  const { signal } = interruption;
  const run = await trimtab('login', { api: issuer.url, typed: [], environment: home.environment, signal });
  expect(run.code).toBe(130);
  expect(readdirSync(home.sessions)).toEqual([]);
});

test('with a keyring the file contains no secret', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  const { keyring, secrets } = memoryKeyring();
  const setting = { api: issuer.url, typed: [], environment: home.environment, desktop: desktop(keyring) };
  await trimtab('login', setting);
  expect(readFileSync(tokenFile(home.sessions), 'utf8')).not.toContain('canary');
  expect([...secrets.values()].join('')).toContain('refresh-canary-1');
  expect((await trimtab('kpis', setting)).code).toBe(0);
  await trimtab('logout', setting);
  expect(secrets.size).toBe(0);
});

test('a hanging keyring is replaced by the file, with one notice, and not tried again', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  let calls = 0;
  const hangs = async (): Promise<never> => {
    calls += 1;
    throw new KeyringError('did not answer within 3 s');
  };
  const stub = desktop({ get: hangs, set: hangs, remove: hangs });
  const setting = { api: issuer.url, typed: [], environment: home.environment, desktop: stub };
  const first = await trimtab('login', setting);
  expect(first.code).toBe(0);
  expect(first.stderr).toContain('did not answer within 3 s, so the token is stored in a file that only you can read.');
  const after = await trimtab('kpis', setting);
  const second = await trimtab('login', setting);
  expect([after.stderr, after.code, second.code, calls]).toEqual(['', 0, 0, 1]);
  expect(second.stderr).not.toContain('keyring');
});

test('--token-store none prints the token and stores nothing', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  const run = await trimtab('login --token-store none', { api: issuer.url, typed: [], environment: home.environment });
  expect([run.code, run.stdout]).toEqual([0, 'access-canary-1\n']);
  expect(existsSync(home.directory)).toBe(false);
});

test('login fails before the sign-in if the folder is not writable', async () => {
  await using issuer = await serveIssuer();
  const environment = { TRIMTAB_CONFIG_DIR: '/dev/null/trimtab' };
  const run = await trimtab('login', { api: issuer.url, typed: [], environment });
  expect([run.code, issuer.seen]).toEqual([4, []]);
  expect(run.stderr).toContain('TRIMTAB_CONFIG_DIR');
});

test('login refuses plain http to another machine', async () => {
  using home = makeHome();
  const run = await trimtab('login', { api: 'http://trimtab.invalid', typed: [], environment: home.environment });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('The token was not sent to trimtab.invalid over plain http');
});

test('no output contains a secret, not even with --debug', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer({ accessTokenSeconds: 10 });
  const setting = { api: issuer.url, typed: [], environment: home.environment };
  const said = [];
  for (const line of [
    'login --debug',
    'kpis --debug',
    'auth status --debug',
    'auth status -o json',
    'logout --debug',
  ]) {
    const { code, stdout, stderr } = await trimtab(line, setting);
    expect([line, code]).toEqual([line, 0]);
    said.push(stdout, stderr);
  }
  expect(issuer.grants).toContain('refresh_token');
  expect(said.join('')).toContain('/oauth/token');
  expect(said.join('')).not.toContain('canary');
});

test('login to an address without a server says so, instead of asking for a provider', async () => {
  using home = makeHome();
  const api = `http://127.0.0.1:${await freedPort()}`;
  const { code, stderr } = await trimtab('login', { api, typed: [], environment: home.environment });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining(`No response from ${api}: the connection was refused.`),
  });
});

test('login names the address to which the API redirects', async () => {
  using home = makeHome();
  await using api = await serve(() => new Response(null, { status: 302, headers: { location: '/sign-in' } }));
  const { code, stderr } = await trimtab('login', { api: api.url, typed: [], environment: home.environment });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining(`${api.url} answered with a redirect to ${api.url}/sign-in`),
  });
});

test('login says what a server without a configuration sends', async () => {
  using home = makeHome();
  await using api = await serve(() => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }));
  const { code, stderr } = await trimtab('login', { api: api.url, typed: [], environment: home.environment });
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: expect.stringContaining(
      `No sign-in provider was found in ${api.url}/config.json (the response is text/html, not JSON).`,
    ),
  });
});
