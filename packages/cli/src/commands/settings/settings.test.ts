import { expect, test } from 'vitest';
import { serve, serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };

test.each([80, 200])('%i columns: one fact per line', async (columns) => {
  await using api = await serveJson(settings);
  const { stdout } = await trimtab('settings', { api: api.url, columns, environment: { NO_COLOR: '1' } });
  expect(stdout).toBe('Node for costs\nCPU cores       4\nMemory          16 GB\nPrice per hour  $0.192\n');
});

test('pipe, CSV and JSON', async () => {
  await using api = await serveJson(settings);
  const piped = await trimtab('settings get', { api: api.url });
  expect(piped.stdout).toBe('FACT\tVALUE\nCPU cores\t4\nMemory\t16 GB\nPrice per hour\t$0.192\n');
  const csv = await trimtab('settings -o csv --no-headers', { api: api.url });
  expect(csv.stdout).toBe('node_cpu_cores,4\r\nnode_memory_bytes,16000000000\r\nnode_hourly_cost,0.192\r\n');
  expect(JSON.parse((await trimtab('settings -o json', { api: api.url })).stdout)).toEqual(settings);
});

test('set changes only the given values', async () => {
  await using api = await serveDataSet('storefront');
  const { code, stdout } = await trimtab('settings set --memory 64Gi --cores 8 --yes -o json', { api: api.url });
  const expected = { node_cpu_cores: 8, node_memory_bytes: 64 * 2 ** 30, node_hourly_cost: 0.192 };
  expect({ code, data: JSON.parse(stdout) }).toEqual({ code: 0, data: expected });
  const answer = await fetch(`${api.url}/v1/cost-savings/settings`);
  expect(await answer.json()).toMatchObject(expected);
});

test('each write has a key of its own, so that a server can recognize its repetition', async () => {
  const keys: (string | null)[] = [];
  await using api = await serve((request) => {
    if (request.method === 'POST') keys.push(request.headers.get('idempotency-key'));
    return Response.json(settings);
  });
  for (const cores of [8, 16]) await trimtab(`settings set --cores ${cores} --yes`, { api: api.url });
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(new Set(keys).size).toBe(2);
});

test('set asks on a terminal', async () => {
  await using api = await serveDataSet('storefront');
  const { stderr, questions } = await trimtab('settings set --memory 32', { api: api.url, typed: ['n'] });
  expect(questions[0]).toBe(
    'Costs will be calculated with a node of 4 CPU cores and 32 GB for $0.192 per hour. Save? [y/N] ',
  );
  expect(stderr).toBe(`API: ${api.url} (the variable TRIMTAB_API)\nNothing was saved.\n`);
});

test.each([
  ['--memory 500Mi', 'Memory', '0.524 GB'],
  ['--memory 64Gi', 'Memory', '68.719 GB'],
  ['--hourly 1.1', 'Price per hour', '$1.10'],
  ['--hourly 0.00005', 'Price per hour', '$0.00005'],
])('set %s shows the value as it was given', async (edit, label, text) => {
  await using api = await serveDataSet('storefront');
  const { stdout } = await trimtab(`settings set ${edit} --yes`, { api: api.url });
  expect(stdout).toContain(`${label}\t${text}\n`);
});

test.each([
  ['settings set --yes', 'No setting was given.'],
  ['settings set --cores -1 --yes', '--cores must be a number above 0, not "-1". Nothing was saved.'],
  ['settings set --hourly 1,5 --yes', '--hourly must be a number above 0, not "1,5". Nothing was saved.'],
  ['settings set --memory much --yes', '"much" is not an amount of memory. Nothing was saved.'],
  ['settings set --cores 8', 'Nothing was saved. There is no terminal to ask on.'],
  ['settings --cores 8', 'trimtab settings only shows the settings.\nTo change them: trimtab settings set\n'],
  ['settings drop', 'trimtab settings has no action drop.\nThe actions are get, set.\n'],
])('%s exits 2 and writes nothing', async (line, sentence) => {
  await using api = await serveJson(settings);
  const { code, stderr } = await trimtab(line, { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(api.seen.filter((request) => request.startsWith('POST'))).toEqual([]);
});
