/** How fast a long walk may go. */
export type Pace = {
  /** Calls in flight at once. */
  width: number;
  /** Calls started per second. */
  perSecond: number;
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
};

/**
 * Runs every task, never more than `width` at once and never starting more than `perSecond`. Tasks deal with their own
 * failures; when the signal aborts no further task starts.
 */
export async function runPaced(tasks: Iterable<() => Promise<void>>, signal: AbortSignal, pace: Pace): Promise<void> {
  const queue = tasks[Symbol.iterator]();
  let nextStart = pace.now();
  const worker = async () => {
    for (let task = queue.next(); !task.done && !signal.aborted; task = queue.next()) {
      const now = pace.now();
      const start = Math.max(now, nextStart);
      nextStart = start + 1_000 / pace.perSecond;
      if (start > now) await pace.sleep(start - now);
      if (signal.aborted) return;
      await task.value();
    }
  };
  await Promise.all(Array.from({ length: pace.width }, worker));
}
