import type { ClientClock } from '../api/transport/clock.ts';

export type VirtualClock = Required<ClientClock> & {
  /** All skipped waits, in milliseconds. */
  readonly waits: readonly number[];
  /** Advances the time and ends the pending waits that are due. */
  advance(ms: number): void;
  /** Number of pending deadlines; 0 when all calls have ended. */
  pending(): number;
};

type Held = { readonly due: number; readonly resolve: () => void };

/**
 * A clock for tests that do not wait. A wait shorter than `holdFromMs` ends immediately and advances the time. A longer wait,
 * such as a deadline, is pending until `advance` reaches it.
 */
export function virtualClock({ start = Date.UTC(2026, 10, 20, 12), holdFromMs = 30_000 } = {}): VirtualClock {
  let now = start;
  const waits: number[] = [];
  const held = new Set<Held>();
  const advance = (ms: number) => {
    now += ms;
    for (const timer of held) {
      if (timer.due > now) continue;
      held.delete(timer);
      timer.resolve();
    }
  };
  return {
    now: () => now,
    waits,
    advance,
    pending: () => held.size,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      if (ms < holdFromMs) {
        waits.push(ms);
        advance(ms);
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const timer = { due: now + ms, resolve };
        held.add(timer);
        signal.addEventListener(
          'abort',
          () => {
            held.delete(timer);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    },
  };
}
