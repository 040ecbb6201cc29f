/** Runs a bounded number of jobs in parallel; urgent ones go before all others that wait. */
export type PriorityLimiter = { run<T>(job: () => Promise<T>, urgent: boolean): Promise<T> };

export function createPriorityLimiter(parallel: number): PriorityLimiter {
  const urgentQueue: (() => void)[] = [];
  const queue: (() => void)[] = [];
  let running = 0;
  const startNext = (): void => {
    const start = running < parallel ? (urgentQueue.shift() ?? queue.shift()) : undefined;
    if (start === undefined) return;
    running += 1;
    start();
  };
  return {
    async run(job, urgent) {
      await new Promise<void>((resolve) => {
        (urgent ? urgentQueue : queue).push(resolve);
        startNext();
      });
      try {
        return await job();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
