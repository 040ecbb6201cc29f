import { expect, test } from 'vitest';
import { serveJson } from '../testing/loopback.ts';
import { serveShop, shopRows } from '../testing/shop.ts';
import { trimtab } from '../testing/trimtab.ts';
import { applyFilter } from './jq.ts';
import { isUnsafe } from './sanitize.ts';

const names = shopRows.map(({ name }) => name);

async function printed(words: readonly string[], columns?: number): Promise<string> {
  await using api = await serveShop();
  const setting = { api: api.url, environment: { NO_COLOR: '1' }, ...(columns === undefined ? {} : { columns }) };
  const { code, stdout, stderr } = await trimtab(['targets', '-n', 'shop', ...words], setting);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

test('--jq prints each result on a line, texts without quotes', async () => {
  const lines = (await printed(['--jq', '.items[].name'])).trimEnd().split('\n');
  expect(lines.toSorted()).toEqual(names.toSorted());
  expect(await printed(['--jq', '(.items | length), {a: 1}, [null], (map_values(0) | keys)'])).toBe(
    `${names.length}\n{"a":1}\n[null]\n["items","total"]\n`,
  );
});

const ignored = () => undefined;

test('Ctrl-C ends a filter that does not end: no signal has a listener while it runs', async () => {
  process.on('SIGINT', ignored);
  const before = process.listeners('SIGINT');
  const data = { toJSON: () => process.listenerCount('SIGINT') + process.listenerCount('SIGTERM') };
  expect(await applyFilter('.', data)).toBe('0\n');
  await expect(applyFilter('.[', data)).rejects.toThrow('The filter of --jq failed');
  expect(process.listeners('SIGINT')).toEqual(before);
  process.off('SIGINT', ignored);
});

test('--jq can print tables with tabs', async () => {
  const first = '.items | sort_by(.name) | .[0] | [.name, .mode] | @tsv';
  const [name] = names.toSorted();
  expect(await printed(['--jq', first])).toBe(`${name}\t${shopRows.find((row) => row.name === name)?.mode}\n`);
});

test('--json prints only these fields of each item, and --jq filters them', async () => {
  const rows: unknown = JSON.parse(await printed(['--json', 'mode,name', '--limit', '1']));
  expect(rows).toEqual([{ mode: expect.any(String), name: expect.any(String) }]);
  expect(await printed(['--json', 'name', '--jq', 'map(keys) | add | unique'])).toBe('["name"]\n');
});

test('--json prints a known field that no item has as null, and an object without items as an object', async () => {
  const [row]: unknown[] = JSON.parse(await printed(['--json', 'name,net_hourly_savings', '--limit', '1']));
  expect(Object.keys(row ?? {})).toEqual(['name', 'net_hourly_savings']);
  await using api = await serveJson({ a: 1, b: [2] });
  expect(JSON.parse((await trimtab('api /v1/x --json b', { api: api.url })).stdout)).toEqual({ b: [2] });
});

test('--json prints the computed columns of CSV too', async () => {
  const fields = ['--json', 'name,severity,recommendation_type', '--jq', '.[] | select(.name == "gone")'];
  expect(await printed(fields)).toBe('{"name":"gone","severity":"high","recommendation_type":"error"}\n');
});

test('-o jsonpath= fills a template of kubectl, without a line break at its end', async () => {
  const each = await printed(['-o', 'jsonpath={range .items[*]}{.name}{"\\t"}{.status.label}{"\\n"}{end}']);
  expect(each.trimEnd().split('\n').toSorted()).toEqual(
    shopRows.map(({ name, status }) => `${name}\t${status.label}`).toSorted(),
  );
  expect(await printed(['-o=jsonpath={.total}'])).toBe(String(names.length));
});

test('-o custom-columns= prints these columns: with tabs in a pipe, aligned on a terminal', async () => {
  const columns = 'custom-columns=NAME:.name,STATUS:.status.label,NONE:.nothing';
  const expected = shopRows.map(({ name, status }) => `${name}\t${status.label}\t<none>`);
  const [header, ...rows] = (await printed(['-o', columns])).trimEnd().split('\n');
  expect(header).toBe('NAME\tSTATUS\tNONE');
  expect(rows.toSorted()).toEqual(expected.toSorted());
  expect(await printed(['-o', columns, '--no-headers'])).not.toContain('STATUS');
  const [first] = (await printed(['-o', columns], 120)).split('\n');
  expect(first).toMatch(/^NAME {2,}STATUS {2,}NONE$/);
});

test('a selection of one target applies to the whole object', async () => {
  await using api = await serveJson({ name: 'cart', status: { label: 'Healthy' } });
  const run = async (...words: string[]) => (await trimtab(['api', '/v1/x', ...words], { api: api.url })).stdout;
  expect(await run('-o', 'custom-columns=N:.name,S:{.status.label}')).toBe('N\tS\ncart\tHealthy\n');
  expect(await run('-o', 'jsonpath={.status.label}')).toBe('Healthy');
  expect(await run('--jq', '.status.label')).toBe('Healthy\n');
});

test('control characters of data are not printed by a selection', async () => {
  await using api = await serveJson({ name: 'a\u001b[2Jb', keys: ['\u202e'] });
  for (const words of [
    ['--jq', '.name, .keys'],
    ['-o', 'jsonpath={.name}{.keys}'],
    ['-o', 'custom-columns=N:.name'],
  ]) {
    const { stdout } = await trimtab(['api', '/v1/x', ...words], { api: api.url });
    expect(isUnsafe(stdout.replaceAll(/[\t\n]/g, ''))).toBe(false);
  }
});

test.each([
  [['--jq', '.['], 'The filter of --jq failed: syntax error, unexpected end of file, line 1, column 2.'],
  [['--jq', '.items.name'], 'The filter of --jq failed: Cannot index array with string ("name").'],
  [['--json', 'nope'], 'There is no field nope.\nThe fields are name, namespace, '],
  [['--json', ''], 'Separate the names with commas'],
  [['--json'], "Option '--json <fields>' argument missing."],
  [['--jq', '.', '-o', 'yaml'], '--jq prints JSON, not yaml.'],
  [['--json', 'name', '-o', 'csv'], '--json prints JSON, not csv.'],
  [['-o', 'jsonpath'], '-o jsonpath needs a template.'],
  [['-o', 'jsonpath={.'], 'The JSONPath template is wrong: '],
  [['-o', 'custom-columns'], '-o custom-columns needs columns.'],
  [['-o', 'custom-columns=NAME'], '"NAME" is not a column.'],
  [['-o', 'custom-columns=NAME:{range .a}x'], 'is not the path of a column.'],
])('%j exits 2 with the next step', async (words, sentence) => {
  await using api = await serveShop();
  const { code, stdout, stderr } = await trimtab(['targets', '-n', 'shop', ...words], { api: api.url });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('a format from the environment gives way to --jq, and a command without JSON says that --jq has no effect', async () => {
  await using api = await serveShop();
  const setting = { api: api.url, environment: { TRIMTAB_OUTPUT: 'csv' } };
  expect((await trimtab('targets -n shop --jq .total', setting)).stdout).toBe(`${names.length}\n`);
  const { code, stderr } = await trimtab('completion bash --jq .', setting);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: '--jq has no effect, because this command prints no JSON.\n',
  });
});
