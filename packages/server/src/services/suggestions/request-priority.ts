import type { Clock } from '../../ports/index.ts';
import { pause } from '../event-loop/pause.ts';

/** How long a list waits for suggestions that are being computed. */
const waitMs = 100;
/** Background work waits until this long after the newest request, and at most `mostWaitedMs` in total. */
const idleMs = 100;
const mostWaitedMs = 1_000;
/** Background work waits this long after the first request, so that it does not slow down the first page. */
const firstPageMs = 1_500;

export type RequestPriority = ReturnType<typeof createRequestPriority>;

/** Gives requests priority over background work, and limits how long requests wait for that work. */
export function createRequestPriority(clock: Clock) {
  let firstRequestAt: number | null = null;
  let newestRequestAt = Number.NEGATIVE_INFINITY;
  return {
    requestReceived(): void {
      newestRequestAt = performance.now();
      firstRequestAt ??= newestRequestAt;
    },
    /** Resolves when there was no request for a short time, or after the longest wait. */
    async whenIdle(): Promise<void> {
      while (performance.now() - (firstRequestAt ?? newestRequestAt) < firstPageMs) await pause(idleMs);
      const from = performance.now();
      while (performance.now() - newestRequestAt < idleMs && performance.now() - from < mostWaitedMs) {
        await pause(idleMs);
      }
    },
    /** Resolves when the work is done, or after `atMostMs` of the server's clock. */
    async waitBriefly(work: Promise<unknown>, atMostMs = waitMs): Promise<void> {
      const finished = work.then(() => true);
      const from = clock.now();
      const poll = () => Promise.race([finished, pause(waitMs / 10).then(() => false)]);
      for (let done = await poll(); !done && clock.now() - from < atMostMs; ) done = await poll();
    },
  };
}
