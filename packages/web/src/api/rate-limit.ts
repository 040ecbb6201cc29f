/** How fast long walks may go, all of them together. */
export type Pace = {
  /** Calls started per second. */
  perSecond: number;
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
};

/** Resolves when the next call may start; rejects once the signal aborts. */
export type Turn = (signal: AbortSignal) => Promise<void>;

/** Hands out turns in the order they are asked for, never more than `perSecond`. */
export function createPacer({ perSecond, now, sleep }: Pace): Turn {
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

/** Runs every task, never more than `width` at once. Tasks deal with their own failures; an abort starts no further one. */
export async function runAll(tasks: Iterable<() => Promise<void>>, signal: AbortSignal, width: number): Promise<void> {
  const queue = tasks[Symbol.iterator]();
  const worker = async () => {
    for (let task = queue.next(); !task.done && !signal.aborted; task = queue.next()) await task.value();
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/**
 * The turn of a page of a walk that nobody waits for. 10,000 targets are 3,000 such pages; forty a second stay under the
 * server's limit of fifty (H5).
 */
export const backgroundTurn = createPacer({
  perSecond: 40,
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
