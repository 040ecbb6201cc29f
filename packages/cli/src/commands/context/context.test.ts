import { expect, test } from 'vitest';
import { makeHome } from '../../testing/home.ts';
import { serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('contexts can be added, listed, used and removed', async () => {
  using home = makeHome();
  const { environment } = home;
  const none = await trimtab('context', { environment });
  expect([none.code, none.stdout, none.stderr]).toEqual([
    0,
    '',
    'There are no contexts. Add one: trimtab context add NAME --api URL\n',
  ]);
  const first = await trimtab('context add lab --api http://127.0.0.1:1111 -n shop', { environment });
  expect(first.stderr).toBe('Added the context lab for http://127.0.0.1:1111. Every command uses it from now on.\n');
  const second = await trimtab('context add prod --api https://trimtab.example.com', { environment });
  expect(second.stderr).toBe(
    'Added the context prod for https://trimtab.example.com. To use it: trimtab context use prod\n',
  );
  const list = await trimtab('context list', { environment });
  expect(list.stdout).toBe(
    'IN USE\tNAME\tAPI\tNAMESPACE\n*\tlab\thttp://127.0.0.1:1111\tshop\n\tprod\thttps://trimtab.example.com\t—\n',
  );
  await trimtab('context use prod', { environment });
  expect((await trimtab('config get api', { environment })).stdout).toBe('https://trimtab.example.com\n');
  await trimtab('context remove prod', { environment });
  expect((await trimtab('config get api', { environment })).stdout).toBe('http://127.0.0.1:4400\n');
});

test('current prints only the name, and a renamed context stays in use with its settings', async () => {
  using home = makeHome();
  const { environment } = home;
  expect(await trimtab('context current', { environment })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('No context is in use.'),
  });
  await trimtab('context add lab --api http://127.0.0.1:1111 -n shop', { environment });
  await trimtab('context add prod --api https://trimtab.example.com', { environment });
  const renamed = await trimtab('context rename lab test', { environment });
  expect(renamed).toMatchObject({ code: 0, stderr: 'The context lab is now test.\n' });
  expect((await trimtab('context current', { environment })).stdout).toBe('test\n');
  const prod = { environment: { ...environment, TRIMTAB_CONTEXT: 'prod' } };
  expect((await trimtab('context current', prod)).stdout).toBe('prod\n');
  expect((await trimtab('context list -o name', { environment })).stdout).toBe('test\nprod\n');
  expect(JSON.parse((await trimtab('config view', { environment })).stdout)).toEqual({
    current: 'test',
    contexts: {
      test: { api: 'http://127.0.0.1:1111', namespace: 'shop' },
      prod: { api: 'https://trimtab.example.com' },
    },
  });
  expect((await trimtab(['config', 'view', '--jq', '.contexts | keys[]'], { environment })).stdout).toBe(
    'prod\ntest\n',
  );
});

test.each([
  [{ TRIMTAB_CONTEXT: 'prod' }, 'TRIMTAB_CONTEXT=prod overrides this while it is set.'],
  [{ TRIMTAB_API: 'http://127.0.0.1:2' }, 'TRIMTAB_API=http://127.0.0.1:2 overrides this while it is set.'],
])('a variable that overrides the context in use is named: %j', async (variables, sentence) => {
  using home = makeHome();
  const environment = { ...home.environment, ...variables };
  const added = await trimtab('context add lab --api http://127.0.0.1:1', { environment });
  expect(added.stderr).toBe(
    `Added the context lab for http://127.0.0.1:1. Every command uses it from now on. ${sentence}\n`,
  );
  const used = await trimtab('context use lab', { environment });
  expect(used.stderr).toBe(`Every command now uses the context lab: http://127.0.0.1:1. ${sentence}\n`);
});

test('--context and TRIMTAB_CONTEXT select a context for one command', async () => {
  using home = makeHome();
  const { environment } = home;
  await using api = await serveJson({ items: [] });
  await trimtab('context add lab --api http://127.0.0.1:1', { environment });
  await trimtab(`context add prod --api ${api.url}`, { environment });
  expect((await trimtab('kpis --context prod', { environment })).code).toBe(0);
  expect((await trimtab('kpis', { environment: { ...environment, TRIMTAB_CONTEXT: 'prod' } })).code).toBe(0);
  expect((await trimtab('kpis', { environment })).code).toBe(3);
});

test('the settings of a typed context override variables, those of TRIMTAB_CONTEXT do not', async () => {
  using home = makeHome();
  await trimtab('context add lab --api http://127.0.0.1:1 -n shop', { environment: home.environment });
  const set = { TRIMTAB_API: 'http://127.0.0.1:2', TRIMTAB_NAMESPACE: 'other', TRIMTAB_ISSUER: 'https://id.example' };
  const environment = { ...home.environment, ...set };
  const listed = async (line: string, more: Record<string, string> = {}) =>
    (await trimtab(line, { environment: { ...environment, ...more } })).stdout.split('\n').slice(2, 6);
  expect(await listed('config list --context lab')).toEqual([
    'api\thttp://127.0.0.1:1\tthe context lab',
    'namespace\tshop\tthe context lab',
    'output\ttable\tthe default',
    'issuer\thttps://id.example\tthe variable TRIMTAB_ISSUER',
  ]);
  expect(await listed('config list', { TRIMTAB_CONTEXT: 'lab' })).toEqual([
    'api\thttp://127.0.0.1:2\tthe variable TRIMTAB_API',
    'namespace\tother\tthe variable TRIMTAB_NAMESPACE',
    'output\ttable\tthe default',
    'issuer\thttps://id.example\tthe variable TRIMTAB_ISSUER',
  ]);
  const typed = await trimtab('config get api --context lab --api http://127.0.0.1:3', { environment });
  expect(typed.stdout).toBe('http://127.0.0.1:3\n');
});

test('a typed context decides where a write is sent, and the question names the API', async () => {
  using home = makeHome();
  await using prod = await serveJson({});
  await using staging = await serveJson({});
  await trimtab(`context add prod --api ${prod.url}`, { environment: home.environment });
  const environment = { ...home.environment, TRIMTAB_API: staging.url };
  const write = await trimtab('cleanup shop/cart --context prod', { environment, typed: ['y'] });
  expect(write.stderr).toBe(`API: ${prod.url} (the context prod)\nshop/cart is un-enrolled.\n`);
  expect([prod.seen.length, staging.seen]).toEqual([1, []]);
  const other = await trimtab('cleanup shop/cart', { environment, typed: ['n'] });
  expect(other.stderr).toBe(`API: ${staging.url} (the variable TRIMTAB_API)\nNothing was un-enrolled.\n`);
});

test.each([
  ['context add lab', 'A context needs the address of an API.'],
  ['context add', 'trimtab context add needs a name.'],
  ['context use nowhere', 'There is no context nowhere.'],
  ['context remove nowhere', 'There is no context nowhere.'],
  ['context rename nowhere new', 'There is no context nowhere.'],
  ['context rename twice', 'trimtab context rename needs two names.'],
  ['context rename twice a/b', '"a/b" cannot be the name of a context.'],
  ['context rename twice twice', 'A context twice exists already.'],
  ['context add a/b --api http://127.0.0.1:1', '"a/b" cannot be the name of a context.'],
  ['context add twice --api http://127.0.0.1:1', 'A context twice exists already.'],
  ['context frobnicate', 'trimtab context has no action frobnicate.'],
])('%s exits 2', async (line, sentence) => {
  using home = makeHome();
  const { environment } = home;
  await trimtab('context add twice --api http://127.0.0.1:1', { environment });
  const run = await trimtab(line, { environment });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(sentence);
});
