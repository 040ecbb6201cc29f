import { heapBytes, rest, visitor } from './browser.ts';
import { type LoadTimes, readLoadTimes, watchLoad } from './probe.ts';

const stillMs = 1_500;
const timeoutMs = 30_000;

/** One visit of a page. */
export type Load = {
  firstPaint: number;
  largestPaint: number;
  data: number;
  /** Total blocking time: the sum over all long tasks after the first paint of the time beyond 50 ms. */
  blocked: number;
  longestTask: number;
  layoutShift: number;
  heapBytes: number;
  /** The number of requests, including the page itself, until the data was displayed, and until the page was idle. */
  requests: number;
  requestsInAll: number;
  /** Script paths: those requested before the data was displayed, and those requested later. */
  scripts: readonly string[];
  /** Paths of the style sheets that were requested before the data was displayed. */
  styles: readonly string[];
  laterScripts: readonly string[];
};

const pathsOf = (resources: LoadTimes['resources'], ending: '.js' | '.css') =>
  resources.map(({ name }) => new URL(name).pathname.slice(1)).filter((path) => path.endsWith(ending));

/**
 * Opens the page with an empty browser profile, at a slowed-down CPU and network; if `isAgain`, after an earlier visit with
 * the same profile.
 */
export async function load(url: string, shown: string, isAgain = false): Promise<Load> {
  const visit = await visitor({ cpu: true, network: true });
  try {
    if (isAgain) {
      const wasAtRest = rest(visit, stillMs, timeoutMs);
      await visit.page.goto(url);
      await wasAtRest;
      await visit.page.goto('about:blank');
    }
    await visit.page.addInitScript(watchLoad, shown);
    const atRest = rest(visit, stillMs, timeoutMs);
    await visit.page.goto(url);
    await atRest;
    const told = await visit.page.evaluate(readLoadTimes);
    if (told.data === 0) throw new Error(`${url} never showed ${shown}.`);
    const first = told.resources.filter(({ start }) => start < told.data);
    const later = told.resources.filter(({ start }) => start >= told.data);
    const blocking = told.longTasks.filter(({ start, duration }) => start + duration > told.firstPaint);
    return {
      firstPaint: told.firstPaint,
      largestPaint: told.largestPaint,
      data: told.data,
      blocked: blocking.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      longestTask: Math.max(0, ...told.longTasks.map(({ duration }) => duration)),
      layoutShift: told.layoutShift,
      heapBytes: await heapBytes(visit),
      requests: first.length + 1,
      requestsInAll: told.resources.length + 1,
      scripts: pathsOf(first, '.js'),
      styles: pathsOf(first, '.css'),
      laterScripts: pathsOf(later, '.js'),
    };
  } finally {
    await visit.browser.close();
  }
}
