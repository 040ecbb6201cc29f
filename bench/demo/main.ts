import { loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { ensureBuilt } from '../../scripts/build.ts';
import { provisionedLaunch } from '../../scripts/provision/chromium.ts';
import { startChild } from '../server/child.ts';
import { openAlone, servePage } from './in-page.ts';
import { openDemo } from './through-worker.ts';

/**
 * Measures the home page of demo mode on a first visit in a real Chromium. It measures the API app alone, and all calls
 * through the service worker together with as many empty responses through the same worker. That ratio and the
 * processor times can be compared between machines. The milliseconds need a quiet machine.
 *
 *   node bench/demo/main.ts [--rounds 5]
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Math.min(50, Math.max(1, Number(values.rounds) || 5));

/**
 * The app alone gets calls for every namespace. The console sends calls for the visible namespaces, two tables each.
 */
const pages = [
  { dataSet: 'storefront', namespaces: 8, tables: 8, all: true, budgetMs: 300 },
  { dataSet: 'fleet', namespaces: 3, tables: 4, all: false, budgetMs: 1_000 },
] as const;

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? Number.NaN;
}

async function repeated<T>(work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let round = 0; round < rounds; round++) results.push(await work());
  return results;
}

function print(what: string, measuredMs: readonly number[], budgetMs?: number, beside = ''): void {
  const [middle, least] = [Math.round(median(measuredMs)), Math.round(Math.min(...measuredMs))];
  const share = budgetMs === undefined ? '' : `${Math.round((100 * middle) / budgetMs)} % of ${budgetMs}`;
  process.stdout.write(`${[what, middle, least, share, beside].join('\t')}\n`);
}

const ratios = (some: readonly number[], others: readonly number[]): string =>
  `${Math.round(10 * median(some.map((each, index) => each / (others[index] ?? Number.NaN)))) / 10} x as many empty answers`;

await ensureBuilt(['server', 'web'], (line) => void process.stderr.write(`${line}\n`));
const browser = await chromium.launch(await provisionedLaunch());
const served = await servePage();
process.stdout.write(`load ${loadavg()[0]}\nwhat\tmedian ms\tleast ms\tof budget\tratio\n`);
try {
  for (const { dataSet, namespaces, tables, all, budgetMs } of pages) {
    const alone = await repeated(() => openAlone(browser, served.url, { dataSet, namespaces }));
    const wall = alone.map(({ wallMs }) => wallMs);
    print(`${dataSet}: ${alone[0]?.answers ?? 0} answers, the app alone`, wall, budgetMs);
    print(
      `${dataSet}: the same in processor time`,
      alone.map(({ cpuMs }) => cpuMs),
      budgetMs,
    );
    const extra = ['--extra', 'demo_mode=true', '--extra', `demo_data_name=${dataSet}`];
    const demo = await startChild('packages/server/dist/serve.js', ['--port', '0', '--data-set', 'empty', ...extra]);
    const opened = await repeated(() => openDemo(browser, `${demo.url}/`, { tables, all }));
    await demo.stop();
    const trivial = opened.map(({ trivialMs }) => trivialMs);
    const last = opened.map(({ allMs }) => allMs);
    const first = opened.map(({ tablesMs }) => tablesMs);
    print(`${dataSet}: the first ${tables} tables, in the console`, first, budgetMs);
    print(
      `${dataSet}: the figures of all, in the console`,
      opened.map(({ figuresMs }) => figuresMs),
    );
    print(
      `${dataSet}: ${all ? 'all' : 'these and what else was asked,'} ${opened[0]?.calls ?? 0} calls`,
      last,
      undefined,
      ratios(last, trivial),
    );
    print(`${dataSet}: as many empty answers`, trivial);
    print(
      `${dataSet}: main thread of the page, processor time`,
      opened.map(({ cpuMs }) => cpuMs),
    );
  }
} finally {
  served.close();
  await browser.close();
}
process.stdout.write(`load ${loadavg()[0]}\n`);
