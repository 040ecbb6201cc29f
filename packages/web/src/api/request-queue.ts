/** `visible`: somebody waits for it on the screen. `background`: it runs when nothing visible waits. */
export type Urgency = 'visible' | 'background';

/**
 * Lets at most `width` calls run at once, visible ones first; a call whose signal aborts while it waits never starts. While
 * a visible call runs, the background has one place and no more: its answers would come before the one that is waited for,
 * and be read before it.
 */
export function createGate(width: number) {
  const running: Record<Urgency, number> = { visible: 0, background: 0 };
  const waiting: Record<Urgency, (() => void)[]> = { visible: [], background: [] };

  const next = () => {
    if (running.visible + running.background >= width) return;
    const mayRunBehind = running.visible === 0 || running.background === 0;
    (waiting.visible.shift() ?? (mayRunBehind ? waiting.background.shift() : undefined))?.();
  };

  return async function pass<T>(signal: AbortSignal, call: () => Promise<T>, urgency: Urgency = 'visible'): Promise<T> {
    await new Promise<void>((resolve, reject) => {
      const queue = waiting[urgency];
      const start = () => {
        signal.removeEventListener('abort', leave);
        running[urgency] += 1;
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
      running[urgency] -= 1;
      // The end of the last visible call may let several of the background go.
      for (let freed = 0; freed < width; freed += 1) next();
    }
  };
}

/** As many requests as a browser opens connections to one host: a seventh would wait where nobody can reorder it (H5). */
export const pass = createGate(6);
