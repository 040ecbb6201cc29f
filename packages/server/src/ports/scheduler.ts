/** Runs work again and again beside the requests. Absent: the server only works when it is asked something. */
export type Scheduler = {
  /**
   * Runs the work now, and then again so long after it ended: it never overlaps itself. A failure is logged with the
   * name, and does not end the series. The signal aborts when the server stops.
   */
  every(intervalMs: number, name: string, work: (signal: AbortSignal) => Promise<void>): void;
};
