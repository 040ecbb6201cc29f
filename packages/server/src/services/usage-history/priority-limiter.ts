/** Runs a bounded number of jobs in parallel; urgent ones go before all others that wait. */
export function createPriorityLimiter(parallel: number) {
  const urgentQueue: (() => void)[] = [];
  const queue: (() => void)[] = [];
  let running = 0;
  const startNext = (): void => {
    const start = running < parallel ? (urgentQueue.shift() ?? queue.shift()) : undefined;
    if (start === undefined) return;
    running += 1;
    start();
  };
  return async <T>(job: () => Promise<T>, urgent: boolean): Promise<T> => {
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
  };
}
