/** `visible`: the user waits for the answer. `background`: the request may wait until no visible one is queued. */
export type CallPriority = 'visible' | 'background';

/**
 * Runs at most `concurrency` calls in parallel, visible ones first. A call whose signal aborts while it waits never starts.
 * While a visible call runs, only one background call may run beside it, so that parsing background answers does not delay
 * the answer that the user waits for.
 */
export function createRequestQueue(concurrency: number) {
  const running: Record<CallPriority, number> = { visible: 0, background: 0 };
  const waiting: Record<CallPriority, (() => void)[]> = { visible: [], background: [] };

  const startNext = () => {
    if (running.visible + running.background >= concurrency) return;
    const mayStartBackground = running.visible === 0 || running.background === 0;
    (waiting.visible.shift() ?? (mayStartBackground ? waiting.background.shift() : undefined))?.();
  };

  return async function enqueue<T>(
    signal: AbortSignal,
    call: () => Promise<T>,
    priority: CallPriority = 'visible',
  ): Promise<T> {
    await new Promise<void>((resolve, reject) => {
      const queue = waiting[priority];
      const start = () => {
        signal.removeEventListener('abort', leaveQueue);
        running[priority] += 1;
        resolve();
      };
      const leaveQueue = () => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal.reason);
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', leaveQueue, { once: true });
      queue.push(start);
      startNext();
    });
    try {
      return await call();
    } finally {
      running[priority] -= 1;
      // When the last visible call ends, several background calls may start.
      for (let freed = 0; freed < concurrency; freed += 1) startNext();
    }
  };
}

/**
 * The queue of all API calls. Browsers open six HTTP/1.1 connections per host: a seventh request would wait in the browser,
 * where it cannot be overtaken by a more urgent one.
 */
export const enqueue = createRequestQueue(6);
