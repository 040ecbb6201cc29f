import { type Visit, visitor } from '../browser.ts';
import { readLoadTimes, watchLoad } from '../probe.ts';

/** Opens a page at a slowed-down CPU, or at full speed, and closes the browser afterwards. */
export async function visiting<T>(url: string, use: (visit: Visit) => Promise<T>, isSlow = true): Promise<T> {
  const visit = await visitor({ cpu: isSlow, network: false });
  try {
    await visit.devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await visit.page.addInitScript(watchLoad, 'h1');
    await visit.page.goto(url);
    return await use(visit);
  } finally {
    await visit.browser.close();
  }
}

/** The longest tasks of the page since the time `since` of its clock, in milliseconds; [0] without a long task. */
export async function longTasks({ page }: Visit, since = 0): Promise<number[]> {
  const told = await page.evaluate(readLoadTimes);
  const found = told.longTasks.filter(({ start }) => start >= since).map(({ duration }) => duration);
  return found.length === 0 ? [0] : found;
}

/** The current time of the page's clock. */
export const nowOf = ({ page }: Visit): Promise<number> => page.evaluate(() => performance.now());

/**
 * Milliseconds of processor time that the main thread has used so far, times four. The page must run at full speed.
 * Unlike a time at 4x CPU, this does not depend on the other load of the machine.
 */
export async function workOf({ devTools }: Visit): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 4e3;
}

/** The work of each of several inputs until its result is painted, as `workOf` counts it. */
export async function worksOf(visit: Visit, count: number, act: (index: number) => Promise<void>): Promise<number[]> {
  const works: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = await workOf(visit);
    await act(index);
    await visit.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
    works.push((await workOf(visit)) - before);
  }
  return works;
}

/** The value that at least this share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/**
 * The work of the page's longest task while `use` runs, in milliseconds, times four. The page must run at full speed. The
 * work of a task is the shorter one of its duration, which includes waiting for a processor core, and its processor time,
 * which some systems measure only in steps of 10 ms.
 */
export async function longestTaskWork({ devTools }: Visit, use: () => Promise<void>): Promise<number> {
  // Playwright's type claims that all values of an event are texts.
  const events: Readonly<Record<string, unknown>>[] = [];
  devTools.on('Tracing.dataCollected', ({ value }) => void events.push(...value));
  await devTools.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  await use();
  const ended = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
  await devTools.send('Tracing.end');
  await ended;
  const threadOf = (event: (typeof events)[number]) => `${String(event['pid'])} ${String(event['tid'])}`;
  const mainThreads = new Set(
    events.filter(({ args }) => JSON.stringify(args) === '{"name":"CrRendererMain"}').map(threadOf),
  );
  const works = events
    .filter((event) => String(event['name']).endsWith('RunTask') && mainThreads.has(threadOf(event)))
    .map(({ dur = 0, tdur = dur }) => (Math.min(Number(dur), Number(tdur)) * 4) / 1_000);
  return works.reduce((most, work) => Math.max(most, work), 0);
}
