import { untilAborted } from '../../../ports/index.ts';

/** The bytes of one response, counted against the budget until it is closed. */
export type BudgetShare = {
  /** Resolves when more may be read. */
  readonly take: (bytes: number) => Promise<void>;
  readonly close: () => void;
};

/**
 * Bounds the total bytes of all responses that are being read. Above the budget, only the oldest response is read on,
 * so that at least one completes. The others wait, and their senders with them.
 */
export function createByteBudget(total: number): (signal: AbortSignal) => BudgetShare {
  const taken = new Map<object, number>();
  let used = 0;
  let freed = Promise.withResolvers<void>();
  return (signal) => {
    const own = {};
    taken.set(own, 0);
    const mayGoOn = () => used <= total || taken.keys().next().value === own;
    return {
      async take(bytes) {
        used += bytes;
        taken.set(own, (taken.get(own) ?? 0) + bytes);
        while (!mayGoOn()) await untilAborted(freed.promise, signal);
      },
      close() {
        used -= taken.get(own) ?? 0;
        taken.delete(own);
        freed.resolve();
        freed = Promise.withResolvers<void>();
      },
    };
  };
}
