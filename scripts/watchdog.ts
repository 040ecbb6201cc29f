export type Watchdog = {
  /** Starts the time again: there was a sign of progress. */
  readonly reset: () => void;
  readonly stop: () => void;
};

/** Calls `onSilence` once if `reset` is not called for `limitMs`. It ignores how long the work takes in total. */
export function createWatchdog(limitMs: number, onSilence: () => void): Watchdog {
  const timer = setTimeout(onSilence, limitMs);
  return { reset: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}
