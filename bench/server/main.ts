import { loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Child, startChild } from './child.ts';
import { atRate, type Measured, saturate } from './load.ts';

/**
 * Measures the view calls at 60 and at 10,000 targets: requests per second, as a ratio to a bare node:http server that
 * sends the same JSON in the same run (ratios can be compared between machines), and latency at 50 requests per second.
 *
 *   node bench/server/main.ts [--seconds 2] [--data-set fleet] [--only views.kpis]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    'data-set': { type: 'string', multiple: true, default: ['storefront', 'fleet'] },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const seconds = Math.min(30, Math.max(1, Number(values.seconds) || 2));
const connections = 10;
const perSecond = 50;
const budget = { p99Ms: 300, memoryBytes: 1024 ** 3 };

type View = { readonly name: string; readonly path: string };

async function viewsOf(url: string): Promise<{ readonly targets: number; readonly views: readonly View[] }> {
  const list: { items: { namespace: string; name: string }[]; total: number } = await (
    await fetch(`${url}/v1/ast`)
  ).json();
  const { namespace, name } = list.items[0] ?? { namespace: '', name: '' };
  const target = `/v1/ast/${namespace}/${name}`;
  const hour = 3_600_000;
  const window = (hours: number) =>
    `start=${new Date(Date.now() - hours * hour).toISOString()}&end=${new Date().toISOString()}`;
  const views: View[] = [
    { name: 'targets.list', path: '/v1/ast?limit=250' },
    { name: 'targets.list, enhanced', path: '/v1/ast?limit=25&enhancedItems=true' },
    { name: 'targets.get', path: target },
    { name: 'views.kpis', path: '/v1/views/kpis' },
    { name: 'views.namespaceKpis', path: `/v1/views/namespaces/${namespace}/kpis` },
    { name: 'views.namespaceTargets', path: `/v1/views/namespaces/${namespace}/asts?sort=-cost&limit=50` },
    { name: 'views.targets', path: '/v1/views/asts?view=savings&sort=-net&limit=100' },
    { name: 'views.changes', path: '/v1/views/changes?events=resources,replicas,image&limit=100' },
    { name: 'views.targets, last page', path: '/v1/views/asts?sort=-restarts&text=a&limit=100&offset=9900' },
    { name: 'views.costAnalysis, a month', path: `/v1/views/cost/analysis?bucket=Day&${window(30 * 24)}` },
    { name: 'costs.potentialSavingsBulk', path: '/v1/ast/potential-savings/average?limit=250' },
    { name: 'costs.comparisonBulk', path: '/v1/ast/optimization/comparison/average?limit=250' },
    { name: 'metrics.target, a day', path: `${target}/metrics?${window(24)}` },
    { name: 'metrics.current', path: `${target}/metrics/current` },
    { name: 'suggestions.list', path: `${target}/suggestions?active=true` },
    { name: 'targets.pods', path: `${target}/pods` },
  ];
  const only = new Set(values.only);
  return { targets: list.total, views: views.filter(({ name: each }) => only.size === 0 || only.has(each)) };
}

type Row = {
  readonly view: string;
  readonly bytes: number;
  /** Milliseconds of one request while no other request is running. */
  readonly alone: number;
  readonly full: Measured;
  readonly bare: Measured;
  readonly calm: Measured;
};

async function measure(url: string, bare: Child, { name, path }: View): Promise<Row> {
  const from = performance.now();
  const answer = await (await fetch(`${url}${path}`)).text();
  const alone = performance.now() - from;
  await fetch(bare.url, { method: 'POST', body: answer });
  // Both are warm and run one directly after the other, so that a change in machine load affects both.
  await saturate(`${url}${path}`, { connections, seconds: seconds / 4 });
  await saturate(bare.url, { connections, seconds: seconds / 4 });
  const full = await saturate(`${url}${path}`, { connections, seconds });
  const yardstick = await saturate(bare.url, { connections, seconds });
  const calm = await atRate(`${url}${path}`, { perSecond, seconds: seconds * 2 });
  return { view: name, bytes: answer.length, alone, full, bare: yardstick, calm };
}

const round = (value: number, digits = 0): string => String(Math.round(value * 10 ** digits) / 10 ** digits);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const load = (): string =>
  loadavg()
    .map((each) => round(each, 1))
    .join(' ');

function print(rows: readonly Row[]): void {
  const head = [
    'view',
    'bytes',
    'alone ms',
    'req/s',
    '÷ bare',
    'p99 ms',
    '÷ bare',
    `p99 at ${perSecond}/s`,
    'failures',
  ];
  const cells = rows.map(({ view, bytes, alone, full, bare, calm }) => [
    view,
    String(bytes),
    round(alone),
    round(full.requestsPerSecond),
    round(full.requestsPerSecond / bare.requestsPerSecond, 2),
    round(full.p99Ms, 1),
    round(full.p99Ms / bare.p99Ms, 2),
    `${round(calm.p99Ms, 1)}${calm.p99Ms > budget.p99Ms ? ' (!)' : ''}`,
    String(full.failures + calm.failures),
  ]);
  const widths = head.map((text, column) => Math.max(text.length, ...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...cells]) {
    say(
      row
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  '),
    );
  }
}

const bare = await startChild('bench/server/bare-list.ts');
for (const dataSet of values['data-set']) {
  const server = await startChild('scripts/serve.ts', ['--port', '0', '--data-set', dataSet, '--rate-limit', '999999']);
  try {
    const { targets, views } = await viewsOf(server.url);
    say(`\n${dataSet}: ${targets} targets; load of the machine ${load()}`);
    const rows: Row[] = [];
    const from = performance.now();
    for (const { path } of views) await (await fetch(`${server.url}${path}`)).arrayBuffer();
    say(`every view once after the start: ${round(performance.now() - from)} ms`);
    await server.settled();
    say(`at rest after ${round((performance.now() - from) / 1_000)} s`);
    for (const view of views) rows.push(await measure(server.url, bare, view));
    print(rows);
    const memory = server.peakMemoryBytes();
    say(
      `memory, the simulated cluster included: ${round(memory / 2 ** 20)} MiB${memory > budget.memoryBytes ? ' (!)' : ''}`,
    );
  } finally {
    await server.stop();
  }
}
await bare.stop();
say(
  `\n${connections} connections for ${seconds} s each; load of the machine at the end ${load()}. (!) is over budget.`,
);
