export type RateLimit = {
  /** Calls started per second. */
  perSecond: number;
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
};

/** Resolves when the next call may start. Rejects if the signal aborts before that. */
export type WaitForSlot = (signal: AbortSignal) => Promise<void>;

/** Starts at most `perSecond` calls per second, in the order in which they were requested. */
export function createRequestThrottle({ perSecond, now, sleep }: RateLimit): WaitForSlot {
  let nextStart = -Infinity;
  return async (signal) => {
    signal.throwIfAborted();
    const start = Math.max(now(), nextStart);
    nextStart = start + 1_000 / perSecond;
    const wait = start - now();
    if (wait > 0) await sleep(wait);
    signal.throwIfAborted();
  };
}

/**
 * Limits the background requests that read all targets. 10,000 targets need about 3,000 requests, and the server accepts
 * 50 per second from one client.
 */
export const waitForBackgroundSlot = createRequestThrottle({
  perSecond: 40,
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
