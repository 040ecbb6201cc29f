/** Runs background work repeatedly. Without a scheduler, the server only works after a request. */
export type Scheduler = {
  /**
   * Runs the work soon, and again `intervalMs` after each end, so that two runs never overlap. A failure is logged with
   * the name, and the next run follows. The signal aborts when the server stops.
   */
  every(intervalMs: number, name: string, work: (signal: AbortSignal) => Promise<void>): void;
};
