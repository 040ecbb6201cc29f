/** Load times that the page itself measures, in milliseconds since the start of the navigation. */
export type LoadTimes = {
  firstPaint: number;
  largestPaint: number;
  /** When the first element that matches the selector `shown` was painted. */
  data: number;
  layoutShift: number;
  longTasks: { start: number; duration: number }[];
  resources: { name: string; start: number; end: number }[];
};

type Watched = { data: number; largestPaint: number; layoutShift: number; longTasks: LoadTimes['longTasks'] };

declare global {
  interface Window {
    benchWatch?: Watched;
  }
}

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Runs in the page before its own scripts. */
export function watchLoad(shown: string): void {
  const watched: Watched = { data: 0, largestPaint: 0, layoutShift: 0, longTasks: [] };
  window.benchWatch = watched;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, so it contains all that it uses
  const observe = (type: string, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => hear(entry))).observe({
      type,
      buffered: true,
    });
  observe('largest-contentful-paint', ({ startTime }) => {
    watched.largestPaint = startTime;
  });
  observe('longtask', ({ startTime, duration }) => watched.longTasks.push({ start: startTime, duration }));
  observe('layout-shift', (entry) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the DOM types do not know this entry yet.
    const { value, hadRecentInput } = entry as LayoutShift;
    if (!hadRecentInput) watched.layoutShift += value;
  });
  const look = () => {
    if (document.querySelector(shown) === null) return;
    looking.disconnect();
    // A message posted in a frame arrives after that frame was painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        watched.data = performance.now();
      });
      port1.start();
      port2.postMessage(null);
    });
  };
  const looking = new MutationObserver(look);
  looking.observe(document, { subtree: true, childList: true });
}

/** Runs in the page when it is idle. */
export function readLoadTimes(): LoadTimes {
  const { data = 0, largestPaint = 0, layoutShift = 0, longTasks = [] } = window.benchWatch ?? {};
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const resources = performance.getEntriesByType('resource').map((entry) => ({
    name: entry.name,
    start: entry.startTime,
    end: entry.startTime + entry.duration,
  }));
  return { firstPaint: paint?.startTime ?? 0, largestPaint, data, layoutShift, longTasks, resources };
}
