import { isAbort, type Logger, type Scheduler } from './ports/index.ts';
import { wait } from './wait.ts';

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
    await wait(0, signal);
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        if (!isAbort(error)) logger('warn', 'background work failed', { work: name, error });
      }
      await wait(intervalMs, signal);
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
