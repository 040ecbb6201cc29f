import type { Clock } from '../../ports/index.ts';
import { pause } from '../event-loop/pause.ts';

/** How long a list waits for suggestions that are being computed. */
const waitMs = 100;
/** Background work waits until this long after the newest request, and at most `mostWaitedMs` in all. */
const idleMs = 100;
const mostWaitedMs = 1_000;
/**
 * After the very first request, background work waits this long, so that the first page of a large cluster is not
 * slowed down.
 */
const firstPageMs = 1_500;

export type RequestPriority = ReturnType<typeof createRequestPriority>;

/** Lets requests go before background work, and keeps requests from waiting long for that work. */
export function createRequestPriority(clock: Clock) {
  let firstRequestAt: number | null = null;
  let newestRequestAt = Number.NEGATIVE_INFINITY;
  return {
    requestReceived(): void {
      newestRequestAt = performance.now();
      firstRequestAt ??= newestRequestAt;
    },
    /** Resolves when there was no request for a moment, or after the longest wait. */
    async whenIdle(): Promise<void> {
      while (performance.now() - (firstRequestAt ?? newestRequestAt) < firstPageMs) await pause(idleMs);
      const from = performance.now();
      while (performance.now() - newestRequestAt < idleMs && performance.now() - from < mostWaitedMs) {
        await pause(idleMs);
      }
    },
    /** Resolves when the work is done, or after `atMostMs` by the server's clock. */
    async waitBriefly(work: Promise<unknown>, atMostMs = waitMs): Promise<void> {
      const finished = work.then(() => true);
      const from = clock.now();
      const poll = () => Promise.race([finished, pause(waitMs / 10).then(() => false)]);
      for (let done = await poll(); !done && clock.now() - from < atMostMs; ) done = await poll();
    },
  };
}
