import type { ClientClock } from '../api/transport/clock.ts';

export type VirtualClock = Required<ClientClock> & {
  /** Every wait that was skipped, in milliseconds. */
  readonly waits: readonly number[];
  /** Moves time, and ends the held waits that are over by then. */
  advance(ms: number): void;
  /** How many deadlines are held: none when every call has ended. */
  pending(): number;
};

type Held = { readonly due: number; readonly resolve: () => void };

/**
 * A clock on which nothing waits. A wait shorter than `holdFromMs` is over at once and has moved the time; a longer one,
 * which is a deadline, is held until `advance` reaches it.
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
