export type Watchdog = {
  /** Call this after each sign of progress to restart the time limit. */
  readonly reset: () => void;
  readonly stop: () => void;
};

/** Calls `onSilence` once if `reset` is not called for `limitMs`. The total time of the work does not matter. */
export function createWatchdog(limitMs: number, onSilence: () => void): Watchdog {
  const timer = setTimeout(onSilence, limitMs);
  return { reset: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}
