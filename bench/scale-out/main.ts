import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dayMs } from '@trimtab/core';
import { startPostgres } from '../../e2e/support/postgres/index.ts';
import { provisionPostgres } from '../../scripts/provision/postgres.ts';
import { atRate, type Measured, saturate } from '../server/load.ts';
import { fillDatabase } from './fill.ts';
import { collectedHeaps } from './heap.ts';
import { startStandIn } from './stand-in.ts';

/**
 * Replicas of the built server (`pnpm build`) on one real PostgreSQL, behind a proxy that gives each request to the next
 * of them, compared with one replica in the same run. Prometheus is a stand-in (`prometheus.ts`). The database, the
 * stand-in, the proxy and the load run on the same machine.
 *
 *   node bench/scale-out/main.ts [--targets 10000]... [--replicas 1]... [--seconds 15] [--past 0] [--settle 120]
 *     [--days 32] [--rate 50]
 *
 * A cell (a number of targets and of replicas) takes about four times `--seconds`, a minute to take over, and at most
 * `--settle` seconds before. By default, 10,000 targets on 1, 2 and 3 replicas: at most 15 minutes. With more targets,
 * give more time to settle. `--days`: days of recorded hours. `--rate`: requests per second of the calm phases. `--past`: hours of
 * samples that Prometheus has. From 24 on, targets get suggestions, and settling takes a minute for 1,000 targets.
 */
const { values } = parseArgs({
  options: {
    targets: { type: 'string', multiple: true, default: ['10000'] },
    replicas: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    seconds: { type: 'string', default: '15' },
    past: { type: 'string', default: '0' },
    settle: { type: 'string', default: '120' },
    days: { type: 'string', default: '32' },
    rate: { type: 'string', default: '50' },
    queries: { type: 'boolean', default: false },
  },
});
const [seconds, settleSeconds] = [Number(values.seconds), Number(values.settle)];
const [days, perSecond] = [Number(values.days), Number(values.rate)];
const perNamespace = 100;
const connections = 10;
const takeOverSeconds = 60;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const provision = await provisionPostgres((line) => process.stderr.write(`${line}\n`));
if (provision.path === null) throw new Error(provision.problem);
process.env['POSTGRES_BIN'] = provision.path;
// As `pnpm start` and the image do, and with an inspector for `heap.ts`. The environment of the replicas is read when this
// module is loaded.
process.env['NODE_OPTIONS'] = '--max-semi-space-size=8 --inspect=127.0.0.1:0';
const { startFleet } = await import('../../e2e/support/replicas/fleet.ts');

/** Each phase of a cell has one row. */
type Row = Readonly<Record<string, string | number>>;

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const round = (value: number, digits = 0): number => Math.round(value * 10 ** digits) / 10 ** digits;
const mebibytes = (bytes: number): number => round(bytes / 2 ** 20);

async function measure(
  postgres: Awaited<ReturnType<typeof startPostgres>>,
  targets: number,
  replicas: number,
): Promise<Row> {
  const database = await fillDatabase(postgres, { targets, perNamespace, days });
  const standIn = await startStandIn({ targets, perNamespace, pastHours: Number(values.past) });
  const { user, host, port, query } = postgres;
  const address = `postgres://${user}@${host}:${port}/${database}`;
  const options = ['--prometheus', standIn.url, '--database', address, '--rate-limit', '999999'];
  const fleet = await startFleet(replicas, options);
  const metric = (name: string) =>
    Promise.all(
      fleet.addresses().map(async (one) => {
        const text = await (await fetch(`${one}/metrics`)).text();
        return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
      }),
    );
  // The metrics of a replica are limited to two requests a second.
  const cpuSeconds = async () => sum(await sleep(600).then(() => metric('process_cpu_seconds_total')));
  const memory = async () => sleep(600).then(() => metric('process_resident_memory_bytes'));
  const queries = async () => sum(Object.values(await standIn.counted()));
  try {
    const now = Date.now();
    const month = `start=${new Date(now - 30 * dayMs).toISOString()}&end=${new Date(now).toISOString()}`;
    const list = `${fleet.url}/v1/views/asts?view=all&limit=100`;
    const costs = `${fleet.url}/v1/views/cost/analysis?bucket=Day&${month}`;
    const settledIn = await settle(cpuSeconds, list, replicas);
    const settledMemory = await memory();
    const heaps = await collectedHeaps(fleet.log());
    const [cpuAtRest, asked] = [await cpuSeconds(), await queries()];
    const settledCpu = cpuAtRest / replicas;
    const from = performance.now();
    const calmList = await atRate(list, { perSecond, seconds });
    const calmCosts = await atRate(costs, { perSecond, seconds });
    const elapsed = (performance.now() - from) / 1_000;
    const cores = ((await cpuSeconds()) - cpuAtRest) / elapsed;
    const queriesPerMinute = (((await queries()) - asked) / elapsed) * 60;
    const fullList = await saturate(list, { connections, seconds });
    const fullCosts = await saturate(costs, { connections, seconds });
    const loaded = await memory();
    const thousands = targets / 1_000;
    return {
      targets,
      replicas,
      'settled s': settledIn,
      'CPU s per replica until then': round(settledCpu, 1),
      'list req/s': round(fullList.requestsPerSecond),
      'costs req/s': round(fullCosts.requestsPerSecond),
      [`list p99 ms at ${perSecond}/s`]: round(calmList.p99Ms),
      [`costs p99 ms at ${perSecond}/s`]: round(calmCosts.p99Ms),
      failures: failuresOf({ calmList, calmCosts, fullList, fullCosts }),
      'MiB heap settled': heaps.map(mebibytes).join(' '),
      'MiB settled': settledMemory.map(mebibytes).join(' '),
      'MiB loaded': loaded.map(mebibytes).join(' '),
      'MiB per replica per 1,000': round(mebibytes(sum(loaded) / replicas) / thousands, 1),
      'cores per 1,000': round(cores / thousands, 3),
      'queries/min': round(queriesPerMinute),
      'taken over s': replicas === 1 ? '-' : await takeOver(fleet, () => query(database, held), replicas),
    };
  } finally {
    if (values.queries) process.stderr.write(`${JSON.stringify(await standIn.counted(), null, 2)}\n`);
    await fleet.stop();
    standIn.stop();
    process.stderr.write(fleet.log().split('\n').slice(0, 20).join('\n'));
  }
}

/** Which phase had how many failed requests of which status, such as `calmCosts 3 × 503`; 0 if there was none. */
function failuresOf(phases: Readonly<Record<string, Measured>>): string | number {
  const found = Object.entries(phases).flatMap(([phase, { statuses }]) =>
    [...statuses].map(([status, count]) => `${phase} ${count} × ${status}`),
  );
  return found.length === 0 ? 0 : found.join(', ');
}

/** Waits until the replicas answer the list and have little to do, while one page of it is open. Returns the seconds. */
async function settle(cpuSeconds: () => Promise<number>, list: string, replicas: number): Promise<number> {
  const from = performance.now();
  const passed = () => (performance.now() - from) / 1_000;
  let before = await cpuSeconds();
  while (passed() < settleSeconds) {
    let answered = 0;
    for (let one = 0; one < replicas; one += 1) {
      const response = await fetch(list);
      await response.arrayBuffer();
      if (response.ok) answered += 1;
    }
    await sleep(5_000);
    const after = await cpuSeconds();
    if (answered === replicas && after - before < 0.5 * replicas && passed() > 20) break;
    before = after;
  }
  return round(passed());
}

const held = `select count(*) filter (where lasts_until > now()) as held, count(distinct holder) as holders from work_lease`;

/** Seconds from `kill -9` of a replica until the others have all of the work. */
async function takeOver(
  fleet: Awaited<ReturnType<typeof startFleet>>,
  ask: () => Promise<readonly Readonly<Record<string, unknown>>[]>,
  replicas: number,
): Promise<number | string> {
  const from = performance.now();
  await fleet.kill(0);
  while (performance.now() - from < takeOverSeconds * 1_000) {
    const [row] = await ask();
    if (row?.['held'] === '64' && row['holders'] === String(replicas - 1))
      return round((performance.now() - from) / 1_000);
    await sleep(250);
  }
  return `more than ${takeOverSeconds}`;
}

function print(rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {});
  say(`| ${names.join(' | ')} |`);
  say(`|${names.map(() => '---').join('|')}|`);
  for (const row of rows) {
    const one = rows.find(({ targets, replicas }) => targets === row['targets'] && replicas === 1);
    const cell = (name: string): string => {
      const [value, reference] = [row[name], one?.[name]];
      const isRate = name.endsWith('req/s') && typeof value === 'number' && typeof reference === 'number';
      return isRate && row !== one ? `${value} (${round(value / reference, 2)} × one)` : String(value);
    };
    say(`| ${names.map(cell).join(' | ')} |`);
  }
}

const postgres = await startPostgres();
const rows: Row[] = [];
try {
  for (const targets of values.targets.map(Number)) {
    for (const replicas of values.replicas.map(Number)) {
      const row = await measure(postgres, targets, replicas);
      say(JSON.stringify(row));
      rows.push(row);
    }
  }
} finally {
  await postgres.stop();
}
print(rows);
