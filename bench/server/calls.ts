import process from 'node:process';
import { parseArgs } from 'node:util';
import { startChild } from './child.ts';

/**
 * Processor time of the server per call at 10,000 targets, when nothing else is running, as a ratio to `JSON.stringify`
 * of the same answer in the same run. "fresh": each call has different parameters, so that no computed answer is
 * reused. The first row is a call that does nothing, which shows the cost of HTTP. The last column is the ratio without
 * this cost.
 *
 *   node bench/server/calls.ts [--calls 100] [--only 'cost month'] [--prof folder]
 *
 * `--prof` writes a CPU profile of the server, including its start, into a folder.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100' },
    only: { type: 'string', multiple: true, default: [] },
    prof: { type: 'string' },
  },
});
const calls = Math.max(1, Number(values.calls) || 100);
const only = new Set(values.only);
const parallelTargets = 40;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

if (values.prof !== undefined) process.env['NODE_OPTIONS'] = `--cpu-prof --cpu-prof-dir=${values.prof}`;
const server = await startChild('scripts/serve.ts', ['--port', '0', '--data-set', 'fleet', '--rate-limit', '999999']);

async function get(path: string, headers: Record<string, string> = {}): Promise<string> {
  const ask = () => fetch(`${server.url}${path}`, { headers });
  // A second attempt, because the server may have closed the idle connection.
  const response = await ask().catch(ask);
  const body = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`);
  return body;
}

/** The metrics are limited to two requests a second. */
async function serverCpuMs(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 600));
  return 1000 * Number(/^process_cpu_seconds_total (.*)$/m.exec(await get('/metrics'))?.[1]);
}

const medianOf = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

/** Milliseconds of `JSON.stringify`; the fastest of many, which no other process has interrupted. */
function stringifyMs(body: string): number {
  const value: unknown = JSON.parse(body);
  const times = Array.from({ length: 100 }, () => {
    const from = performance.now();
    JSON.stringify(value);
    return performance.now() - from;
  });
  return medianOf(times);
}

const targets: readonly { readonly namespace: string; readonly name: string }[] = JSON.parse(
  await get('/v1/ast?limit=250'),
).items;
const begun = Date.now();

function target(index: number): string {
  const { namespace, name } = targets[index % parallelTargets] ?? { namespace: '', name: '' };
  return `/v1/ast/${namespace}/${name}`;
}

/** Windows whose ends are in different five-minute intervals, so that each is computed. */
function window(days: number, index = 0): string {
  const end = begun - index * 5 * minuteMs;
  return `start=${new Date(end - days * dayMs).toISOString()}&end=${new Date(end).toISOString()}`;
}

/** Answers are compressed, as for every client that accepts it, unless this is sent. */
const uncompressed = { 'accept-encoding': 'identity' };

const rows: readonly (readonly [string, (index: number) => string, Record<string, string>?])[] = [
  ['nothing', () => '/healthz'],
  ['list of 250', () => '/v1/ast?limit=250'],
  ['list of 250, plain', () => '/v1/ast?limit=250', uncompressed],
  ['list of 25, enhanced', () => '/v1/ast?limit=25&enhancedItems=true'],
  ['targets by savings', () => '/v1/views/asts?view=savings&sort=-net&limit=100'],
  ['key figures', () => '/v1/views/kpis'],
  ['cost month', () => `/v1/views/cost/analysis?bucket=Day&${window(30)}`],
  ['cost month, fresh', (index) => `/v1/views/cost/analysis?bucket=Day&${window(30, index)}`],
  ['savings', () => '/v1/ast/potential-savings/average?limit=250'],
  ['savings of a week', () => `/v1/ast/potential-savings/average?limit=250&${window(7)}`],
  ['comparison', () => '/v1/ast/optimization/comparison/average?limit=250'],
  ['comparison, plain', () => '/v1/ast/optimization/comparison/average?limit=250', uncompressed],
  ['comparison of a week', () => `/v1/ast/optimization/comparison/average?limit=250&${window(7)}`],
  ['chart of a day', () => `${target(0)}/metrics?${window(1)}`],
  ['chart of a day, fresh', (index) => `${target(index)}/metrics?${window(1)}`],
  ['suggestion', () => `${target(0)}/suggestions?active=true`],
  ['suggestion, fresh', (index) => `${target(index)}/suggestions?active=true`],
  ['explanation', () => `${target(0)}/explain`],
];

const round = (value: number, digits: number): string => value.toFixed(digits).padStart(9);

try {
  process.stdout.write(`${'call'.padEnd(24)}    bytes   CPU ms  stringify ÷ stringify    net\n`);
  const shown = rows.filter(([name]) => only.size === 0 || only.has(name) || name === 'nothing');
  for (const [, path] of shown) await get(path(0));
  // On a busy machine, a server that is still reading looks idle.
  for (let waited = 0; waited < 300 && (await get('/healthz')).includes('reading'); waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  await server.settled();
  let http = Number.NaN;
  for (const [name, path, headers] of shown) {
    for (let warm = 0; warm < 10; warm += 1) await get(path(0));
    // "fresh" calls have new parameters only while there are unused targets.
    const repetitions = name.includes('fresh') ? Math.min(calls, parallelTargets - 1) : calls;
    let body = '';
    const before = await serverCpuMs();
    for (let index = 1; index <= repetitions; index += 1) body = await get(path(index), headers);
    const cpu = ((await serverCpuMs()) - before) / repetitions;
    const reference = stringifyMs(body);
    if (name === 'nothing') http = cpu;
    process.stdout.write(
      `${name.padEnd(24)}${String(body.length).padStart(9)}${round(cpu, 2)}  ${round(reference, 3)} ${round(cpu / reference, 1)} ${((cpu - http) / reference).toFixed(1).padStart(6)}\n`,
    );
  }
} finally {
  await server.stop();
}
