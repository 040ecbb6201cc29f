import process from 'node:process';
import { simulatedPorts } from '@trimtab/fixtures';

/**
 * How dear the simulated cluster is, in Node. Prints times, and their ratio to a plain loop over as many numbers on
 * this machine: the ratio travels between machines, the milliseconds do not.
 *
 *   node bench/fixtures.ts
 */
const ROUNDS = 5;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BINS_PER_DAY = 288;
const START = Date.parse('2026-11-20T10:30:00Z');

type Line = {
  readonly what: string;
  readonly values: number;
  readonly budgetMs: number;
  readonly work: (round: number) => unknown;
};

/** Milliseconds that one step of a plain loop takes here: a multiplication, an addition and a mask over a buffer. */
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
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await work(round);
    times.push(performance.now() - from);
  }
  return { first: times[0] ?? 0, median: times.toSorted((left, right) => left - right)[ROUNDS >> 1] ?? 0 };
}

async function lines(
  dataSet: string,
  budgets: { readonly open: number; readonly usage: number },
): Promise<readonly Line[]> {
  let now = START;
  const ports = simulatedPorts({ dataSet, clock: { now: () => now } });
  const workloads = (await ports.cluster.workloads({})).items;
  const containers = workloads.reduce((sum, { containers: own }) => sum + own.length, 0);
  const first = workloads[0];
  // Every round an hour on: a kept answer must not be measured.
  const day = (round: number) => {
    now = START + round * HOUR_MS;
    return { start: now - DAY_MS, end: now };
  };
  return [
    {
      what: `${dataSet}: open`,
      values: workloads.length,
      budgetMs: budgets.open,
      work: () => simulatedPorts({ dataSet, clock: { now: () => START } }),
    },
    {
      what: `${dataSet}: usage of all, 24 h`,
      values: containers * BINS_PER_DAY * 2,
      budgetMs: budgets.usage,
      work: (round) => ports.metrics.usage({}, day(round)),
    },
    {
      what: `${dataSet}: the same again, kept`,
      values: 1,
      budgetMs: 1,
      work: () => ports.metrics.usage({}, day(ROUNDS - 1)),
    },
    {
      what: `${dataSet}: series, 14 days at 5 min`,
      values: (first?.containers.length ?? 1) * 14 * BINS_PER_DAY * 2,
      budgetMs: 20,
      work: (round) => first && ports.metrics.series(first, { start: day(round).end - 14 * DAY_MS, end: now }, 300),
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

const rows = [
  ...(await lines('storefront', { open: 50, usage: 30 })),
  ...(await lines('fleet', { open: 400, usage: 400 })),
];
process.stdout.write('what\tfirst ms\tmedian ms\tfirst of budget\tx plain loop\n');
const step = plainStep();
for (const { what, values, budgetMs, work } of rows) {
  const measured = await median(work);
  const ratio = values < 1000 ? '' : round1(measured.median / (values * step));
  const share = Math.round((100 * measured.first) / budgetMs);
  process.stdout.write(`${what}\t${round1(measured.first)}\t${round1(measured.median)}\t${share} %\t${ratio}\n`);
}
