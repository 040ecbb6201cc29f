import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../../testing/home.ts';
import { serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const rows = (text: string) =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.split('\t')[0] ?? '', line.split('\t').slice(1)]),
  );

test('flag, variable, context and default apply in this order, and list shows the source', async () => {
  using home = makeHome();
  const { environment } = home;
  const file = join(home.directory, 'config.json');
  await trimtab('config set api http://127.0.0.1:1111', { environment });
  await trimtab('config set namespace shop', { environment });
  const inContext = rows((await trimtab('config', { environment })).stdout);
  expect(inContext.get('api')).toEqual(['http://127.0.0.1:1111', 'the context default']);
  expect(inContext.get('output')).toEqual(['table', 'the default']);
  expect(inContext.get('issuer')).toEqual(['—', 'not set']);
  expect(inContext.get('context')).toEqual(['default', `the file ${file}`]);
  const byVariable = { ...environment, TRIMTAB_API: 'http://127.0.0.1:2222', TRIMTAB_NAMESPACE: 'other' };
  const named = rows((await trimtab('config list', { environment: byVariable })).stdout);
  expect(named.get('api')).toEqual(['http://127.0.0.1:2222', 'the variable TRIMTAB_API']);
  expect(named.get('namespace')).toEqual(['other', 'the variable TRIMTAB_NAMESPACE']);
  const flagged = await trimtab('config list --api http://127.0.0.1:3333', { environment: byVariable });
  expect(rows(flagged.stdout).get('api')).toEqual(['http://127.0.0.1:3333', 'the flag --api']);
});

test('commands use the settings of the context', async () => {
  using home = makeHome();
  await using api = await serveJson({ items: [] });
  const { environment } = home;
  await trimtab(`config set api ${api.url}`, { environment });
  await trimtab('config set namespace shop', { environment });
  await trimtab('config set output json', { environment });
  const run = await trimtab('kpis', { environment });
  expect([run.code, run.stdout, api.seen]).toEqual([
    0,
    '{\n  "items": []\n}\n',
    ['GET /v1/views/namespaces/shop/kpis'],
  ]);
});

test('get prints only the value, and unset removes it', async () => {
  using home = makeHome();
  const { environment } = home;
  await trimtab('config set audience urn:api', { environment });
  expect((await trimtab('config get audience', { environment })).stdout).toBe('urn:api\n');
  await trimtab('config unset audience', { environment });
  expect(await trimtab('config get audience', { environment })).toMatchObject({ code: 2, stdout: '' });
});

test.each([
  ['config set color blue', 'There is no setting color.'],
  ['config set output xml', 'output must be one of table, wide, json, yaml, csv, name, not "xml".'],
  ['config set output junit', 'output must be one of table, wide, json, yaml, csv, name, not "junit".'],
  ['config set namespace a/b', 'namespace must be a name, or several with commas, not "a/b".'],
  ['context add lab --api http://127.0.0.1:1 -n a,,b', 'namespace must be a name, or several with commas, not "a,,b".'],
  ['config set api ftp://x', 'is not an http or https URL'],
  ['config set api', 'trimtab config set api needs a value.'],
  ['config get', 'trimtab config get needs the name of a setting.'],
  ['config frobnicate', 'trimtab config has no action frobnicate.'],
  ['kpis --context nowhere', 'There is no context nowhere.'],
])('%s exits 2', async (line, sentence) => {
  using home = makeHome();
  const run = await trimtab(line, { environment: home.environment });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(sentence);
});

test.each([
  ['', 'it is empty'],
  ['{"version":1,"contexts":{"a":{"ap', 'it is not a JSON object'],
  ['{"version":2,"contexts":{}}', 'it was written by a newer trimtab'],
  ['{"version":1,"contexts":{"a":{"color":"blue"}}}', 'the context a has an unknown setting color'],
  ['[]', 'it is not a JSON object'],
])('an invalid configuration file is an error and is not overwritten: %j', async (text, why) => {
  using home = makeHome();
  mkdirSync(home.directory, { recursive: true });
  const file = join(home.directory, 'config.json');
  writeFileSync(file, text);
  for (const line of ['kpis', 'config set namespace shop']) {
    const run = await trimtab(line, { environment: home.environment });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`${file} cannot be used: ${why}`);
  }
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('help and version work with an invalid configuration file', async () => {
  using home = makeHome();
  mkdirSync(home.directory, { recursive: true });
  writeFileSync(join(home.directory, 'config.json'), '{');
  expect((await trimtab('config --help', { environment: home.environment })).code).toBe(0);
});

test('parallel changes are all stored', async () => {
  using home = makeHome();
  const { environment } = home;
  const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
  const runs = await Promise.all(
    names.map((name) => trimtab(`context add ${name} --api http://127.0.0.1:1`, { environment })),
  );
  expect(runs.map(({ code }) => code)).toEqual(names.map(() => 0));
  const list = await trimtab('context list -o name', { environment });
  expect(list.stdout.trimEnd().split('\n').toSorted()).toEqual(names.toSorted());
  expect(lstatSync(join(home.directory, 'config.json')).mode & 0o777).toBe(0o600);
});

test('a folder that is not writable is an error with the next step', async () => {
  const run = await trimtab('config set namespace shop', { environment: { TRIMTAB_CONFIG_DIR: '/dev/null/x' } });
  expect(run.stderr).toContain('/dev/null/x cannot be written (ENOTDIR).');
  const homeless = await trimtab('config set namespace shop', { environment: {} });
  expect(homeless.stderr).toContain('There is no home folder to store settings in.');
});
