import { dayMs, type Suggestion, suggestionSchema } from '@trimtab/core';
import type { AppDeps, SuggestionStore, TargetRecord } from '../../ports/index.ts';

/** The suggestion of each day: the first that was computed on it. */
export type DailySuggestions = {
  /** Keeps it unless this day has one; in the background, because nothing waits for it. */
  note(target: TargetRecord, suggestion: () => Suggestion | null): void;
  list(target: TargetRecord, window: { readonly start: number; readonly end: number }): Promise<readonly Suggestion[]>;
};

/** Days for which dailySuggestions are kept. */
const keptDays = 400;
/** What is decided is kept so much later, a few at a time: whoever waits for a list of it is answered first. */
const keptAfterMs = 2_000;
const sliceMs = 8;

type Failure = { readonly error: unknown };

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export function createDailySuggestions(
  store: SuggestionStore,
  { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>,
): DailySuggestions {
  const decidedOn = new Map<string, number>();
  const waiting = new Map<string, () => Promise<readonly Failure[]>>();
  let pruned = -1;
  const today = (): number => Math.floor(clock.now() / dayMs);
  type Note = { readonly day: number; readonly createdAt: number; readonly suggestion: () => Suggestion | null };
  const put = async ({ namespace, name }: TargetRecord, { day, createdAt, suggestion }: Note): Promise<void> => {
    if (pruned !== day) {
      pruned = day;
      await store.prune(day - keptDays);
    }
    // Another process, or this one before a restart, may have decided already.
    const known = await store.list(namespace, name, { from: day, to: day + 1 });
    const decided = known.length > 0 ? null : suggestion();
    if (decided === null) return;
    await store.put({ namespace, name, day, createdAt, body: JSON.stringify(decided) });
  };
  const keep = async (key: string): Promise<readonly Failure[]> => {
    const kept = waiting.get(key);
    waiting.delete(key);
    return (await kept?.()) ?? [];
  };
  /** One line for all of them: a full disk is one piece of news, not ten thousand. */
  const complain = (failures: readonly Failure[]): void => {
    const [first] = failures;
    if (first === undefined) return;
    const { error } = first;
    logger('warn', 'suggestions of the day could not be kept; that is tried again', {
      targets: failures.length,
      error,
    });
  };
  const keepAll = async (): Promise<void> => {
    await pause(keptAfterMs);
    const failures: Failure[] = [];
    let sliceStart = performance.now();
    for (const key of waiting.keys()) {
      failures.push(...(await keep(key)));
      if (performance.now() - sliceStart < sliceMs) continue;
      await pause(0);
      sliceStart = performance.now();
    }
    complain(failures);
  };
  return {
    note(target, suggestion) {
      const key = keyOf(target);
      const day = today();
      if (decidedOn.get(key) === day) return;
      decidedOn.set(key, day);
      const note = { day, createdAt: clock.now(), suggestion };
      // The first to wait starts the round that keeps all who come meanwhile.
      if (waiting.size === 0) void keepAll();
      // Of the day before, in the minute in which that ended.
      const before = waiting.get(key);
      waiting.set(key, async () => {
        const failures = (await before?.()) ?? [];
        try {
          await put(target, note);
          return failures;
        } catch (error) {
          decidedOn.delete(key);
          return [...failures, { error }];
        }
      });
    },
    async list(target, { start, end }) {
      complain(await keep(keyOf(target)));
      const { namespace, name } = target;
      const last = today() + 1;
      const days = {
        from: Math.max(last - keptDays, Number.isFinite(start) ? Math.floor(start / dayMs) : 0),
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

const keyOf = ({ namespace, name }: TargetRecord): string => JSON.stringify([namespace, name]);
