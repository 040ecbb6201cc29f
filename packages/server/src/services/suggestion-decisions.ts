import { dayMs, type Suggestion, suggestionSchema } from '@trimtab/core';
import type { AppDeps } from '../app.ts';
import type { SuggestionStore, TargetRecord } from '../ports/index.ts';

/** The suggestion of each day: the first that was computed on it. */
export type Decisions = {
  /** Keeps it unless this day has one; in the background, because nothing waits for it. */
  note(target: TargetRecord, suggestion: () => Suggestion | null): void;
  list(target: TargetRecord, window: { readonly start: number; readonly end: number }): Promise<readonly Suggestion[]>;
};

/** Days for which decisions are kept. */
const KEPT_DAYS = 400;

export function createDecisions(
  store: SuggestionStore,
  { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>,
): Decisions {
  const decidedOn = new Map<string, number>();
  let pruned = -1;
  const today = (): number => Math.floor(clock.now() / dayMs);
  const put = async (
    { namespace, name }: TargetRecord,
    day: number,
    suggestion: () => Suggestion | null,
  ): Promise<void> => {
    if (pruned !== day) {
      pruned = day;
      await store.prune(day - KEPT_DAYS);
    }
    // Another process, or this one before a restart, may have decided already.
    const known = await store.list(namespace, name, { from: day, to: day + 1 });
    const decided = known.length > 0 ? null : suggestion();
    if (decided === null) return;
    await store.put({ namespace, name, day, createdAt: clock.now(), body: JSON.stringify(decided) });
  };
  return {
    note(target, suggestion) {
      const key = JSON.stringify([target.namespace, target.name]);
      const day = today();
      if (decidedOn.get(key) === day) return;
      decidedOn.set(key, day);
      put(target, day, suggestion).catch((error: unknown) => {
        decidedOn.delete(key);
        logger('warn', "the day's suggestion could not be kept", {
          namespace: target.namespace,
          name: target.name,
          error,
        });
      });
    },
    async list({ namespace, name }, { start, end }) {
      const last = today() + 1;
      const days = {
        from: Math.max(last - KEPT_DAYS, Number.isFinite(start) ? Math.floor(start / dayMs) : 0),
        to: Math.min(last, Number.isFinite(end) ? Math.ceil(end / dayMs) : last),
      };
      if (days.from >= days.to) return [];
      const kept = await store.list(namespace, name, days);
      return kept.flatMap(({ body }) => {
        const read = suggestionSchema.safeParse(JSON.parse(body));
        return read.success ? [read.data] : [];
      });
    },
  };
}
