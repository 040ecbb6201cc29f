import { simulateTarget } from '@trimtab/core';
import { expect, test } from 'vitest';
import { cart, cartAnswers, serveCart } from '../../testing/cart.ts';
import { serve } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const environment = { NO_COLOR: '1' };
const screen = `shop/cart
RESOURCE  IN USE  REQUESTED  USED  NEW  NEW REQUESTS
CPU *       500m          1   50%  80%          625m
Memory        1G         2G   50%  50%            2G

Cost
Current per month  $34.56
New per month      $21.60
Change per year    $155.52 saved
`;

test.each([80, 200])('%i columns', async (columns) => {
  await using api = await serveCart();
  const { code, stdout } = await trimtab('simulate cart -n shop --cpu 80', { api: api.url, columns, environment });
  expect({ code, stdout }).toEqual({ code: 0, stdout: screen });
});

test('a pipe has one fact per line', async () => {
  await using api = await serveCart();
  const { stdout } = await trimtab('simulate cart -n shop --cpu 80%', { api: api.url });
  expect(stdout).toContain('\ncpu.new_requested\t625m\n');
  expect(stdout).toContain('\nBottleneck\tcpu\nCurrent per month\t$34.56\n');
});

test("JSON is the result of core's simulator for both resources", async () => {
  await using api = await serveCart();
  const { stdout } = await trimtab('simulate cart -n shop --cpu 40 --memory 90 -o json', { api: api.url });
  const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };
  const target = { mode: 'Recommendation', comparison: cart.comparison } as const;
  expect(JSON.parse(stdout)).toEqual(simulateTarget(target, { cpu: 40, memory: 90 }, settings));
});

test('every value in CSV is the unformatted value of the JSON', async () => {
  await using api = await serveCart();
  const line = 'simulate cart -n shop --cpu 40 --memory 90';
  const { stdout } = await trimtab(`${line} -o csv`, { api: api.url });
  const data = JSON.parse((await trimtab(`${line} -o json`, { api: api.url })).stdout);
  const figures = {
    used: 'used',
    requested: 'requested',
    current_percent: 'currentPercent',
    new_percent: 'newPercent',
  };
  const expected = ['cpu', 'memory'].flatMap((resource) =>
    Object.entries({ ...figures, new_requested: 'newRequested' }).map(
      ([id, figure]) => `${resource}.${id},${data[figure][resource] ?? ''}`,
    ),
  );
  const money = [data.currentMonthly, data.newMonthly, data.yearlyImpact];
  const names = ['current_monthly', 'new_monthly', 'yearly_impact'];
  expect(stdout.trimEnd().split('\r\n')).toEqual([
    'fact,value',
    ...expected,
    `bottleneck,${data.bottleneck}`,
    ...names.map((name, index) => `${name},${money[index]}`),
  ]);
});

type Amounts = { usage: number; request: number };

const totals = ({ usage, request }: Amounts) => ({
  unoptimized: { total_usage: usage, total_request: request },
  optimized: {},
});

/** An API whose target has these totals. */
const serveTotals = (cpu: Amounts, memory: Amounts) =>
  serve(({ url }) => {
    const { pathname } = new URL(url);
    return Response.json(
      pathname.endsWith('/comparison/average')
        ? { ...cart.comparison, resources: { cpu: totals(cpu), memory: totals(memory) } }
        : cartAnswers.get(pathname),
    );
  });

test.each<[string, Amounts, Amounts, string[]]>([
  ['nothing', { usage: 0.5, request: 1 }, { usage: 1e9, request: 1e9 }, []],
  [
    'CPU above its request',
    { usage: 1.5, request: 1 },
    { usage: 1e9, request: 2e9 },
    ['CPU: 1.5 in use, 1 requested (150%), which the simulator caps at 100%.'],
  ],
  [
    'CPU above its request, and memory below 1% of it',
    { usage: 2, request: 1 },
    { usage: 1e6, request: 1e9 },
    ['CPU: 2 in use, 1 requested (200%), which the simulator caps at 100%.'],
  ],
  [
    'no request',
    { usage: 0.5, request: 1 },
    { usage: 1e9, request: 0 },
    ['Memory: no request, which the simulator counts as 1%.'],
  ],
])('the notes say which utilization was capped: %s', async (_name, cpu, memory, notes) => {
  await using api = await serveTotals(cpu, memory);
  for (const format of ['table', 'json', 'csv']) {
    const { stderr } = await trimtab(`simulate cart -n shop --cpu 80 -o ${format}`, { api: api.url });
    expect(stderr).toBe(notes.map((note) => `${note}\n`).join(''));
  }
});

test.each([
  ['simulate cart -n shop', 'No utilization was given.'],
  ['simulate cart -n shop --cpu 0', 'from 1 to 100'],
  ['simulate cart -n shop --cpu 101', 'from 1 to 100'],
  ['simulate cart -n shop --memory 1.5', 'from 1 to 100'],
  ['simulate -n shop --cpu 50', "argument 'names'"],
])('%s exits 2 and sends nothing', async (line, sentence) => {
  await using api = await serveCart();
  const { code, stderr } = await trimtab(line, { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(api.seen).toEqual([]);
});
