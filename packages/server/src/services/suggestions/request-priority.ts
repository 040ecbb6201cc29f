import type { Clock } from '../../ports/index.ts';

/** As long as a list waits for suggestions that are being computed. */
const patienceMs = 100;
/** Background work waits until so long after a request, and at most so long in all. */
const idleMs = 100;
const mostWaitedMs = 1_000;
/** It begins so long after the first request of all: whoever opens a large cluster sees its first page before. */
const firstPageMs = 1_500;

/** Who goes first: requests before what is computed beside them, and no request waits for that for long. */
export type Pace = {
  /** Somebody asked. */
  asked(): void;
  /** Resolves when nobody has asked for a moment, or was waited for long enough. */
  quiet(): Promise<void>;
  /** Until it is done, or the patience is over by the clock of the server. */
  patiently(work: Promise<unknown>, atMostMs?: number): Promise<void>;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export function createPace(clock: Clock): Pace {
  let firstAskedAt: number | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    asked() {
      askedAt = performance.now();
      firstAskedAt ??= askedAt;
    },
    async quiet() {
      while (performance.now() - (firstAskedAt ?? askedAt) < firstPageMs) await pause(idleMs);
      const from = performance.now();
      while (performance.now() - askedAt < idleMs && performance.now() - from < mostWaitedMs) await pause(idleMs);
    },
    async patiently(work, atMostMs = patienceMs) {
      const finished = work.then(() => true);
      const from = clock.now();
      const turn = () => Promise.race([finished, pause(patienceMs / 10).then(() => false)]);
      for (let done = await turn(); !done && clock.now() - from < atMostMs; ) done = await turn();
    },
  };
}
