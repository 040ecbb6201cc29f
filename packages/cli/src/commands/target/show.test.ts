import { expect, test } from 'vitest';
import { cart, cartAnswers, serveCart } from '../../testing/cart.ts';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const environment = { NO_COLOR: '1' };

const verdict =
  'Lower CPU 400m → 200m · frees $111/year · CPU above it 0.3% of the time · confidence high: 14 of 14 days';

const head = `shop/cart
Mode                Recommendation
Scaling             Multi dimensional
Workload            Deployment cart
Status              Overprovisioned
Replicas            2
Replica range       2 – 10
Suggested replicas  2
Yearly Waste        $876.00
Net effect          Applying all suggestions together costs $438 a year more.
Last forecast       5 min ago

Per pod
CONTAINER  RESOURCE  IN USE  REQUEST  USED  SUGGESTED  CHANGE  MANAGED
api        CPU         100m     400m   25%       200m    -50%  no
api        Memory         —    1.07G     —          —       —  no

Total usage · last 3 hours and forecast
CPU actual     ▁▅
CPU predicted  ▁▂▅█
               ▁ 100m  █ 300m

Expected peaks
CPU, next 24 hours       600m cores around 14:00 (500m – 800m)
CPU, next 7 days         900m cores around Nov 23, 09:00 (600m – 1.2)
Replicas, next 24 hours  4 pods around 14:00 (3 – 5)

Reliability
FIGURE                VALUE                  WINDOW               LAST
OOM kills             2                      7 days               Nov 17, 22:05
Restarts              3                      since Nov 15, 06:00  Nov 17, 22:05
CPU throttling        —                      7 days               —
CPU above request     0 min a day            7 days               —
Memory above request  74 min a day           7 days               Nov 17, 22:00
Memory peak           99.0% of limit         7 days               Nov 17, 22:00
Memory leak           Limit in about 3 days  7 days               —

About these figures
CPU throttling: There is no CPU limit. CPU above request: All pods together.
Memory above request: All pods together. Memory leak: api grows by 10Mi a day.

Reliability and cost · last 14 days
CONTAINER  RESOURCE  MODE                REQUEST  MIN ABOVE/DAY  UNUSED/YEAR
api        CPU       Cost savings           150m             43       $37.84
api        CPU       Balanced, in force     200m            3.6       $84.10
api        CPU       Max assurance          250m            0.4         $126
api        CPU       Current request        400m              0         $252

Why
Half of it is never used. Two pods are enough.
`;

test('80 columns: facts, containers, history, reasons, pods', async () => {
  await using api = await serveCart();
  const { code, stdout, stderr } = await trimtab('target cart -n shop', { api: api.url, columns: 80, environment });
  expect(stdout).toBe(`What to do
Lower CPU 400m → 200m · frees $111/year · CPU above it 0.3% of the time ·
confidence high: 14 of 14 days

${head}
Pods · 2
POD     STATUS   CREATED  IMAGE
cart-1  Running  1 h ago  registry.shop.example/cart:1.2
cart-2  Pending  —
`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('200 columns: the same, in color if wanted', async () => {
  await using api = await serveCart();
  const plain = await trimtab('target cart -n shop', { api: api.url, columns: 200, environment });
  const [first = '', ...rest] = plain.stdout.split('\n\n');
  expect(first.replaceAll('\n', ' ')).toBe(`What to do ${verdict}`);
  // Paragraphs are broken elsewhere.
  expect(rest.join(' ').replaceAll(/\s+/g, ' ').startsWith(head.replaceAll(/\s+/g, ' '))).toBe(true);
  const color = await trimtab('target cart -n shop', { api: api.url, columns: 200 });
  expect(color.stdout).toContain('\u001b[33mOverprovisioned\u001b[39m');
});

test.each([30, 80, 120, 300])(
  'sparklines of 300 points show the whole time, with the newest points last, at %i columns',
  async (columns) => {
    const rising = Array.from({ length: 300 }, (_, index) => index);
    const [metric] = cart.series.metrics;
    const values = rising.map((value) => (value < 150 ? value : null));
    const periods = rising.map((index) => new Date(Date.UTC(2026, 10, 18, 6) + index * 60_000).toISOString());
    const series = { periods, metrics: [{ ...metric, values, predicted: rising }] };
    await using api = await serve(({ url }) => {
      const { pathname } = new URL(url);
      return Response.json(pathname.endsWith('/metrics') ? series : (cartAnswers.get(pathname) ?? {}));
    });
    const { stdout } = await trimtab('target cart -n shop', { api: api.url, columns, environment });
    const lineOf = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(stdout)?.[1] ?? '';
    const [actual, predicted] = [lineOf('CPU actual'), lineOf('CPU predicted')];
    expect(predicted).toMatch(/^▁.*█$/);
    expect(predicted.length).toBe(Math.min(columns - 'CPU predicted  '.length, 200));
    // The same time is in the same column in both lines. The last column of the shorter line covers only some of the
    // points.
    expect(predicted.startsWith(actual.slice(0, -1))).toBe(true);
    expect(Math.abs(actual.length - predicted.length / 2)).toBeLessThanOrEqual(0.5);
  },
);

test('a pipe has one fact or sentence per line, without sparklines', async () => {
  await using api = await serveCart();
  const { stdout } = await trimtab('target cart -n shop', { api: api.url });
  expect(stdout).toBe(
    [
      'FACT\tVALUE',
      `Verdict\t${verdict}`,
      'Mode\tRecommendation',
      'Scaling\tMulti dimensional',
      'Workload\tDeployment cart',
      'Status\tOverprovisioned',
      'Replicas\t2',
      'Replica range\t2 – 10',
      'Suggested replicas\t2',
      'Yearly Waste\t$876.00',
      'Net effect\tApplying all suggestions together costs $438 a year more.',
      'Last forecast\t2026-11-18T09:25:00Z',
      'api.cpu.usage\t100m',
      'api.cpu.request\t400m',
      'api.cpu.suggested\t200m',
      'api.memory.usage\t—',
      'api.memory.request\t1.07G',
      'api.memory.suggested\t—',
      'CPU, next 24 hours\t600m cores around 14:00 (500m – 800m)',
      'CPU, next 7 days\t900m cores around Nov 23, 09:00 (600m – 1.2)',
      'Replicas, next 24 hours\t4 pods around 14:00 (3 – 5)',
      'reliability.oom_kills\t2',
      'reliability.restarts\t3',
      'reliability.throttling\t—',
      'reliability.cpu_above\t0 min a day',
      'reliability.memory_above\t74 min a day',
      'reliability.memory_of_limit\t99.0% of limit',
      'reliability.leak\tLimit in about 3 days',
      'api.cpu.cost_savings.request\t150m',
      'api.cpu.cost_savings.minutes_above_per_day\t43',
      'api.cpu.cost_savings.dollars_unused_per_year\t$37.84',
      'api.cpu.balanced.request\t200m',
      'api.cpu.balanced.minutes_above_per_day\t3.6',
      'api.cpu.balanced.dollars_unused_per_year\t$84.10',
      'api.cpu.max_assurance.request\t250m',
      'api.cpu.max_assurance.minutes_above_per_day\t0.4',
      'api.cpu.max_assurance.dollars_unused_per_year\t$126',
      'api.cpu.current.request\t400m',
      'api.cpu.current.minutes_above_per_day\t0',
      'api.cpu.current.dollars_unused_per_year\t$252',
      'pod.cart-1\tRunning',
      'pod.cart-2\tPending',
      'Why\tHalf of it is never used.',
      'Why\tTwo pods are enough.',
      '',
    ].join('\n'),
  );
});

test('JSON combines the responses of the API', async () => {
  await using api = await serveDataSet('storefront');
  const { stdout } = await trimtab('target cart -n storefront -o json', { api: api.url });
  const read = async (path: string) => (await fetch(`${api.url}/v1/ast/storefront/cart${path}`)).json();
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject(await read(''));
  expect(answer.current).toEqual((await read('/metrics/current')).data);
  expect(answer.suggestion).toEqual((await read('/suggestions?active=true')).items[0]);
  expect(answer.pods).toEqual((await read('/pods')).items);
  expect(answer.row).toMatchObject({ name: 'cart', namespace: 'storefront' });
  expect(answer.tradeOff).toEqual(await read('/trade-off'));
  expect(answer.reliability).toEqual(await read('/reliability'));
});

test('CSV has unformatted numbers', async () => {
  await using api = await serveCart();
  const { stdout } = await trimtab('target cart -n shop -o csv', { api: api.url });
  expect(stdout).toContain('hourly_waste_savings,0.1\r\n');
  expect(stdout).toContain('api.memory.request,1073741824\r\napi.memory.suggested,\r\n');
});

test('a server without the extensions, and a target without suggestion, have no expected peaks and no trade-off', async () => {
  for (const status of [404, 409]) {
    await using api = await serve((request) => {
      const { pathname } = new URL(request.url);
      if (/\/(outlook|trade-off|explain|reliability|changes)$/.test(pathname))
        return Response.json({ errors: ['no such call'] }, { status });
      return Response.json(cartAnswers.get(pathname));
    });
    const { code, stdout, stderr } = await trimtab('target cart -n shop', { api: api.url, columns: 80, environment });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('Expected peaks');
    expect(stdout).not.toContain('Reliability');
    const json = await trimtab('target cart -n shop -o json', { api: api.url });
    expect(JSON.parse(json.stdout)).toMatchObject({ outlook: null, tradeOff: null, reliability: null });
  }
});

test('notes about the requests of the modes follow their table', async () => {
  const note = 'All modes keep the request: with a smaller one, more pods would be needed.';
  const tradeOff = { ...cart.tradeOff, requests: cart.tradeOff.requests.map((one) => ({ ...one, notes: [note] })) };
  await using api = await serve(({ url }) => {
    const { pathname } = new URL(url);
    return Response.json(pathname.endsWith('/trade-off') ? tradeOff : (cartAnswers.get(pathname) ?? {}));
  });
  const { stdout } = await trimtab('target cart -n shop', { api: api.url, columns: 200, environment });
  expect(stdout).toContain(`About these requests\napi CPU: ${note}\n`);
  const piped = await trimtab('target cart -n shop', { api: api.url });
  expect(piped.stdout).toContain(`api CPU\t${note}\n`);
});

test('the report card is shown if it is asked for', async () => {
  const reportCard = {
    namespace: 'shop',
    name: 'cart',
    created: '2026-11-18T09:25:00Z',
    modelMode: 'balanced',
    window: { start: '2026-11-04T09:25:00Z', end: '2026-11-18T09:25:00Z' },
    forecasts: [
      { metric: 'cpu', horizonMinutes: 15, samples: 4_020, wape: 0.11, seasonalNaiveWape: 0.19, coverage: 0.81 },
    ],
    suggestions: [
      {
        container: 'api',
        resource: 'cpu',
        days: 14,
        slack: 0.4,
        timeOver: 0.01,
        daysOver: 2,
        worstShortfall: { at: '2026-11-09T18:20:00Z', used: 0.27, request: 0.2 },
      },
    ],
    replays: [],
  };
  await using api = await serve(({ url }) => {
    const { pathname } = new URL(url);
    return Response.json(pathname.endsWith('/report-card') ? reportCard : (cartAnswers.get(pathname) ?? {}));
  });
  const ask = (more: string, columns?: number) =>
    trimtab(`target cart -n shop ${more}`, {
      api: api.url,
      environment,
      ...(columns === undefined ? {} : { columns }),
    });
  const { stdout } = await ask('--report-card', 200);
  expect(stdout).toContain(`Error of the forecasts · last 14 days
RESOURCE   AHEAD  ERROR  REPEATING A DAY  IN 80% BAND
CPU       15 min  11.0%            19.0%        81.0%
`);
  expect(stdout).toContain(`Each day's suggestion on that day · last 14 days
CONTAINER  RESOURCE  UNUSED  TIME OVER  FARTHEST OVER
api        CPU        40.0%       1.0%   270m of 200m
`);
  const piped = await ask('--report-card');
  expect(piped.stdout).toContain('forecast.cpu.15_min.error\t11.0%\n');
  expect(piped.stdout).toContain('api.cpu.past_time_over\t1.0%\n');
  expect(JSON.parse((await ask('--report-card -o json')).stdout).reportCard).toEqual(reportCard);
  expect((await ask('', 200)).stdout).not.toContain('Error of the forecasts');
  expect(JSON.parse((await ask('-o json')).stdout)).not.toHaveProperty('reportCard');
});

test('a report card that the server does not have is named in a note', async () => {
  await using api = await serveCart();
  const { code, stderr } = await trimtab('target cart -n shop --report-card', { api: api.url, columns: 80 });
  expect(code).toBe(0);
  expect(stderr).toContain('There is no report card');
});

test('if one part fails, the others are shown and the exit code is 5', async () => {
  await using api = await serveCart(['/v1/ast/shop/cart/pods']);
  const { code, stdout, stderr } = await trimtab('target cart -n shop', { api: api.url });
  expect(code).toBe(5);
  expect(stdout).toContain('Status\tOverprovisioned');
  expect(stderr).toContain('The pods could not be read: The API answered 502: metrics source unavailable.');
});

test.each(['table', 'csv'])('-o %s: after a failed read of the list the yearly figure is unknown', async (format) => {
  await using api = await serveCart(['/v1/views/namespaces/shop/asts']);
  const { code, stdout, stderr } = await trimtab(`target cart -n shop -o ${format}`, { api: api.url });
  expect(code).toBe(5);
  expect(stdout).toContain(format === 'csv' ? 'hourly_waste_savings,\r\n' : 'Yearly Waste\t—\n');
  expect(stdout).not.toContain('No pre-autonomous mode data found');
  expect(stderr).toContain('The status could not be read: The API answered 502: metrics source unavailable.');
});

test('a target that is missing from an incomplete list has no status, and the exit code is 5', async () => {
  await using api = await serve((request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith('/asts')) return Response.json(cartAnswers.get(pathname));
    return Response.json({ data: { items: [{ ...cart.row, name: 'other' }], total: 9 } });
  });
  const { code, stdout, stderr } = await trimtab('target cart -n shop', { api: api.url });
  expect(code).toBe(5);
  expect(stdout).toContain('Status\t—\n');
  expect(stderr).toContain('The status could not be read: The list is incomplete');
});

/** How an hourly figure in dollars is shown, in every list and for a single target. */
const readings: [mode: 'Autonomous' | 'Recommendation', hourly: number | null, text: string][] = [
  ['Recommendation', null, 'No pre-autonomous mode data found'],
  ['Recommendation', 0, 'No pre-autonomous mode data found'],
  ['Recommendation', -0.05, '$0.00'],
  ['Recommendation', 0.05, '$438.00'],
  ['Autonomous', null, 'No pre-autonomous mode data found'],
  ['Autonomous', 0, 'No pre-autonomous mode data found'],
  ['Autonomous', -0.05, '($438.00)'],
  ['Autonomous', 0.05, '$438.00'],
];

test.each(readings)('%s, %j dollars an hour: every command shows %s', async (mode, hourly, text) => {
  const row = { ...cart.row, mode, hourly_waste_savings: hourly, net_hourly_savings: null };
  const found = { ...cart.found, aiscaletarget: { ...cart.found.aiscaletarget, spec: { vertical: { mode } } } };
  await using api = await serve((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/v1/ast/shop/cart') return Response.json(found);
    if (!pathname.endsWith('/asts')) return Response.json(cartAnswers.get(pathname));
    const items = (mode === 'Autonomous') === (searchParams.get('managed') === 'true') ? [row] : [];
    return Response.json({ data: { items, total: items.length } });
  });
  const list = await trimtab('targets -n shop --columns yearly --no-headers', { api: api.url });
  expect(list.stdout).toBe(`${text}\n`);
  const one = await trimtab('target cart -n shop', { api: api.url });
  expect(one.stdout).toContain(`\n${mode === 'Autonomous' ? 'Yearly Savings' : 'Yearly Waste'}\t${text}\n`);
  // `costs` lists only targets with waste or savings.
  const costs = await trimtab('costs -n shop --columns yearly --no-headers', { api: api.url });
  expect(costs.stdout).toBe(/^\(?\$4/.test(text) ? `${text}\n` : '');
});

test('a missing workload shows the known facts and the reason', async () => {
  await using api = await serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/ast/shop') return Response.json({ items: [cart.found.aiscaletarget] });
    if (pathname === '/v1/ast/shop/cart') {
      const errors = ['failed to get target scale: deployments.apps "cart" not found'];
      return Response.json({ errors }, { status: 500 });
    }
    return Response.json({ items: [] });
  });
  const { code, stdout, stderr } = await trimtab('target cart -n shop', { api: api.url, columns: 80, environment });
  expect(stdout).toContain('Mode                Recommendation\n');
  expect(stdout).toContain('Yearly Waste        —\n');
  expect(stdout).toContain('Last forecast       —\n');
  expect(stderr).toContain('"cart" not found. Has it been renamed or deleted?');
  expect(code).toBe(0);
});

test('an unknown target is a usage error', async () => {
  await using api = await serveCart();
  const { code, stderr } = await trimtab('target nosuch -n shop', { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no target nosuch in shop.');
});

test.each([
  ['target shop/cart', {}],
  ['target shop/cart', { TRIMTAB_NAMESPACE: 'elsewhere' }],
  ['simulate shop/cart --cpu 80', {}],
])('%s: NAMESPACE/NAME needs no -n (%j)', async (line, more) => {
  await using api = await serveCart();
  const { code, stderr } = await trimtab(line, { api: api.url, environment: more });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('-n is rejected together with a namespace in the argument', async () => {
  await using api = await serveCart();
  const { stderr } = await trimtab('target shop/cart -n shop', { api: api.url });
  expect(stderr).toContain('-n and shop/cart both name a namespace.');
});

test('several targets are printed one after the other, and as items of JSON', async () => {
  await using api = await serveDataSet('storefront');
  const both = await trimtab('target storefront/cart checkout/checkout-api -o json', { api: api.url });
  expect(JSON.parse(both.stdout).items.map((item: { row: { name: string } }) => item.row.name)).toEqual([
    'cart',
    'checkout-api',
  ]);
  const lines = (await trimtab('target storefront/cart checkout/checkout-api', { api: api.url })).stdout.split('\n');
  expect(lines[0]).toBe('TARGET\tFACT\tVALUE');
  expect(lines.filter((line) => line.includes('\tStatus\t')).map((line) => line.split('\t')[0])).toEqual([
    'storefront/cart',
    'checkout/checkout-api',
  ]);
  const names = await trimtab('target cart -n storefront -o name', { api: api.url });
  expect(names.stdout).toBe('cart\n');
});
