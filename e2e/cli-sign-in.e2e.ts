import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { clients, type IdentityProvider, machineSecret, startIdentityProvider } from './support/oidc/index.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** The built CLI, the built server and a real identity provider; the test approves the sign-in in a real browser. */
const trimtab = fileURLToPath(new URL('../packages/cli/dist/trimtab.cjs', import.meta.url));
let provider: IdentityProvider;
let server: RunningServer;
let home: string;

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'trimtab-sign-in-'));
  // The CLI refreshes tokens with a lifetime this short before every call.
  provider = await startIdentityProvider({ accessTokenSeconds: 20 });
  const access = ['--auth', 'oidc', '--oidc-issuer', provider.issuer, '--oidc-audience', provider.audience];
  server = await startServer(...access, '--oidc-client-id', clients.cli);
});

test.afterAll(async () => {
  await server?.stop();
  await provider?.stop();
  rmSync(home, { recursive: true, force: true });
});

type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Starts a program with only the given environment variables. */
function start(program: string, words: readonly string[], more: Record<string, string> = {}) {
  const base = { PATH: process.env['PATH'] ?? '', TERM: 'xterm', NO_COLOR: '1', TRIMTAB_API: server.url };
  const child = spawn(program, words, { env: { ...base, TRIMTAB_CONFIG_DIR: home, ...more } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString('utf8')));
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, screen: () => stdout };
}

const run = (words: string, more?: Record<string, string>) =>
  start(process.execPath, [trimtab, ...words.split(' ')], more).ended;

/** Runs the CLI in a pseudo-terminal, by the `script` command of util-linux. */
const inTerminal = (words: string, more?: Record<string, string>) =>
  start('script', ['-qec', `"${process.execPath}" "${trimtab}" ${words}`, '/dev/null'], more);

test.describe.configure({ mode: 'serial' });

test('without a sign-in, a command explains how to sign in', async () => {
  const { code, stdout, stderr } = await run('kpis');
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toContain('trimtab login');
  expect((await run('login')).code).toBe(4);
  // A terminal without a user, as in CI.
  const unattended = await inTerminal('login', { CI: 'true' }).ended;
  expect(unattended.code).toBe(4);
  expect(unattended.stdout).toContain('TRIMTAB_CLIENT_SECRET');
});

test('a person signs in by entering the code from the terminal in a browser', async ({ page }) => {
  const login = inTerminal('login --token-store file');
  await expect.poll(login.screen).toContain('Only continue if you started this sign-in.');
  const code = /Code: (\S+)/.exec(login.screen())?.[1] ?? '';
  const address = /Page: (\S+)/.exec(login.screen())?.[1] ?? '';
  expect(login.screen()).toContain(new URL(provider.issuer).host);
  await page.goto(address);
  await page.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading')).toContainText(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Account').fill('operator');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'You may close this page' })).toBeVisible();
  const { code: exit, stdout } = await login.ended;
  expect(exit).toBe(0);
  expect(stdout).toContain(`Signed in to ${server.url} as Olga Operator (operator@example.test).`);
});

test('after that, every command sends a token and refreshes it when it is about to expire', async () => {
  const kpis = await run('kpis -o json');
  expect(kpis).toMatchObject({ code: 0, stderr: '' });
  const token = (await run('auth token')).stdout.trim();
  const direct = await fetch(`${server.url}/v1/views/kpis`, { headers: { authorization: `Bearer ${token}` } });
  const known: unknown = await direct.json();
  const shown: unknown = JSON.parse(kpis.stdout);
  expect(JSON.stringify(known)).toContain(JSON.stringify(shown).slice(1, -1).slice(0, 60));
  const refreshes = provider.requests.filter(({ path }) => path === '/oauth/token').length;
  expect(refreshes).toBeGreaterThan(1);
});

test('ten parallel commands with an expiring token never use a refresh token twice', async () => {
  const runs = await Promise.all(Array.from({ length: 10 }, () => run('kpis -o json')));
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: '' })));
  // The provider revokes a session whose refresh token is used twice.
  expect((await run('kpis')).code).toBe(0);
});

test('auth status shows the account and the API; no secret is printed or readable by other users', async () => {
  const status = await run('auth status -o json');
  const parsed: unknown = JSON.parse(status.stdout);
  expect(parsed).toMatchObject({ api: server.url, subject: 'auth0|operator', kept_in: 'file', renewed: true });
  const sessions = join(home, 'sessions');
  const [name = ''] = readdirSync(sessions).filter((each) => each.endsWith('.json'));
  const file = join(sessions, name);
  expect([statSync(sessions).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  const debug = await run('kpis --debug');
  const kept = readFileSync(file, 'utf8');
  const secrets = [...kept.matchAll(/"(?:access|refresh)Token":"([^"]+)"/g)].map(([, secret]) => secret ?? '');
  expect(secrets).toHaveLength(2);
  expect(debug.stderr).toContain('/v1/views/kpis');
  for (const secret of secrets) {
    const signature = secret.split('.').at(-1) ?? secret;
    expect(debug.stdout + debug.stderr + status.stdout + status.stderr).not.toContain(signature);
  }
});

test('another API does not receive the token', async () => {
  const other = await startServer(
    '--auth',
    'oidc',
    '--oidc-issuer',
    provider.issuer,
    '--oidc-audience',
    provider.audience,
  );
  try {
    expect((await run('kpis', { TRIMTAB_API: other.url })).code).toBe(4);
  } finally {
    await other.stop();
  }
});

test('a machine signs in with its client credentials, without a stored session', async () => {
  const machine = {
    TRIMTAB_ISSUER: provider.issuer,
    TRIMTAB_CLIENT_ID: clients.watcher,
    TRIMTAB_CLIENT_SECRET: machineSecret,
  };
  const away = { TRIMTAB_CONFIG_DIR: join(home, 'nowhere') };
  expect(await run('kpis -o json', { ...machine, ...away })).toMatchObject({ code: 0, stderr: '' });
  const wrong = await run('kpis --debug', { ...machine, ...away, TRIMTAB_CLIENT_SECRET: 'wrong-canary' });
  expect(wrong.code).toBe(4);
  expect(wrong.stderr).not.toContain('wrong-canary');
});

test('logout deletes the stored session and revokes it at the provider', async () => {
  const [name = ''] = readdirSync(join(home, 'sessions')).filter((each) => each.endsWith('.json'));
  const file = join(home, 'sessions', name);
  const expired = readFileSync(file, 'utf8').replace(/"expiresAt":\s*\d+/, '"expiresAt":1');
  const { code, stderr } = await run('logout');
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Signed out of ${server.url}.\n` });
  expect(provider.requests.map(({ path }) => path)).toContain('/oauth/revoke');
  expect((await run('kpis')).code).toBe(4);

  // The provider answers the refresh of a revoked session with invalid_grant.
  writeFileSync(file, expired, { mode: 0o600 });
  const revoked = await run('kpis');
  const status = await run('auth status');
  expect(revoked).toMatchObject({ code: 4, stderr: expect.stringContaining('Your sign-in has expired.') });
  expect(status).toMatchObject({ code: 4, stderr: expect.stringContaining('You are not signed in to ') });
});

test('Ctrl-C while login waits exits with 130 without waiting for the provider', async () => {
  const login = inTerminal('login --token-store file', { BROWSER: 'true' });
  await expect.poll(login.screen).toContain('Press Enter');
  login.child.stdin.write('\u0003');
  const { code } = await login.ended;
  expect(code).toBe(130);
});
