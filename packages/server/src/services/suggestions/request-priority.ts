import type { Clock } from '../../ports/index.ts';

/** As long as a list waits for suggestions that are being computed. */
const patienceMs = 100;
/** Background work waits until so long after a request, and at most so long in all. */
const idleMs = 100;
const mostWaitedMs = 1_000;
/** It begins so long after the first request of all: whoever opens a large cluster sees its first page before. */
const firstPageMs = 1_500;

/** Who goes first: requests before what is computed beside them, and no request waits for that for long. */
export type RequestPriority = {
  /** Somebody asked. */
  requestReceived(): void;
  /** Resolves when nobody has asked for a moment, or was waited for long enough. */
  whenIdle(): Promise<void>;
  /** Until it is done, or the time is over by the clock of the server. */
  waitBriefly(work: Promise<unknown>, atMostMs?: number): Promise<void>;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export function createRequestPriority(clock: Clock): RequestPriority {
  let firstAskedAt: number | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    requestReceived() {
      askedAt = performance.now();
      firstAskedAt ??= askedAt;
    },
    async whenIdle() {
      while (performance.now() - (firstAskedAt ?? askedAt) < firstPageMs) await pause(idleMs);
      const from = performance.now();
      while (performance.now() - askedAt < idleMs && performance.now() - from < mostWaitedMs) await pause(idleMs);
    },
    async waitBriefly(work, atMostMs = patienceMs) {
      const finished = work.then(() => true);
      const from = clock.now();
      const turn = () => Promise.race([finished, pause(patienceMs / 10).then(() => false)]);
      for (let done = await turn(); !done && clock.now() - from < atMostMs; ) done = await turn();
    },
  };
}
