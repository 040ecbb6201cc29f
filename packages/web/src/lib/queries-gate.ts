/** Lets at most `width` calls run at once, first come first served; a call whose signal aborts while it waits never starts. */
export function createGate(width: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  const next = () => {
    if (running < width) waiting.shift()?.();
  };

  return async function pass<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(start);
      next();
    });
    try {
      return await call();
    } finally {
      running -= 1;
      next();
    }
  };
}

/** Six requests in flight at most: five by the views on the screen, and one by the walk over all targets. */
export const pass = createGate(5);
