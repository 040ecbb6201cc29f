import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readContexts } from '../config/settings-file.ts';
import { createContext } from '../create-context.ts';
import { makeHome } from '../testing/home.ts';
import { serveIssuer, tokenOf } from '../testing/issuer.ts';
import { fixedNow, serve } from '../testing/loopback.ts';
import { trimtab } from '../testing/trimtab.ts';
import { issuerOf } from './issuer.ts';
import { openTokens } from './token.ts';

/** The context of a command outside of `trimtab`, for several calls of one process. */
const contextWith = (api: string, environment: Record<string, string>) =>
  createContext(
    {
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      environment,
      now: () => fixedNow,
      signal: new AbortController().signal,
      version: '0',
      waitingAfterMs: undefined,
    },
    { api, output: 'table', headers: true },
    {
      settings: new Map(),
      directory: null,
      file: readContexts(null),
      name: null,
      nameSource: 'default',
      isTyped: false,
      sourceOf: () => 'default',
    },
  );

/** An API that records the Authorization headers. */
async function serveWitness(status = 200) {
  const sent: string[] = [];
  const api = await serve((request) => {
    sent.push(request.headers.get('authorization') ?? '');
    return Response.json(status === 200 ? { items: [] } : { errors: ['no'] }, { status });
  });
  return { ...api, sent };
}

async function signedInHome() {
  const home = makeHome();
  const issuer = await serveIssuer();
  await trimtab('login --token-store file', { api: issuer.url, typed: [], environment: home.environment });
  const name = readdirSync(home.sessions).find((each) => each.endsWith('.json')) ?? '';
  return {
    home,
    issuer,
    file: join(home.sessions, name),
    setting: { api: issuer.url, environment: home.environment },
    [Symbol.asyncDispose]: async () => {
      home[Symbol.dispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

test('the token of one API is never sent to another', async () => {
  await using here = await signedInHome();
  const { home } = here;
  await using other = await serveWitness();
  const run = await trimtab('kpis', { api: other.url, environment: home.environment });
  expect([run.code, other.sent]).toEqual([0, ['']]);
});

test('the token does not follow a redirect', async () => {
  await using other = await serveWitness();
  await using api = await serve(() => new Response(null, { status: 302, headers: { location: `${other.url}/v1/x` } }));
  await trimtab('kpis', { api: api.url, environment: { TRIMTAB_TOKEN: 'canary' } });
  expect(other.sent).toEqual([]);
});

test('a session file that was copied for another API is not used', async () => {
  await using here = await signedInHome();
  const { home, file } = here;
  await using probe = await serveIssuer();
  await trimtab('login --token-store file', { api: probe.url, typed: [], environment: home.environment });
  const theirs = readdirSync(home.sessions).find((name) => name.endsWith('.json') && !file.endsWith(name)) ?? '';
  writeFileSync(join(home.sessions, theirs), readFileSync(file), { mode: 0o600 });
  const run = await trimtab('kpis', { api: probe.url, environment: home.environment });
  expect([run.code, probe.authorizations]).toEqual([4, []]);
});

test.each<[string, (file: string) => void, string, string]>([
  ['readable by others', (file) => chmodSync(file, 0o644), 'is accessible to other users', 'Restrict it: chmod 600 '],
  ['empty', (file) => truncateSync(file), 'is empty', 'Sign in again: trimtab login'],
  ['cut off', (file) => truncateSync(file, 40), 'is damaged', 'Sign in again: trimtab login'],
  [
    'newer',
    (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"version":1', '"version":9')),
    'was written by a newer trimtab',
    'Sign in again: trimtab login',
  ],
  [
    'a link',
    (file) => {
      rmSync(file);
      symlinkSync('/etc/passwd', file);
    },
    'is a symbolic link',
    'Remove it: rm ',
  ],
])(
  'a session file that is %s exits 4 with one next step, and nothing is sent or overwritten',
  async (_name, spoil, what, remedy) => {
    await using here = await signedInHome();
    const { issuer, file, setting } = here;
    spoil(file);
    const run = await trimtab('kpis', setting);
    expect([run.code, run.stdout, issuer.authorizations]).toEqual([4, '', []]);
    expect(run.stderr).toContain(what);
    expect(run.stderr).toContain(remedy);
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(run.stderr).not.toContain('canary');
  },
);

test('a new sign-in replaces a damaged file and prints a notice', async () => {
  await using here = await signedInHome();
  const { file, setting } = here;
  truncateSync(file, 40);
  const run = await trimtab('login', { ...setting, typed: [] });
  expect(run.stderr).toContain(`${file} is damaged. It was removed.`);
  expect((await trimtab('kpis', setting)).code).toBe(0);
});

test('TRIMTAB_TOKEN overrides the sign-in, and the error names it if the API rejects it', async () => {
  await using here = await signedInHome();
  const { home, issuer } = here;
  const environment = { ...home.environment, TRIMTAB_TOKEN: ' canary-of-mine \n' };
  const run = await trimtab('kpis', { api: issuer.url, environment });
  expect([run.code, issuer.authorizations]).toEqual([4, ['Bearer canary-of-mine']]);
  expect(run.stderr).toContain('rejected the token in TRIMTAB_TOKEN.');
  expect(run.stderr).not.toContain('canary');
});

test.each([
  [{ TRIMTAB_TOKEN: 'two words' }, 'TRIMTAB_TOKEN contains characters that are not allowed in a token.'],
  [{ TRIMTAB_CLIENT_SECRET: 'x' }, 'TRIMTAB_CLIENT_SECRET is set without TRIMTAB_CLIENT_ID.'],
  [{ TRIMTAB_CLIENT_ID: 'x', TRIMTAB_CLIENT_SECRET: 'x' }, 'TRIMTAB_CLIENT_SECRET is set without TRIMTAB_ISSUER'],
])('invalid variables are an error: %j', async (environment, sentence) => {
  await using api = await serveWitness();
  const run = await trimtab('kpis', { api: api.url, environment });
  expect([run.code, api.sent]).toEqual([2, []]);
  expect(run.stderr).toContain(sentence);
});

test('a token is sent over plain http only to this machine', async () => {
  for (const line of ['kpis', 'api GET /v1/views/kpis']) {
    const run = await trimtab(line, { api: 'http://trimtab.invalid', environment: { TRIMTAB_TOKEN: 'canary' } });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(
      'The token was not sent to trimtab.invalid over plain http, because others on the network',
    );
  }
});

/** The two kinds of credentials for scripts, by name. */
const forScripts: [string, (issuer: string) => Record<string, string>][] = [
  ['TRIMTAB_TOKEN', () => ({ TRIMTAB_TOKEN: 'canary' })],
  [
    'TRIMTAB_CLIENT_SECRET',
    (issuer) => ({ TRIMTAB_ISSUER: issuer, TRIMTAB_CLIENT_ID: 'deployer', TRIMTAB_CLIENT_SECRET: 'canary' }),
  ],
];

test.each(forScripts)('%s is sent only to the API that it was set with', async (name, variables) => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  await using other = await serveWitness();
  const environment = { ...home.environment, ...variables(issuer.url) };
  const runs = [
    await trimtab(`kpis --api ${other.url}`, { api: issuer.url, environment }),
    await trimtab(`kpis --api ${other.url}`, { environment }),
    await trimtab(`api /v1/views/kpis --api ${other.url}/x`, { api: other.url, environment }),
    await trimtab(`auth status --api ${other.url}`, { api: issuer.url, environment }),
    await trimtab(`auth token --api ${other.url}`, { api: issuer.url, environment }),
  ];
  for (const { code, stderr } of runs) {
    expect(code).toBe(2);
    expect(stderr).toContain(`${name} was not sent to ${other.url}`);
    expect(stderr).toContain(`set TRIMTAB_API=${other.url}`);
    expect(stderr).not.toContain('canary');
  }
  expect(runs[0]?.stderr).toContain(`it was set for ${issuer.url}.`);
  expect(runs[1]?.stderr).toContain('neither TRIMTAB_API nor a context names the API');
  expect([other.sent, issuer.seen]).toEqual([[], []]);
});

test.each(forScripts)('%s is sent to the API of TRIMTAB_API and of a context', async (_name, variables) => {
  using home = makeHome();
  await using issuer = await serveIssuer();
  await using api = await serveWitness();
  const environment = { ...home.environment, ...variables(issuer.url) };
  await trimtab(`context add prod --api ${api.url}`, { environment: home.environment });
  for (const [line, variable] of [
    ['kpis', {}],
    ['kpis --context prod', {}],
    [`kpis --api ${api.url}/`, {}],
    [`kpis --api ${api.url}`, { TRIMTAB_API: `${api.url}/` }],
  ] as const) {
    const { code, stderr } = await trimtab(line, { environment: { ...environment, ...variable } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'The API sent no key figures.\n' });
  }
  // The reads of /config.json have no token.
  expect(api.sent.filter((sent) => sent.startsWith('Bearer '))).toHaveLength(4);
});

test('a client secret is not sent to a provider that only the API names', async () => {
  await using issuer = await serveIssuer();
  const environment = { TRIMTAB_CLIENT_ID: 'deployer', TRIMTAB_CLIENT_SECRET: 'canary' };
  for (const line of ['kpis', 'auth token', 'api /v1/views/kpis']) {
    const { code, stderr } = await trimtab(line, { api: issuer.url, environment });
    expect(code).toBe(2);
    expect(stderr).toContain('Set TRIMTAB_ISSUER to your sign-in provider');
  }
  expect(issuer.seen).toEqual([]);
});

test('client credentials get a token, and a new one after a 401', async () => {
  await using issuer = await serveIssuer();
  const environment = {
    TRIMTAB_ISSUER: issuer.url,
    TRIMTAB_CLIENT_ID: 'deployer',
    TRIMTAB_CLIENT_SECRET: 'canary',
  };
  const run = await trimtab('kpis --debug', { api: issuer.url, environment });
  expect([run.code, issuer.grants, issuer.authorizations]).toEqual([
    0,
    ['client_credentials'],
    ['Bearer access-canary-1'],
  ]);
  expect(Object.fromEntries(issuer.forms[0] ?? [])).toMatchObject({ client_id: 'deployer', audience: 'urn:api' });
  expect(run.stderr).not.toContain('canary');
});

test('after a failed renewal with client credentials, the next call asks the provider again', async () => {
  await using issuer = await serveIssuer();
  let isAway = false;
  await using api = await serve(async ({ url }) => {
    const { pathname } = new URL(url);
    if (isAway) return new Response(null, { status: 503 });
    if (pathname === '/token') return Response.json({ access_token: 'canary', token_type: 'Bearer', expires_in: 60 });
    return Response.json({ issuer: `${api.url}/`, token_endpoint: `${api.url}/token` });
  });
  const environment = {
    TRIMTAB_API: issuer.url,
    TRIMTAB_ISSUER: api.url,
    TRIMTAB_CLIENT_ID: 'deployer',
    TRIMTAB_CLIENT_SECRET: 'canary',
  };
  const context = contextWith(issuer.url, environment);
  const provide = openTokens(context);
  expect(await provide({ forceRefresh: false })).toBe('canary');
  isAway = true;
  await expect(provide({ forceRefresh: true })).rejects.toThrow(api.url);
  isAway = false;
  expect(await provide({ forceRefresh: false })).toBe('canary');
});

test('a 401 without a sign-in exits 4 with the next step', async () => {
  await using issuer = await serveIssuer();
  const run = await trimtab('kpis', { api: issuer.url });
  expect(run.code).toBe(4);
  expect(run.stderr).toContain('Sign in with trimtab login. In scripts set TRIMTAB_TOKEN');
});

test('auth status shows user, API, storage and expiry in every format', async () => {
  await using here = await signedInHome();
  const { issuer, file, setting } = here;
  const piped = await trimtab('auth status', setting);
  expect(piped.stdout).toBe(
    `FACT\tVALUE\nSigned in as\tOlga Operator (olga@example.test)\nAPI\t${issuer.url}\nProvider\t${issuer.url}/\n` +
      `Token stored in\t${file}\nExpires\t2026-11-18T10:30:00Z, then renewed automatically\n`,
  );
  const json = await trimtab('auth -o json', setting);
  expect(JSON.parse(json.stdout)).toMatchObject({ subject: 'auth0|operator', kept_in: 'file', renewed: true });
  const token = await trimtab('auth token', setting);
  expect(token.stdout).toBe('access-canary-1\n');
});

test('auth status shows the claims of the token in TRIMTAB_TOKEN', async () => {
  const token = tokenOf({ sub: 'machine@clients', exp: fixedNow / 1_000 + 60 });
  const run = await trimtab('auth status -o json', {
    api: 'http://127.0.0.1:1',
    environment: { TRIMTAB_TOKEN: token },
  });
  expect(JSON.parse(run.stdout)).toMatchObject({
    subject: 'machine@clients',
    kept_in: 'environment',
    expires: '2026-11-18T09:31:00Z',
  });
});

test.each(['auth status', 'auth token'])('%s without a sign-in exits 4', async (line) => {
  using home = makeHome();
  const run = await trimtab(line, { api: 'http://127.0.0.1:1', environment: home.environment });
  expect([run.code, run.stdout]).toEqual([4, '']);
  expect(run.stderr).toContain('You are not signed in to http://127.0.0.1:1.');
});

test.each<[string, () => Response]>([
  ['revokes it at the provider', () => new Response(null)],
  [
    'works without the provider',
    () => {
      throw new Error('cut');
    },
  ],
])('logout removes the sign-in and %s', async (_name, onRevoke) => {
  using home = makeHome();
  await using issuer = await serveIssuer({ onRevoke });
  const setting = { api: issuer.url, environment: home.environment };
  await trimtab('login --token-store file', { ...setting, typed: [] });
  const run = await trimtab('logout', setting);
  expect([run.code, readdirSync(home.sessions)]).toEqual([0, []]);
  expect(run.stderr).toContain(`Signed out of ${issuer.url}.`);
  expect(issuer.seen).toContain('POST /oauth/revoke');
  const again = await trimtab('logout', setting);
  expect([again.code, again.stderr]).toEqual([0, `You were not signed in to ${issuer.url}.\n`]);
});

test('issuer, client and audience select among several sign-ins', async () => {
  await using here = await signedInHome();
  const { issuer, setting } = here;
  const statusWith = async (more: Record<string, string>) =>
    (await trimtab('auth status', { ...setting, environment: { ...setting.environment, ...more } })).code;
  expect(await statusWith({ TRIMTAB_ISSUER: issuer.url, TRIMTAB_CLIENT_ID: 'trimtab-cli' })).toBe(0);
  expect(await statusWith({ TRIMTAB_ISSUER: 'other.example.com' })).toBe(4);
  expect(await statusWith({ TRIMTAB_CLIENT_ID: 'other' })).toBe(4);
  expect(await statusWith({ TRIMTAB_AUDIENCE: 'urn:other' })).toBe(4);
});

test('a bare domain and its https URL are the same issuer', () => {
  expect(issuerOf('tenant.example.com')).toBe('https://tenant.example.com/');
  expect(issuerOf('https://tenant.example.com/realms/x')).toBe('https://tenant.example.com/realms/x');
});
