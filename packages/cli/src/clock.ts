/** Monotonic time: setting the system clock must not end a sign-in or a wait. */
export type MonotonicClock = {
  elapsedMs: () => number;
  /** Rejects when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

export const systemClock: MonotonicClock = {
  elapsedMs: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    const { setTimeout: wait } = await import('node:timers/promises');
    await wait(milliseconds, undefined, { signal });
  },
};
