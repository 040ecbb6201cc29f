import type { Clock } from '../../../ports/index.ts';

const failuresUntilOpen = 5;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

export type OpenCircuit = {
  readonly failures: number;
  /** When the next query may be sent, in milliseconds since the epoch. */
  readonly until: number;
};

/**
 * Stops sending queries to a server that failed several times in a row. After a wait, one query (the probe) is sent to
 * test it. The wait doubles with each failure, with jitter so that many clients do not retry at the same moment.
 */
export function createCircuitBreaker({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let openUntil = 0;
  let probing = false;
  return {
    /** Null if a query may be sent now. */
    enter(): OpenCircuit | null {
      if (failures < failuresUntilOpen) return null;
      const now = clock.now();
      // A longer wait means that the clock was set back.
      if (openUntil - now > longestWaitMs) openUntil = now;
      if (probing || now < openUntil) return { failures, until: Math.max(openUntil, now + 1_000) };
      probing = true;
      return null;
    },
    /** Whether the query that `enter` just allowed is the probe. */
    get probing(): boolean {
      return probing;
    },
    succeeded(): void {
      failures = 0;
      probing = false;
    },
    /** Queries that ran at the same time and fail together count as one failure. */
    failed(startedAt: number): void {
      const now = clock.now();
      // A failure after now means that the clock was set back since then.
      if (!probing && startedAt < failedAt && failedAt <= now) return;
      probing = false;
      failures += 1;
      failedAt = now;
      const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - failuresUntilOpen));
      openUntil = failedAt + wait * (0.5 + random() / 2);
    },
    /** The query was canceled by its caller, so it neither succeeded nor failed. */
    abandoned(): void {
      probing = false;
    },
  };
}
