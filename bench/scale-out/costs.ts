import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CostRange, costRangeWindow, dayMs, isoWindow, minuteMs } from '@trimtab/core';
import { type RunningPostgres, startPostgres } from '../../e2e/support/postgres/index.ts';
import { provisionPostgres } from '../../scripts/provision/postgres.ts';
import { startChild } from '../server/child.ts';
import { fillDatabase, fillFolder, type Size } from './fill.ts';
import { startStandIn } from './stand-in.ts';

/**
 * The calls of the cost page with 400 days of 10,000 targets, in PostgreSQL and in SQLite: the built server (`pnpm
 * build`), which reads a stand-in for Prometheus. Exits with 1 if a p99 in PostgreSQL is over its budget.
 *
 *   node bench/scale-out/costs.ts [--targets 10000] [--days 400] [--calls 100] [--clients 1] [--store postgres|sqlite]
 *     [--server packages/server/dist/serve.js]
 *
 * `first` is the first call of its kind after the start. Every further call has another window, so that no answer is
 * reused. Before each call of `hour recorded`, the database counts new hours of today, as a replica does when it has
 * written some. The processor time is that of the server for each call. With several `--server`, these builds are
 * measured one after the other on the same database. It takes about five minutes.
 */
const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: '10000' },
    days: { type: 'string', default: '400' },
    calls: { type: 'string', default: '100' },
    clients: { type: 'string', default: '1' },
    server: { type: 'string', multiple: true, default: ['packages/server/dist/serve.js'] },
    store: { type: 'string', multiple: true, default: ['postgres', 'sqlite'] },
  },
});
const size: Size = { targets: Number(values.targets), perNamespace: 100, days: Number(values.days) };
const calls = Number(values.calls);
const clients = Number(values.clients);
const budgetMs = 300;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const now = () => Math.floor(Date.now() / (5 * minuteMs)) * 5 * minuteMs;

/** The path of a call; `turn` moves the start of its window, because the console shows windows that end now. */
type Call = (turn: number) => string;

const analysis =
  (range: CostRange): Call =>
  (turn) => {
    const window = costRangeWindow(range, now());
    if (window === null) throw new Error('This range has no history.');
    const { bucket, start, end } = window;
    const span = isoWindow({ start: start + turn * 5 * minuteMs, end });
    return `/v1/views/cost/analysis?${new URLSearchParams({ ...span, bucket })}`;
  };

const ofTarget: Call = (turn) => {
  const span = { start: now() - 30 * dayMs - turn * 5 * minuteMs, end: now() - turn * 5 * minuteMs };
  const words = new URLSearchParams({ ...isoWindow(span) });
  return `/v1/ast/team-${Math.floor(turn / 100)}/app-${turn}/optimization/comparison/average?${words}`;
};

const page =
  (path: string): Call =>
  (turn) =>
    `${path}?limit=250&offset=${(turn * 250) % size.targets}`;

const kinds: readonly (readonly [name: string, call: Call])[] = [
  ['analysis, a month by day', analysis('last-month')],
  ['analysis, 3 months by week', analysis('3-months')],
  ['analysis, a year by month', analysis('last-year')],
  ['comparison of a target, a month', ofTarget],
  ['savings of 250 targets, a day', page('/v1/ast/potential-savings/average')],
  ['comparison of 250 targets, a day', page('/v1/ast/optimization/comparison/average')],
];

async function measure(
  { store, script }: { readonly store: string; readonly script: string },
  options: readonly string[],
  recordHour: (() => Promise<unknown>) | null,
): Promise<boolean> {
  const standIn = await startStandIn({ ...size, pastHours: 0 });
  const words = ['--port', '0', '--prometheus', standIn.url, '--rate-limit', '999999', ...options];
  const server = await startChild(script, words);
  let failures = 0;
  const timed = async (path: string): Promise<number> => {
    const from = performance.now();
    const response = await fetch(`${server.url}${path}`);
    await response.arrayBuffer();
    if (!response.ok) failures += 1;
    return performance.now() - from;
  };
  /** Processor time of the server, which does not depend on the load of the machine. */
  const cpuMs = async (): Promise<number> => {
    await sleep(600);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return 1_000 * Number(/^process_cpu_seconds_total (.*)$/m.exec(text)?.[1]);
  };
  let isOver = false;
  const tell = (name: string, first: number | null, { times, cpu }: Awaited<ReturnType<typeof repeat>>) => {
    const sorted = times.toSorted((a, b) => a - b);
    // The nearest rank: of 100 calls, the p99 is the second slowest.
    const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
    const isLate = at(0.99) > budgetMs;
    isOver ||= isLate;
    const start = first === null ? '' : `first ${Math.round(first)}, `;
    say(
      `  ${name.padEnd(52)} ${start}median ${at(0.5)}, p99 ${at(0.99)} ms, CPU ${Math.round(cpu)} ms${isLate ? ' (!)' : ''}`,
    );
  };
  const repeat = async (call: Call, before: (() => Promise<unknown>) | null) => {
    const times: number[] = [];
    const atStart = await cpuMs();
    let turn = 0;
    const client = async () => {
      while (turn < calls) {
        turn += 1;
        const path = call(turn);
        await before?.();
        times.push(await timed(path));
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return { times, cpu: ((await cpuMs()) - atStart) / calls };
  };
  try {
    await timed('/v1/views/asts?view=all&limit=100');
    await server.settled();
    say(`${store}: ${size.targets} targets, ${size.days} days, ${clients} clients, ${script}`);
    for (const [name, call] of kinds) tell(name, await timed(call(0)), await repeat(call, null));
    if (recordHour !== null) {
      for (const [name, call] of kinds.slice(0, 3))
        tell(`${name}, hour recorded`, null, await repeat(call, recordHour));
    }
    say(`  ${failures} calls failed, also after a time-out`);
    isOver ||= failures > 0;
    say(`  memory ${Math.round(server.peakMemoryBytes() / 2 ** 20)} MiB`);
  } finally {
    await server.stop();
    standIn.stop();
  }
  return isOver;
}

async function inPostgres(): Promise<void> {
  const provision = await provisionPostgres((line) => process.stderr.write(`${line}\n`));
  if (provision.path === null) throw new Error(provision.problem);
  process.env['POSTGRES_BIN'] = provision.path;
  const postgres: RunningPostgres = await startPostgres();
  try {
    const database = await fillDatabase(postgres, size);
    const address = `postgres://${postgres.user}@${postgres.host}:${postgres.port}/${database}`;
    const recordHour = () =>
      postgres.query(
        database,
        `insert into revision select 'rollups', namespace, 1 from unnest(array['', '${Math.floor(now() / dayMs)}']) as namespace
           on conflict (of, namespace) do update set value = revision.value + 1`,
      );
    for (const script of values.server) {
      const isOver = await measure({ store: 'PostgreSQL', script }, ['--database', address], recordHour);
      if (isOver) process.exitCode = 1;
    }
  } finally {
    await postgres.stop();
  }
}

async function inSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-costs-'));
  try {
    await fillFolder(folder, size);
    for (const script of values.server) await measure({ store: 'SQLite', script }, ['--data', folder], null);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (values.store.includes('postgres')) await inPostgres();
if (values.store.includes('sqlite')) await inSqlite();
