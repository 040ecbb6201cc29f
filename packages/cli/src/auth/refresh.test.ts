import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../testing/home.ts';
import { type IssuerOptions, serveIssuer } from '../testing/issuer.ts';
import { fixedNow } from '../testing/loopback.ts';
import { trimtab } from '../testing/trimtab.ts';
import { type Keyring, KeyringError } from './keyring.ts';

/** A signed-in user, with clocks just before and after the token expires. */
async function signedIn(home: { environment: Record<string, string> }, options: IssuerOptions = {}) {
  const issuer = await serveIssuer(options);
  const setting = { api: issuer.url, environment: home.environment };
  await trimtab('login --token-store file', { ...setting, typed: [] });
  return {
    issuer,
    setting,
    soon: { ...setting, now: () => fixedNow + 3_590_000 },
    later: { ...setting, now: () => fixedNow + 3_700_000 },
    [Symbol.asyncDispose]: () => issuer[Symbol.asyncDispose](),
  };
}

const refreshes = (grants: readonly string[]) => grants.filter((grant) => grant === 'refresh_token').length;

/** With the compiled code of earlier processes, a process needs half as much time to load. */
const { NODE_COMPILE_CACHE } = process.env;
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/** A child process that has loaded and waits for the message `go`. */
async function inProcess(environment: Record<string, string>) {
  const script = join(import.meta.dirname, '../testing/once.ts');
  const child = spawn(process.execPath, ['--no-warnings', script, 'kpis'], {
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (part) => (stderr += String(part)));
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stderr }));
  });
  await once(child, 'message');
  return { go: () => child.send('go'), ended };
}

test('ten processes with an expired token send one refresh, and the sign-in stays valid', async () => {
  using home = makeHome();
  // The refresh is slow, so that the other processes arrive while it is pending.
  await using here = await signedIn(home, { refreshMs: 300 });
  const { issuer } = here;
  // The processes use the real clock, for which this token has expired.
  await trimtab('login --token-store file', { ...here.setting, typed: [], now: () => 0 });
  const environment = { ...home.environment, TRIMTAB_API: issuer.url };
  const started = await Promise.all(Array.from({ length: 10 }, () => inProcess(environment)));
  for (const { go } of started) go();
  const runs = await Promise.all(started.map(({ ended }) => ended));
  expect(runs).toEqual(Array.from({ length: 10 }, () => ({ code: 0, stderr: '' })));
  expect({ refreshes: refreshes(issuer.grants), revoked: issuer.wasRevoked() }).toEqual({
    refreshes: 1,
    revoked: false,
  });
});

test('a token that expires soon is renewed before use and stored', async () => {
  using home = makeHome();
  await using here = await signedIn(home);
  const { issuer, soon } = here;
  expect((await trimtab('kpis', soon)).code).toBe(0);
  expect((await trimtab('kpis', soon)).code).toBe(0);
  expect(issuer.authorizations).toEqual(['Bearer access-canary-2', 'Bearer access-canary-2']);
});

test('a renewed sign-in that the keyring does not take is stored in a file, and one notice says so', async () => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  const secrets = new Map<string, string>();
  let isFull = false;
  const keyring: Keyring = {
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => {
      if (isFull) throw new KeyringError('is locked or missing');
      secrets.set(account, secret);
    },
    remove: async (account) => void secrets.delete(account),
  };
  const setting = {
    api: issuer.url,
    environment: home.environment,
    desktop: { keyring, open: async () => false },
  };
  await trimtab('login', { ...setting, typed: [] });
  isFull = true;
  const later = { ...setting, now: () => fixedNow + 3_700_000 };
  expect(await trimtab('kpis', later)).toMatchObject({
    code: 0,
    stderr:
      'The keyring of this system is locked or missing, so the token is stored in a file that only you can read. To store it in the keyring again: trimtab login\n',
  });
  expect(secrets.size).toBe(0);
  expect(await trimtab('kpis', later)).toMatchObject({ code: 0, stderr: '' });
  expect(refreshes(issuer.grants)).toBe(1);
});

test.each([
  ['is locked', ['get', 'remove'], 'it could not be read from the keyring', 4],
  ['does not remove the token', ['remove'], null, 4],
  ['did not answer in time when it was read', ['get'], 'it could not be read from the keyring', 0],
])('signing out with a keyring that %s', async (_, failing, unrevoked, code) => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  const secrets = new Map<string, string>();
  const broken = new Set<string>();
  const fail = (action: string) => {
    if (broken.has(action)) throw new KeyringError('is locked or missing');
  };
  const keyring: Keyring = {
    get: async (account) => (fail('get'), secrets.get(account) ?? null),
    set: async (account, text) => void secrets.set(account, text),
    remove: async (account) => (fail('remove'), void secrets.delete(account)),
  };
  const setting = { api: issuer.url, environment: home.environment, desktop: { keyring, open: async () => false } };
  await trimtab('login', { ...setting, typed: [] });
  for (const action of failing) broken.add(action);
  const end = await trimtab('logout', setting);
  const said = (text: string) => end.stderr.includes(text);
  expect(said('The keyring is locked or does not answer, so the token of trimtab is still in it.')).toBe(code === 4);
  const [account] = secrets.keys();
  expect(said(`\nUnlock it, and delete the entry "trimtab" of the account ${account}.\n`)).toBe(code === 4);
  expect(said(`could not be revoked at the provider (${unrevoked}).`)).toBe(unrevoked !== null);
  expect(end.code).toBe(code);
  expect([secrets.size > 0, issuer.seen.includes('POST /oauth/revoke')]).toEqual([code === 4, unrevoked === null]);
});

test('a token that the API rejects is renewed once, and the call is repeated', async () => {
  using home = makeHome();
  await using here = await signedIn(home);
  const { issuer, setting } = here;
  issuer.refuseTokens();
  expect((await trimtab('kpis', setting)).code).toBe(0);
  expect(issuer.authorizations).toEqual(['Bearer access-canary-1', 'Bearer access-canary-2']);
});

const ended = () => Response.json({ error: 'invalid_grant' }, { status: 403 });

test('a sign-in that the provider revoked exits 4 with the next step and without a second refresh', async () => {
  using home = makeHome();
  await using here = await signedIn(home, { onRefresh: ended });
  const { issuer, later } = here;
  const run = await trimtab('kpis', later);
  expect(run.code).toBe(4);
  expect(run.stderr).toContain('Your sign-in has expired.\nSign in again: trimtab login.');
  const status = await trimtab('auth status', later);
  expect(status).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('You are not signed in to ') });
  expect(refreshes(issuer.grants)).toBe(1);
});

test.each([
  [
    'the connection is closed',
    () => {
      throw new Error('cut');
    },
  ],
  ['the provider answers 503', () => Response.json({}, { status: 503, headers: { 'retry-after': '1' } })],
])('%s: the refresh is not repeated, because it may have arrived', async (_name, onRefresh) => {
  using home = makeHome();
  await using here = await signedIn(home, { onRefresh });
  const { issuer, later } = here;
  const run = await trimtab('kpis', later);
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('could not be renewed');
  expect(refreshes(issuer.grants)).toBe(1);
});

test('a failed renewal is ignored while the old token is valid', async () => {
  using home = makeHome();
  await using here = await signedIn(home, { onRefresh: () => new Response(null, { status: 503 }) });
  const { issuer, soon } = here;
  expect(await trimtab('kpis', soon)).toMatchObject({ code: 0, stderr: '' });
  expect(issuer.authorizations).toEqual(['Bearer access-canary-1']);
});

test('no refresh is sent if its result could not be stored', async () => {
  using home = makeHome();
  await using here = await signedIn(home);
  const { issuer, later } = here;
  chmodSync(home.sessions, 0o755);
  const run = await trimtab('kpis', later);
  expect([run.code, refreshes(issuer.grants)]).toEqual([4, 0]);
  expect(run.stderr).toContain(`chmod 700 ${home.sessions}`);
});
