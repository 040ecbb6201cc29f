/** Lets `width` pieces of work run at a time; the others wait in order, and leave the queue when their signal ends. */
export function createGate(width: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  const leave = () => {
    running -= 1;
    waiting.shift()?.();
  };

  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        running += 1;
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      if (running < width) return start();
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(start);
    });

  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    await enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
