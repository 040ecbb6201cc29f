export type Watchdog = {
  /** Call after each sign of progress: the time limit starts again. */
  readonly reset: () => void;
  readonly stop: () => void;
};

/** Calls `onSilence` once if `reset` is not called for `limitMs`. The total time of the work does not matter. */
export function createWatchdog(limitMs: number, onSilence: () => void): Watchdog {
  const timer = setTimeout(onSilence, limitMs);
  return { reset: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}
