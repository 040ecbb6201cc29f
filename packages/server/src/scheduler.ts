import { isAbort, type Logger, type Scheduler } from './ports/index.ts';

export type RunningScheduler = Scheduler & {
  /** Aborts running work and resolves when all of it has ended. After that, the store may be closed. */
  stop(): Promise<void>;
};

export function createScheduler(logger: Logger): RunningScheduler {
  const stopping = new AbortController();
  const series: Promise<void>[] = [];
  const repeat = async (intervalMs: number, name: string, work: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = stopping;
    // Start-up work that the first requests need runs before background work.
    await sleep(0, signal);
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        if (!isAbort(error)) logger('warn', 'background work failed', { work: name, error });
      }
      await sleep(intervalMs, signal);
    }
  };
  return {
    every(intervalMs, name, work) {
      series.push(repeat(intervalMs, name, work));
    },
    async stop() {
      stopping.abort();
      await Promise.all(series);
    },
  };
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
