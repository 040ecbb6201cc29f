import { expect, test } from 'vitest';
import { serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const kpis = {
  data: {
    items: [
      { id: 'yearly_waste', label: 'Waste', value: 182_412.5, unit: 'currency', tooltip: 'One target is missing.' },
      { id: 'targets', label: 'T', value: 60 },
      { id: 'targets', label: 'again', value: 61 },
      { id: 'warnings', label: 'W', value: 0 },
      { id: 'autonomous', label: 'A', value: null },
      { id: 'from_the_future', label: 'F', value: 1 },
    ],
  },
};

test('80 columns: figures in the order of the home page, a dash for a missing one', async () => {
  await using api = await serveJson(kpis);
  const { code, stdout, stderr } = await trimtab('kpis', {
    api: api.url,
    columns: 80,
    environment: { NO_COLOR: '1' },
  });
  expect(stdout).toBe(`All namespaces

60                0                 $182.4K           —
Targets           Warnings          Yearly Waste      Autonomous
`);
  expect(stderr).toBe('\nYearly Waste: One target is missing.\n');
  expect(code).toBe(0);
});

test('200 columns: all eight figures of the real server in one line, in color', async () => {
  await using api = await serveDataSet('storefront');
  const { stdout } = await trimtab('kpis -n storefront', { api: api.url, columns: 200 });
  const lines = stdout.split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('\u001b[1mstorefront\u001b[22m');
  expect(lines[3]).toMatch(
    /Targets.*Overprovisioned.*Underprovisioned.*Warnings.*Recommendation.*Yearly Waste.*Autonomous.*Yearly Savings/,
  );
});

test('a pipe has one tab-separated line per figure, without color, and notes on stderr', async () => {
  await using api = await serveJson(kpis);
  const { stdout, stderr } = await trimtab('kpis', { api: api.url });
  expect(stdout).toBe(
    [
      'KPI\tLABEL\tVALUE\tNAMESPACE',
      'targets\tTargets\t60\t—',
      'warnings\tWarnings\t0\t—',
      'yearly_waste\tYearly Waste\t$182.4K\t—',
      'autonomous\tAutonomous\t—\t—\n',
    ].join('\n'),
  );
  expect(stderr).toBe('');
});

test('JSON has the figures of the API at full precision', async () => {
  await using api = await serveJson(kpis);
  const { stdout } = await trimtab('kpis -o json', { api: api.url });
  expect(JSON.parse(stdout)).toEqual({ items: kpis.data.items });
});

test('figures that are still being computed are marked in JSON and noted on stderr', async () => {
  await using api = await serveJson({ data: { ...kpis.data, computing: true } });
  const { stdout, stderr } = await trimtab('kpis -o json', { api: api.url });
  expect(JSON.parse(stdout)).toEqual({ items: kpis.data.items, computing: true });
  expect(stderr).toBe('Some figures are still being computed. Run the command again in a moment.\n');
});

test('while a started server reads the past, a note says how far it is', async () => {
  const reading = { targets: 10_000, read: 1_750, minutes_left: 6 };
  await using api = await serveJson({ data: { ...kpis.data, computing: true, reading } });
  const { stdout, stderr } = await trimtab('kpis -o json', { api: api.url });
  expect(JSON.parse(stdout)).toEqual({ items: kpis.data.items, computing: true });
  expect(stderr).toBe(
    'Some figures are still being computed. Run the command again in a moment.\nPast usage has been read for 1,750 of 10,000 targets, about 6 min left.\n',
  );
  expect(api.seen).toEqual(['GET /v1/views/kpis']);
  const ofNamespace = await trimtab('kpis -n shop -o json', { api: api.url });
  expect(ofNamespace.stderr).toBe(stderr);
  expect(api.seen.slice(1)).toEqual(['GET /v1/views/namespaces/shop/kpis', 'GET /v1/views/kpis']);
});

test('CSV has unformatted numbers and empty cells for missing ones', async () => {
  await using api = await serveJson(kpis);
  const { stdout } = await trimtab('kpis -o csv --no-headers', { api: api.url });
  expect(stdout).toBe(
    'targets,Targets,60,\r\nwarnings,Warnings,0,\r\nyearly_waste,Yearly Waste,182412.5,\r\nautonomous,Autonomous,,\r\n',
  );
});

test('the figures of a namespace name it in every format, also if the context selects it', async () => {
  await using api = await serveJson(kpis);
  const environment = { TRIMTAB_NAMESPACE: 'shop' };
  const run = async (line: string) => (await trimtab(line, { api: api.url, environment })).stdout;
  expect(await run('kpis')).toContain('\ntargets\tTargets\t60\tshop\n');
  expect(await run('kpis -o csv')).toContain('\r\ntargets,Targets,60,shop\r\n');
  expect(JSON.parse(await run('kpis -o json')).items[1]).toEqual({ ...kpis.data.items[1], namespace: 'shop' });
});

test.each(['kpis -n shop,bank', 'kpis -n shop -n bank -n shop'])('%s has the figures of both', async (line) => {
  await using api = await serveJson(kpis);
  const { stdout } = await trimtab(`${line} --no-headers`, { api: api.url });
  const namespaces = stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t')[3]);
  expect(namespaces).toEqual([...Array(4).fill('shop'), ...Array(4).fill('bank')]);
  const shown = await trimtab(line, { api: api.url, columns: 100, environment: { NO_COLOR: '1' } });
  expect(shown.stdout).toMatch(/^shop\n[^]*\nbank\n/);
  expect(shown.stderr).toBe(
    '\nshop: Yearly Waste: One target is missing.\nbank: Yearly Waste: One target is missing.\n',
  );
});
