import type { Clock } from '../../../ports/index.ts';

const failuresUntilOpen = 5;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * Keeps from asking a server that has failed several times in a row. After a wait, one question is let through to see;
 * the wait doubles with every failure, with jitter, so that many askers do not come back at the same moment.
 */
export function createCircuit({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let openUntil = 0;
  let probing = false;
  return {
    /** Null when it may be asked now; otherwise how often it failed, and when it is asked again. */
    enter(): { readonly failures: number; readonly until: number } | null {
      if (failures < failuresUntilOpen) return null;
      if (probing || clock.now() < openUntil) return { failures, until: Math.max(openUntil, clock.now() + 1_000) };
      probing = true;
      return null;
    },
    /** Whether the question that was just let through is the one to see by. */
    get probing(): boolean {
      return probing;
    },
    succeeded(): void {
      failures = 0;
      probing = false;
    },
    /** Questions asked side by side fail together, and count once. */
    failed(askedAt: number): void {
      if (!probing && askedAt < failedAt) return;
      probing = false;
      failures += 1;
      failedAt = clock.now();
      const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - failuresUntilOpen));
      openUntil = failedAt + wait * (0.5 + random() / 2);
    },
    /** The asker left: nothing was learned. */
    abandoned(): void {
      probing = false;
    },
  };
}
