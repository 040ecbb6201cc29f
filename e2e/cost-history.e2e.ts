import { readTable } from './support/page.ts';
import type { RunningServer } from './support/server.ts';
import { expect, type Page, type Route, test } from './support/test.ts';

/**
 * Compares every bar of the second cost breakdown and its three largest contributors with figures computed here from the
 * API's answers. The formulas are those of docs/contract/costs.md; no code of the console is used.
 */
let server: RunningServer;
test.beforeAll(({ secondBreakdown }) => {
  server = secondBreakdown;
});

type Hours = { cpu_core_hours: number; memory_byte_hours: number };
type Analysis = {
  breakdown: { timestamp: string; realized: Hours; unrealized: Hours }[];
  contributors: { name: string; resource_savings: Hours }[];
};
type Pair = { raw: number | null; withSuggestions: number | null };
type Target = {
  namespace: string;
  name: string;
  spec: Record<'horizontal' | 'vertical', { mode?: string } | undefined>;
};
type Waste = { namespace: string; name: string; horizontalCost: Pair; verticalCost: Pair };
type Side = { total_request: number | null };
type Comparison = {
  namespace: string;
  name: string;
  resources: Record<'cpu' | 'memory', { optimized: Side; unoptimized: Side }>;
};

/** A node of 4 cores and 16 GB costs $0.192 an hour. */
const share = (cores: number, bytes: number) => Math.max(cores / 4, bytes / 16e9) * 0.192;
const dollarsOf = ({ cpu_core_hours: cores, memory_byte_hours: bytes }: Hours) => share(cores, bytes);
const written = (dollars: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    Math.abs(dollars) < 0.005 ? 0 : dollars,
  );
const utc = (options: Intl.DateTimeFormatOptions, moment: string | number) =>
  new Date(moment).toLocaleDateString('en-US', { timeZone: 'UTC', ...options });

/** Records the API's answers to the console, so that the test computes from the same data. */
async function recordAnswers<T>(page: Page, path: RegExp): Promise<T[]> {
  const answers: T[] = [];
  const answer = async (route: Route) => {
    const response = await route.fetch({ maxRetries: 3, timeout: 0 });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract tests check the answers of the API
    answers.push((await response.json()) as T);
    await route.fulfill({ response });
  };
  // A request may be pending when the test ends and the browser closes.
  await page.route(path, (route) => answer(route).catch(() => route.abort().catch(() => {})));
  return answers;
}

async function open(page: Page, range: string): Promise<void> {
  await page.goto(`${server.url}/cost-analysis?range=${range}&view=table&contributors=table`);
}

const tableOf = (page: Page, title: string) => page.getByRole('region', { name: title }).getByRole('table');

const ranges = [
  {
    range: 'last-month',
    title: 'Daily breakdown →',
    bucket: 'Day',
    months: 1,
    label: { month: 'short', day: 'numeric' },
  },
  {
    range: '3-months',
    title: 'Weekly breakdown →',
    bucket: 'Week',
    months: 3,
    label: { month: 'short', day: 'numeric' },
  },
  {
    range: 'last-year',
    title: 'Monthly breakdown →',
    bucket: 'Month',
    months: 12,
    label: { month: 'short', year: 'numeric' },
  },
] as const;

for (const { range, title, bucket, months, label } of ranges) {
  test(`every bar and the largest savings of ${range} are the hours times the price`, async ({ page }) => {
    const asking = page.waitForRequest((request) => request.url().includes('/v1/views/cost/analysis'));
    const answers = await recordAnswers<Analysis>(page, /\/v1\/views\/cost\/analysis/);
    const before = Date.now();
    await open(page, range);
    const asked = new URL((await asking).url()).searchParams;
    expect(asked.get('bucket')).toBe(bucket);
    const end = new Date(asked.get('end') ?? '');
    // The console may round the end to a minute.
    expect(end.getTime()).toBeGreaterThan(before - 60_000);
    expect(end.getTime()).toBeLessThan(Date.now() + 60_000);
    const start = new Date(end);
    start.setUTCMonth(start.getUTCMonth() - months);
    // In a shorter month the window starts on its last day; unit tests cover that case.
    if (start.getUTCDate() === end.getUTCDate()) expect(asked.get('start')).toBe(start.toISOString());
    await expect(tableOf(page, title)).toBeVisible();
    const [analysis = { breakdown: [], contributors: [] }] = answers;
    const rows = await readTable(tableOf(page, title));
    expect(rows.length).toBeGreaterThan(3);
    const bars = new Map(rows.map((row) => [(row.get('From') ?? '').replace(' (in part)', ''), row]));
    for (const { timestamp, realized, unrealized } of analysis.breakdown.slice(0, rows.length)) {
      const row = bars.get(utc(label, timestamp));
      expect(row?.get('Savings'), timestamp).toBe(written(dollarsOf(realized)));
      expect(row?.get('Waste'), timestamp).toBe(written(dollarsOf(unrealized)));
    }
    const largest = analysis.contributors
      .map(({ name, resource_savings }) => ({ name, dollars: dollarsOf(resource_savings) }))
      .toSorted((a, b) => b.dollars - a.dollars)
      .slice(0, 3);
    const shown = (await readTable(tableOf(page, 'Top savings contributors →'))).slice(0, 3);
    expect(shown.map((row) => [row.get('Target name'), row.get('Savings')])).toEqual(
      largest.map(({ name, dollars }) => [name, written(dollars)]),
    );
  });
}

const keyOf = ({ namespace, name }: { namespace: string; name: string }) => `${namespace}/${name}`;
const itemsOf = <T>(answers: { items: T[] }[]) => answers.flatMap(({ items }) => items);
const isAutonomous = ({ spec }: Target) =>
  [spec.horizontal, spec.vertical].some((block) => ['auto', 'autonomous'].includes(block?.mode?.toLowerCase() ?? ''));
const gapOf = ({ raw, withSuggestions }: Pair) =>
  raw === null || withSuggestions === null ? [] : [raw - withSuggestions];

/** Hourly savings and waste of all targets, and the targets that waste most. */
function projectionOf(
  targets: readonly Target[],
  wastes: readonly Waste[],
  comparisons: readonly Comparison[],
): { savings: number; waste: number; wasters: { name: string; yearly: number }[] } {
  const [wasteBy, comparisonBy] = [
    new Map(wastes.map((one) => [keyOf(one), one])),
    new Map(comparisons.map((one) => [keyOf(one), one])),
  ];
  const wasters: { name: string; yearly: number }[] = [];
  let [savings, waste] = [0, 0];
  for (const target of targets) {
    if (isAutonomous(target)) {
      const compared = comparisonBy.get(keyOf(target))?.resources;
      const cost = (side: 'optimized' | 'unoptimized') => {
        const [cores, bytes] = [compared?.cpu[side].total_request, compared?.memory[side].total_request];
        return typeof cores === 'number' && typeof bytes === 'number' ? share(cores, bytes) : Number.NaN;
      };
      const saved = cost('unoptimized') - cost('optimized');
      savings += Number.isNaN(saved) ? 0 : saved;
      continue;
    }
    const costs = wasteBy.get(keyOf(target));
    const gaps = [
      ...(costs && target.spec.horizontal ? gapOf(costs.horizontalCost) : []),
      ...(costs && target.spec.vertical ? gapOf(costs.verticalCost) : []),
    ];
    const gap = gaps.length === 0 ? 0 : Math.max(...gaps);
    waste += Math.max(0, gap);
    if (gap > 0) wasters.push({ name: target.name, yearly: gap * 24 * 365 });
  }
  return { savings, waste, wasters };
}

test('the projection divides the yearly sums by twelve, and lists the largest waste by cost gap', async ({ page }) => {
  const [lists, wastes, comparisons] = [
    await recordAnswers<{ items: Target[] }>(page, /\/v1\/ast\?enhancedItems=false/),
    await recordAnswers<{ items: Waste[] }>(page, /\/v1\/ast\/potential-savings\/average/),
    await recordAnswers<{ items: Comparison[] }>(page, /\/v1\/ast\/optimization\/comparison\/average/),
  ];
  await open(page, 'projected');
  await expect(tableOf(page, 'Monthly breakdown →')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Reading costs')).toHaveCount(0);
  const sums = page.getByRole('region', { name: 'Savings vs waste' });
  const projection = () => projectionOf(itemsOf(lists), itemsOf(wastes), itemsOf(comparisons));
  // The sums grow while further costs are read.
  await expect(async () => {
    const { savings, waste } = projection();
    expect(savings).not.toBe(0);
    for (const sum of [savings, waste])
      await expect(sums.getByText(written(sum * 24 * 365)).first()).toBeAttached({ timeout: 1_000 });
  }).toPass();
  const { savings, waste, wasters } = projection();
  await expect(tableOf(page, 'Monthly breakdown →').getByRole('row')).toHaveCount(13);
  const bars = await readTable(tableOf(page, 'Monthly breakdown →'));
  const now = new Date();
  for (const [ahead, bar] of bars.entries()) {
    const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead);
    expect(bar.get('From')).toBe(utc({ month: 'short', year: 'numeric' }, month));
    expect(bar.get('Savings')).toBe(written((savings * 24 * 365) / 12));
    expect(bar.get('Waste')).toBe(written((waste * 24 * 365) / 12));
  }
  const shown = (await readTable(tableOf(page, 'Top waste contributors →'))).slice(0, 3);
  expect(shown.map((row) => [row.get('Target name'), row.get('Yearly waste')])).toEqual(
    wasters
      .toSorted((a, b) => b.yearly - a.yearly)
      .slice(0, 3)
      .map(({ name, yearly }) => [name, written(yearly)]),
  );
});
