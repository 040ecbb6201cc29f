import type { Browser } from 'playwright';
import { mainThread } from './main-thread.ts';

export type Opened = {
  readonly calls: number;
  /** Milliseconds from the first call to the last response, to the key figures, and to the first tables. */
  readonly allMs: number;
  readonly figuresMs: number;
  readonly tablesMs: number;
  /** Processor time of the page's main thread until all calls are answered. */
  readonly cpuMs: number;
  /** Milliseconds of as many empty responses through the same worker. */
  readonly trivialMs: number;
};

/** All calls count as answered after this time without a new or open request. Longer than the page's retry delay. */
const quietMs = 2_500;
const timeoutMs = 60_000;
const maxInFlight = 6;

type Call = { readonly path: string; readonly begun: number; readonly ended: number };

const tablesOf = (calls: readonly Call[]): readonly Call[] => calls.filter(({ path }) => path.includes('/asts?'));
const figuresOf = (calls: readonly Call[]): readonly Call[] => calls.filter(({ path }) => path === '/v1/views/kpis');

const readCalls = (): Call[] =>
  performance.getEntriesByType('resource').flatMap((entry) => {
    const { pathname, search } = new URL(entry.name);
    const ended = entry.startTime + entry.duration;
    return pathname.startsWith('/v1/') ? [{ path: pathname + search, begun: entry.startTime, ended }] : [];
  });

async function askNothing({ times, inFlight }: { times: number; inFlight: number }): Promise<number> {
  let left = times;
  const from = performance.now();
  const ask = async (): Promise<void> => {
    while (left-- > 0) await (await fetch('/healthz')).arrayBuffer();
  };
  await Promise.all(Array.from({ length: inFlight }, ask));
  return performance.now() - from;
}

/**
 * Opens the built console in demo mode with an empty profile and records when its calls were answered: all of them, or
 * only those of the first screen, because the sidebar of the fleet data set keeps loading while it is scrolled.
 */
export async function openDemo(
  browser: Browser,
  url: string,
  { tables: firstTables, all }: { readonly tables: number; readonly all: boolean },
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const cpu = await mainThread(page);
    // The browser keeps 250 resource entries by default, and the page of the fleet data set makes about as many requests.
    await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000));
    await page.goto(url);
    let calls: readonly Call[] = [];
    const isThere = async (): Promise<boolean> => {
      calls = await page.evaluate(readCalls);
      const last = Math.max(...calls.map(({ ended }) => ended));
      const isQuiet = (await page.evaluate(() => performance.now())) - last > quietMs;
      return figuresOf(calls).length > 0 && tablesOf(calls).length >= firstTables && (isQuiet || !all);
    };
    for (const from = performance.now(); !(await isThere()) && performance.now() - from < timeoutMs; ) {
      await page.waitForTimeout(250);
    }
    const cpuMs = await cpu();
    const trivialMs = await page.evaluate(askNothing, { times: calls.length, inFlight: maxInFlight });
    const start = Math.min(...calls.map(({ begun }) => begun));
    const until = (some: readonly Call[]): number => Math.max(...some.map(({ ended }) => ended)) - start;
    return {
      calls: calls.length,
      allMs: until(calls),
      figuresMs: until(figuresOf(calls).slice(0, 1)),
      tablesMs: until(tablesOf(calls).slice(0, firstTables)),
      cpuMs,
      trivialMs,
    };
  } finally {
    await context.close();
  }
}
