import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { serve } from '../testing/loopback.ts';
import { answerShop, shopRows } from '../testing/shop.ts';
import { trimtab } from '../testing/trimtab.ts';

const [cart, checkout, catalogue] = shopRows;
if (cart === undefined || catalogue === undefined || checkout === undefined) throw new Error('too few rows');
const overprovisioned = { severity: 'medium', label: 'Overprovisioned' } as const;

/** The rows of each read; null for an API that does not answer. */
const reads = [
  [cart, checkout],
  [cart, checkout],
  null,
  null,
  [{ ...cart, status: overprovisioned }, checkout, catalogue],
  [checkout, catalogue],
];

/** Runs a command line that follows a list until all reads were printed. */
async function followed(words: readonly string[], columns?: number) {
  let round = 0;
  await using api = await serve((request) => {
    const rows = reads[round];
    return rows === null || rows === undefined
      ? Response.json({ errors: ['busy'] }, { status: 500 })
      : answerShop(request, rows);
  });
  const controller = new AbortController();
  const waits: number[] = [];
  return {
    waits,
    ...(await trimtab(['targets', '-n', 'shop', ...words], {
      api: api.url,
      environment: { NO_COLOR: '1' },
      signal: controller.signal,
      ...(columns === undefined ? {} : { columns }),
      clock: {
        elapsedMs: () => 0,
        sleep: async (milliseconds, signal) => {
          waits.push(milliseconds);
          round += 1;
          if (round === reads.length) controller.abort();
          signal.throwIfAborted();
        },
      },
    })),
  };
}

const notes = 'The API answered 500: busy. Retrying every ten seconds.\ncart is no longer listed.\n';

test('-w prints the list, then new and changed rows, errors once, and what is gone', async () => {
  const { code, stdout, stderr, waits } = await followed(['-w', '--columns', 'name,status']);
  expect(stdout.split('\n')).toEqual([
    'NAME\tSTATUS',
    'cart\tHealthy',
    'checkout\tHealthy',
    'cart\tOverprovisioned',
    `${catalogue.name}\tOverprovisioned`,
    '',
  ]);
  expect({ code, stderr }).toEqual({ code: 130, stderr: `${notes}trimtab: Interrupted.\n` });
  expect(waits).toEqual(reads.map(() => 10_000));
});

test('on a terminal rows are aligned, and wider if a longer name appears', async () => {
  const { stdout } = await followed(['--watch', '--columns', 'name,status'], 60);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['NAME', 'STATUS'],
    ['cart', 'Healthy'],
    ['checkout', 'Healthy'],
    ['cart', 'Overprovisioned'],
    [catalogue.name, 'Overprovisioned'],
    [''],
  ]);
  expect(stdout).toContain('\ncheckout  Healthy\n');
});

test('on a narrow terminal the omitted columns are named, and a longer name does not remove another', async () => {
  const { stdout, stderr } = await followed(['-w'], 30);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/).length)).toEqual([3, 3, 3, 3, 3, 1]);
  expect(stdout.split('\n')[4]).toMatch(/^catal\S*… {2}Recomm/);
  const words = stderr.replaceAll(/\s+/g, ' ');
  expect(words).toContain('Columns omitted because the terminal is too narrow: CPU, MEMORY, ');
});

test('-w -o json has one row per line, csv and name have no second header', async () => {
  const lines = (await followed(['-w', '-o', 'json'])).stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(['cart', 'checkout', 'cart', catalogue.name]);
  expect((await followed(['-w', '-o', 'name'])).stdout).toBe(`cart\ncheckout\n${catalogue.name}\n`);
  const csv = (await followed(['-w', '-o', 'csv', '--columns', 'name'])).stdout;
  expect(csv).toBe(`name\r\ncart\r\ncheckout\r\n${catalogue.name}\r\n`);
});

test('-w -o yaml has one document per row', async () => {
  const documents = parseAllDocuments((await followed(['-w', '-o', 'yaml'])).stdout);
  expect(documents.map((document) => document.toJS().name)).toEqual(['cart', 'checkout', 'cart', catalogue.name]);
});

test.each([
  [
    ['--jq', '"\\(.name) \\(.status.label)"'],
    ['cart Healthy', 'checkout Healthy', 'cart Overprovisioned'],
  ],
  [
    ['--jq', '.name'],
    ['cart', 'checkout'],
  ],
  [
    ['--jq', '.name, .status.severity'],
    ['cart', 'low', 'checkout', 'low', 'cart', 'medium'],
  ],
  [
    ['-o', 'jsonpath={.name} {.status.severity}'],
    ['cart low', 'checkout low', 'cart medium'],
  ],
  [
    ['-o', 'jsonpath={.name}{"\\n"}'],
    ['cart', 'checkout'],
  ],
  [
    ['--json', 'name'],
    ['{"name":"cart"}', '{"name":"checkout"}'],
  ],
  [
    ['--json', 'name,severity'],
    ['{"name":"cart","severity":"low"}', '{"name":"checkout","severity":"low"}', '{"name":"cart","severity":"medium"}'],
  ],
  [
    ['-o', 'custom-columns=N:.name,S:.status.label'],
    ['N\tS', 'cart\tHealthy', 'checkout\tHealthy', 'cart\tOverprovisioned'],
  ],
])('-w %j prints what is selected of each row, when that is new or changed', async (words, expected) => {
  const { code, stdout, stderr } = await followed(['-w', ...words]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.slice(0, expected.length)).toEqual(expected);
  expect(lines.slice(expected.length).join(' ')).toContain(catalogue.name);
  expect({ code, stderr }).toEqual({ code: 130, stderr: `${notes}trimtab: Interrupted.\n` });
});

test('-w with a filter that fails ends at once', async () => {
  const { code, stdout, stderr, waits } = await followed(['-w', '--jq', '.name | keys']);
  expect({ code, stdout, waits }).toEqual({ code: 2, stdout: '', waits: [] });
  expect(stderr).toContain('The filter of --jq failed');
});

test.each([
  ['--jq', '.items[].name'],
  ['-o', 'jsonpath={range .items[*]}{.name}{end}'],
  ['-o', 'jsonpath={.items[*].name}'],
])('-w %s %s says that each row is selected alone', async (...words) => {
  const { code, stdout, stderr } = await followed(['-w', ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('With -w, the filter gets each row on its own, so .items does not exist.');
  expect(stderr).toContain('-w --jq .name');
});

test.each([
  ['kpis -w --columns id,value', 'targets\t3\n'],
  ['targets -n shop -w --columns name', 'cart\n'],
])('%s says once that figures are being computed or missing, and when they are complete', async (line, row) => {
  let count = 0;
  const note = 'Usage of shop/cart is missing.';
  await using api = await serve((request) => {
    const isKpis = request.url.endsWith('/kpis');
    if (isKpis || request.url.includes('managed=true')) count += 1;
    const computing = count < 3 ? { computing: true } : {};
    const kpi = { id: 'targets', label: 'T', value: 3, ...(count < 4 ? { tooltip: note } : {}) };
    const rows = request.url.includes('managed=false') ? [] : [cart];
    return Response.json({ data: { items: isKpis ? [kpi] : rows, ...computing } });
  });
  const controller = new AbortController();
  const sleep = async () => {
    if (count === 4) controller.abort();
    controller.signal.throwIfAborted();
  };
  const clock = { elapsedMs: () => 0, sleep };
  const setting = { api: api.url, signal: controller.signal, clock };
  const { stdout, stderr } = await trimtab(`${line} --no-headers`, setting);
  expect(stdout).toBe(row);
  const missing = line.startsWith('kpis') ? `Targets: ${note}\n` : '';
  expect(stderr).toBe(
    `Some figures are still being computed.\n${missing}All figures are complete now.\ntrimtab: Interrupted.\n`,
  );
});

test('kpis -w prints figures that change', async () => {
  let count = 0;
  await using api = await serve(() =>
    Response.json({ data: { items: [{ id: 'targets', label: 'T', value: Math.floor((count += 1) / 2) }] } }),
  );
  const controller = new AbortController();
  const sleep = async () => {
    if (count === 4) controller.abort();
    controller.signal.throwIfAborted();
  };
  const clock = { elapsedMs: () => 0, sleep };
  const { stdout } = await trimtab('kpis -w --no-headers', { api: api.url, signal: controller.signal, clock });
  expect(stdout).toBe('targets\tTargets\t0\t—\ntargets\tTargets\t1\t—\ntargets\tTargets\t2\t—\n');
});
