/** `visible`: somebody waits for it on the screen. `background`: it runs when nothing visible waits. */
export type Urgency = 'visible' | 'background';

/** Lets at most `width` calls run at once, visible ones first; a call whose signal aborts while it waits never starts. */
export function createGate(width: number) {
  let running = 0;
  const waiting: Record<Urgency, (() => void)[]> = { visible: [], background: [] };

  const next = () => {
    if (running < width) (waiting.visible.shift() ?? waiting.background.shift())?.();
  };

  return async function pass<T>(signal: AbortSignal, call: () => Promise<T>, urgency: Urgency = 'visible'): Promise<T> {
    await new Promise<void>((resolve, reject) => {
      const queue = waiting[urgency];
      const start = () => {
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal.reason);
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      queue.push(start);
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

/** As many requests as a browser opens connections to one host: a seventh would wait where nobody can reorder it (H5). */
export const pass = createGate(6);
