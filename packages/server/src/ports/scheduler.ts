/** Runs background work repeatedly. Without a scheduler, the server works only while it answers a request. */
export type Scheduler = {
  /**
   * Runs the work soon, and again `intervalMs` after each end, so that it never overlaps itself. A failure is logged with
   * the name; the next run follows. The signal aborts when the server stops.
   */
  every(intervalMs: number, name: string, work: (signal: AbortSignal) => Promise<void>): void;
};
