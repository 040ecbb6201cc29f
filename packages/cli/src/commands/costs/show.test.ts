import { expect, test, vi } from 'vitest';
import { fixedNow, serve, serveDataSet } from '../../testing/loopback.ts';
import { serveShop } from '../../testing/shop.ts';
import { trimtab } from '../../testing/trimtab.ts';

const environment = { NO_COLOR: '1' };
const hours = (cores: number | null) => ({ cpu_core_hours: cores, memory_byte_hours: 0 });
const analysis = {
  breakdown: [
    { timestamp: '2026-10-01T00:00:00.000Z', realized: hours(1000), unrealized: hours(2000) },
    { timestamp: '2026-11-01T00:00:00.000Z', realized: hours(2000), unrealized: hours(null) },
  ],
  contributors: [
    { name: 'cart', resource_savings: hours(500) },
    { name: 'search', resource_savings: hours(2500) },
  ],
};

const serveHistory = (answer: unknown = analysis) =>
  serve(({ url }) =>
    Response.json(
      url.includes('/settings') ? { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.4 } : answer,
    ),
  );

const nodes = {
  groups: [
    {
      instance_type: 'm5.xlarge',
      region: 'us-east-1',
      capacity_type: 'spot',
      nodes: 12,
      cpu_cores: 3.92,
      memory_bytes: 15_461_882_265,
      hourly_cost: 0.192,
      price: 'Price table of May: ours.',
    },
  ],
  nodes: 12,
  hourly_cost: 2.304,
  now: { nodes: 10, hourly_cost: 1.92, binding: 'cpu', unplaced: 0 },
  suggested: { nodes: 7, hourly_cost: 1.344, binding: 'memory', unplaced: 1 },
  paper_hourly_savings: 0.71,
  realizable_hourly_savings: 0.576,
};

test('--nodes shows the nodes with their prices, and what the suggestions save in whole nodes', async () => {
  await using api = await serve(() => Response.json(nodes));
  const { code, stdout, stderr } = await trimtab('costs --nodes', { api: api.url, columns: 120, environment });
  expect(stdout).toMatch(
    /^Nodes\nTYPE +REGION +CAPACITY +NODES +CPU +MEMORY +PER HOUR +PRICE FROM\nm5\.xlarge +us-east-1 +spot +12 /,
  );
  expect(stdout).toMatch(/In the cluster +12 +\$20,183/);
  expect(stdout).toMatch(/Needed now +10 +\$16,819 +CPU/);
  expect(stdout).toMatch(/Needed with the suggestions +7 +\$11,773 +Memory/);
  expect(stderr).toContain('On paper, the suggestions save $6,220 a year. Counted in whole nodes, they save $5,046.');
  expect(stderr).toContain('1 pod fits no node.');
  expect(code).toBe(0);
  const piped = await trimtab('costs --nodes', { api: api.url });
  expect(piped.stdout).toMatch(
    /^TYPE\tREGION.*\nm5\.xlarge\t.*\n\n\tNODES\tPER YEAR\tLIMITED BY\nIn the cluster\t12\t/,
  );
  expect(piped.stdout).toContain('Needed with the suggestions\t7\t$11,773\tMemory\n');
  const json = await trimtab('costs --nodes -o json', { api: api.url });
  expect(JSON.parse(json.stdout)).toMatchObject({ nodes: 12, realizable_hourly_savings: 0.576 });
});

test('--nodes refuses a namespace', async () => {
  expect((await trimtab('costs --nodes -n shop')).code).toBe(2);
});

test('80 columns: months with bars, contributors and totals', async () => {
  await using api = await serveHistory();
  const { code, stdout, stderr } = await trimtab('costs', { api: api.url, columns: 80, environment });
  expect(stdout).toBe(`Monthly breakdown
MONTH     SAVINGS                              WASTE
Oct 2026  $100.00  ████████████              $200.00  ████████████████████████
Nov 2026  $200.00  ████████████████████████        —

Top savings contributors
NAME    SAVINGS
search  $250.00  ████████████████████████
cart     $50.00  ████▊
`);
  expect(stderr).toBe('\nSaved $300, wasted $200. 1 of 2 periods lacks figures.\n');
  expect(code).toBe(0);
});

test('40 columns: bars are omitted, figures stay', async () => {
  await using api = await serveHistory();
  const { stdout } = await trimtab('costs', { api: api.url, columns: 40, environment });
  expect(stdout).toContain('Oct 2026  $100.00');
  expect(stdout).toContain('$200.00');
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
});

test('200 columns: projected figures, largest first, without negative waste', async () => {
  await using api = await serveShop();
  const { stdout, stderr } = await trimtab('costs -n shop', { api: api.url, columns: 200, environment });
  expect(stdout).toBe(`Projected annual waste
NAMESPACE  NAME                                           YEARLY     NET
shop       catalogue-search-indexer-with-a-long-name  $10,950.00  $6,570  ████████████████████████

Projected annual savings
NAMESPACE  NAME         YEARLY
shop       cart      $3,784.32  ████████▎
shop       checkout  ($438.00)  ░
`);
  expect(stderr).toBe(
    '\nPer year: $3,346 saved, $10,950 wasted. 1 target has no figure.\n(…) in the yearly column: This target was underprovisioned. The product added the required resources to mitigate risk.\nNET: what applying all suggestions together saves in a year; negative if they cost more.\n',
  );
});

test("a pipe and CSV have the API's timestamps and numbers", async () => {
  await using api = await serveHistory();
  const piped = await trimtab('costs --range 3-months', { api: api.url });
  expect(piped.stdout).toBe(
    'START\tSAVINGS\tWASTE\n2026-10-01T00:00:00.000Z\t$100.00\t$200.00\n2026-11-01T00:00:00.000Z\t$200.00\t—\n',
  );
  const csv = await trimtab('costs -o csv --no-headers', { api: api.url });
  expect(csv.stdout).toBe('2026-10-01T00:00:00.000Z,100,200\r\n2026-11-01T00:00:00.000Z,200,\r\n');
});

test.each([
  ['last-month', 'Day', '2026-10-18'],
  ['3-months', 'Week', '2026-08-18'],
  ['last-year', 'Month', '2025-11-18'],
])('%s requests buckets of a %s from %s', async (range, bucket, start) => {
  await using api = await serveHistory();
  await trimtab(`costs --range ${range}`, { api: api.url });
  const asked = api.seen.find((request) => request.includes('/cost/analysis')) ?? '';
  const { searchParams } = new URL(asked.slice('GET '.length), api.url);
  expect(searchParams.get('bucket')).toBe(bucket);
  expect(searchParams.get('start')?.slice(0, 10)).toBe(start);
  expect(Date.parse(searchParams.get('end') ?? '')).toBe(fixedNow);
});

test('JSON is the response of the API', async () => {
  await using api = await serveDataSet('storefront');
  const window = `start=${new Date(Date.UTC(2026, 9, 18, 9, 30)).toISOString()}&end=${new Date(fixedNow).toISOString()}`;
  // The first answers may lack hours that are still being recorded.
  await vi.waitFor(
    async () => {
      const { stdout } = await trimtab('costs --range last-month -o json', { api: api.url });
      const answer = await (await fetch(`${api.url}/v1/views/cost/analysis?${window}&bucket=Day`)).json();
      expect(JSON.parse(stdout).breakdown).toEqual(answer.breakdown);
    },
    { timeout: 240_000 },
  );
});

test('an empty history prints a note and exits 0', async () => {
  await using api = await serveHistory({ breakdown: [], contributors: [] });
  const { code, stdout, stderr } = await trimtab('costs', { api: api.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain(
    'The API has no cost history yet. For yearly figures from current usage: trimtab costs --range projected',
  );
});

test('notes about missing data are printed in every format, with exit code 0', async () => {
  const lacks = ['No hour was recorded before 1 November.', 'Of cart nothing is known\u001b[2J.'];
  await using api = await serveHistory({ ...analysis, incomplete: lacks });
  const said = 'No hour was recorded before 1 November.\nOf cart nothing is known^[[2J.\n';
  for (const format of ['table', 'json', 'csv']) {
    expect(await trimtab(`costs -o ${format}`, { api: api.url })).toMatchObject({ code: 0, stderr: said });
  }
  const terminal = await trimtab('costs', { api: api.url, columns: 80, environment });
  expect(terminal.stderr).toContain(`figures.\n\n${said}`);
});

test('a history of one namespace is a usage error', async () => {
  const { code, stderr } = await trimtab('costs -n shop --range last-year');
  expect(code).toBe(2);
  expect(stderr).toContain('The API has no cost history of a single namespace.');
});

test('the history says that it is not limited to the namespace of a variable', async () => {
  await using api = await serveHistory();
  const run = await trimtab('costs --range last-month', { api: api.url, environment: { TRIMTAB_NAMESPACE: 'shop' } });
  expect(run).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('The past covers all namespaces, not only shop.'),
  });
  const whole = await trimtab('costs --range last-month -A', {
    api: api.url,
    environment: { TRIMTAB_NAMESPACE: 'shop' },
  });
  expect(whole.stderr).not.toContain('all namespaces');
});
