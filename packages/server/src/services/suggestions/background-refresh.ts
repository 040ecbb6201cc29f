import { minuteMs, secondMs } from '@trimtab/core';
import type { Clock, Logger } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { NamespaceRefresh } from './namespace-refresh.ts';
import type { RequestPriority } from './request-priority.ts';

/** Every request starts a round, and looking for due namespaces takes 0.5 ms for 10,000 targets. */
const lookEveryMs = secondMs;

type Dependencies = {
  readonly refresh: NamespaceRefresh;
  readonly stored: () => Promise<StoredState>;
  readonly priority: Pick<RequestPriority, 'whenIdle'>;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Aborts when the server begins to stop. */
  readonly stopping: AbortSignal | undefined;
  /** Aborts when the server has stopped. */
  readonly ending: AbortSignal;
};

/** Refreshes all due namespaces in rounds. */
export function createBackgroundRefresh({ refresh, stored, priority, logger, clock, stopping, ending }: Dependencies) {
  /** In targets; null between two rounds. */
  let round: { readonly startedAt: number; total: number; done: number } | null = null;
  let looked: { readonly at: number; readonly enrolled: StoredState } | null = null;

  /** How many minutes the round will still take at its current speed; null if unknown. */
  const minutesLeft = (): number | null => {
    if (round === null || round.done === 0) return null;
    return ((clock.now() - round.startedAt) / round.done / minuteMs) * (round.total - round.done);
  };

  /**
   * Refreshes one namespace after the other, each while the server is idle. A call during a round, or less than a second
   * after the last one began, does nothing, unless targets or settings have changed.
   */
  const run = async (): Promise<void> => {
    if (round !== null) return;
    const current = { startedAt: clock.now(), total: 0, done: 0 };
    round = current;
    try {
      const enrolled = await stored();
      if (looked?.enrolled === enrolled && Math.abs(clock.now() - looked.at) < lookEveryMs) return;
      if (looked?.enrolled !== enrolled) refresh.retain(enrolled);
      looked = { at: clock.now(), enrolled };
      const due = [...enrolled.byNamespace].filter(([namespace]) => refresh.isDue(namespace, enrolled));
      for (const [, targets] of due) current.total += targets.length;
      for (const [namespace, targets] of due) {
        await priority.whenIdle();
        if (stopping?.aborted || ending.aborted) return;
        if (refresh.isDue(namespace, enrolled)) await refresh.refresh(namespace, { urgent: false });
        current.done += targets.length;
      }
    } catch (error) {
      logger('warn', 'suggestions could not be brought up to date', { error });
    } finally {
      round = null;
    }
  };
  return { run, minutesLeft };
}
