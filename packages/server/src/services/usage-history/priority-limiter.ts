/** Runs a bounded number of jobs at once; urgent ones go before all that wait. */
export type PriorityLimiter = { run<T>(job: () => Promise<T>, urgent: boolean): Promise<T> };

export function createPriorityLimiter(most: number): PriorityLimiter {
  const urgentFirst: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = (): void => {
    const start = running < most ? (urgentFirst.shift() ?? waiting.shift()) : undefined;
    if (start === undefined) return;
    running += 1;
    start();
  };
  return {
    async run(job, urgent) {
      await new Promise<void>((resolve) => {
        (urgent ? urgentFirst : waiting).push(resolve);
        next();
      });
      try {
        return await job();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
