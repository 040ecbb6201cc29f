import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { dayMs, hourMs } from '@trimtab/core';
import { simulatedPorts } from '@trimtab/fixtures';
import { openHomePage } from './demo/home-page.ts';

/**
 * Measures the simulated cluster in Node. Prints times, and their ratio to a plain loop over the same number of values
 * on this machine. Ratios can be compared between machines, milliseconds cannot. `bench/demo` measures the cluster in a
 * browser.
 *
 *   node bench/fixtures.ts
 */
const rounds = 5;
const binsPerDay = 288;
const windowStart = Date.parse('2026-11-20T10:30:00Z');
const midnight = Date.parse('2026-11-20T00:00:00Z');

type Line = {
  readonly what: string;
  readonly values: number;
  readonly budgetMs: number;
  readonly work: (round: number) => unknown;
};

/** Milliseconds of one step of a plain loop on this machine: a multiplication, an addition and a mask over a buffer. */
function plainStep(): number {
  const buffer = new Float64Array(4096).fill(1.5);
  const steps = 20_000_000;
  let sum = 0;
  const from = performance.now();
  for (let index = 0; index < steps; index++) sum = (sum * 0.5 + (buffer[index & 4095] ?? 0)) % 1000;
  const elapsed = performance.now() - from;
  if (!(sum > 0)) throw new Error('the loop was left out');
  return elapsed / steps;
}

const round1 = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

async function median(work: (round: number) => unknown): Promise<{ first: number; median: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    await work(round);
    times.push(performance.now() - from);
  }
  return { first: times[0] ?? 0, median: times.toSorted((left, right) => left - right)[rounds >> 1] ?? 0 };
}

async function lines(
  dataSet: string,
  budgets: { readonly open: number; readonly usage: number; readonly archive: number },
): Promise<readonly Line[]> {
  let now = windowStart;
  const ports = simulatedPorts({ dataSet, clock: { now: () => now } });
  const workloads = (await ports.cluster.workloads({})).items;
  const containers = workloads.reduce((sum, { containers: own }) => sum + own.length, 0);
  const first = workloads[0];
  const targets = await ports.store.targets.list();
  const namespace = targets[0]?.namespace ?? '';
  const neighbors = workloads
    .filter((workload) => workload.namespace === namespace)
    .reduce((sum, { containers: own }) => sum + own.length, 0);
  // Each round advances the clock by an hour, so that cached answers are not measured.
  const day = (round: number) => {
    now = windowStart + round * hourMs;
    return { start: now - dayMs, end: now };
  };
  return [
    {
      what: `${dataSet}: open`,
      values: workloads.length,
      budgetMs: budgets.open,
      work: () => simulatedPorts({ dataSet, clock: { now: () => windowStart } }),
    },
    {
      what: `${dataSet}: usage of all, 24 h`,
      values: containers * binsPerDay * 2,
      budgetMs: budgets.usage,
      work: (round) => ports.metrics.usage({}, day(round)),
    },
    {
      what: `${dataSet}: the same again, kept`,
      values: 1,
      budgetMs: 1,
      work: () => ports.metrics.usage({}, day(rounds - 1)),
    },
    {
      what: `${dataSet}: series, 14 days at 5 min`,
      values: (first?.containers.length ?? 1) * 14 * binsPerDay * 2,
      budgetMs: 20,
      work: (round) => first && ports.metrics.series(first, { start: day(round).end - 14 * dayMs, end: now }, 300),
    },
    {
      what: `${dataSet}: history of a namespace, 14 days`,
      values: neighbors * 14 * binsPerDay * 2,
      budgetMs: 150,
      work: (round) =>
        ports.history.history({ namespaces: [namespace] }, { start: day(round).end - 14 * dayMs, end: now }),
    },
    {
      what: `${dataSet}: archive of all, a year of days`,
      values: targets.length * 365 * 8,
      budgetMs: budgets.archive,
      work: () => ports.archive.figures(targets, { start: midnight - 365 * dayMs, end: midnight }, dayMs),
    },
    {
      what: `${dataSet}: workloads of all`,
      values: workloads.length,
      budgetMs: 100,
      work: (round) => {
        day(round);
        return ports.cluster.workloads({});
      },
    },
  ];
}

/**
 * Processor time of a separate process: nothing is compiled or cached yet, as in a visitor's first page. Background work
 * ends with the process.
 */
function inOwnProcess(dataSet: string, namespacesOnScreen: number): number {
  const args = [import.meta.filename, '--page', dataSet, String(namespacesOnScreen)];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 }));
}

async function tell(rows: readonly Line[]): Promise<void> {
  const step = plainStep();
  for (const { what, values, budgetMs, work } of rows) {
    const measured = await median(work);
    const ratio = values < 1000 ? '' : round1(measured.median / (values * step));
    print(what, measured, budgetMs, String(ratio));
  }
}

function tellPages(): void {
  for (const [dataSet, screen, budgetMs] of [['storefront', 8, 300] as const, ['fleet', 3, 1000] as const]) {
    const times = Array.from({ length: rounds }, () => inOwnProcess(dataSet, screen));
    const middle = times.toSorted((left, right) => left - right)[rounds >> 1] ?? 0;
    print(`${dataSet}: first page, cold, processor time`, { first: middle, median: middle }, budgetMs, '');
  }
}

function print(
  what: string,
  { first, median: middle }: { first: number; median: number },
  budgetMs: number,
  ratio: string,
) {
  const share = Math.round((100 * first) / budgetMs);
  process.stdout.write(`${what}\t${round1(first)}\t${round1(middle)}\t${share} %\t${ratio}\n`);
}

if (process.argv[2] === '--page') {
  const before = process.cpuUsage();
  await openHomePage(process.argv[3] ?? '', Number(process.argv[4]));
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000));
  process.exit(0);
}

process.stdout.write('what\tfirst ms\tmedian ms\tfirst of budget\tx plain loop\n');
tellPages();
await tell([
  ...(await lines('storefront', { open: 50, usage: 30, archive: 50 })),
  ...(await lines('fleet', { open: 400, usage: 400, archive: 1500 })),
]);
