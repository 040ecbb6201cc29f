/** Runs at most `limit` tasks at a time. Others wait in order; a waiting task is dropped when its signal aborts. */
export function createConcurrencyLimit(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const start = () => {
        signal.removeEventListener('abort', drop);
        running += 1;
        resolve();
      };
      const drop = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      if (running < limit) return start();
      signal.addEventListener('abort', drop, { once: true });
      waiting.push(start);
    });

  return async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    await enter(signal);
    try {
      return await task();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
