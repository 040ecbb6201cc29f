import { dayMs, type Suggestion, suggestionSchema, targetKey } from '@trimtab/core';
import type { AppDeps, SuggestionStore, TargetRecord, Window } from '../../ports/index.ts';
import { pause } from '../event-loop/pause.ts';

const storedDays = 400;
/** Suggestions are written this long after they were computed, a few at a time: requests are answered first. */
const writeAfterMs = 2_000;
const sliceMs = 8;

type Failure = { readonly error: unknown };
type Write = { readonly day: number; readonly createdAt: number; readonly suggestion: () => Suggestion | null };

export type DailySuggestions = ReturnType<typeof createDailySuggestions>;

/** One suggestion per target and UTC day: the first that was computed on that day. */
export function createDailySuggestions(store: SuggestionStore, { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>) {
  const recordedOn = new Map<string, number>();
  const pending = new Map<string, () => Promise<readonly Failure[]>>();
  let prunedOn = -1;
  const today = (): number => Math.floor(clock.now() / dayMs);

  const put = async ({ namespace, name }: TargetRecord, { day, createdAt, suggestion }: Write): Promise<void> => {
    if (prunedOn !== day) {
      prunedOn = day;
      await store.prune(day - storedDays);
    }
    // Another process, or this one before a restart, may have stored one already.
    const known = await store.list(namespace, name, { from: day, to: day + 1 });
    const body = known.length > 0 ? null : suggestion();
    if (body !== null) await store.put({ namespace, name, day, createdAt, body: JSON.stringify(body) });
  };
  const write = async (key: string): Promise<readonly Failure[]> => {
    const writing = pending.get(key);
    pending.delete(key);
    return (await writing?.()) ?? [];
  };
  /** One line for all failures: a full disk fails every write of a round. */
  const logFailures = (failures: readonly Failure[]): void => {
    const [first] = failures;
    if (first === undefined) return;
    logger('warn', 'suggestions of the day could not be stored; the server tries again', {
      targets: failures.length,
      error: first.error,
    });
  };
  const writeAll = async (): Promise<void> => {
    await pause(writeAfterMs);
    const failures: Failure[] = [];
    let sliceStart = performance.now();
    for (const key of pending.keys()) {
      failures.push(...(await write(key)));
      if (performance.now() - sliceStart < sliceMs) continue;
      await pause();
      sliceStart = performance.now();
    }
    logFailures(failures);
  };

  return {
    /** Stores the suggestion in the background, unless the target has one for this day. */
    record(target: TargetRecord, suggestion: () => Suggestion | null): void {
      const key = targetKey(target);
      const day = today();
      if (recordedOn.get(key) === day) return;
      recordedOn.set(key, day);
      const next = { day, createdAt: clock.now(), suggestion };
      // The first suggestion of a round starts it; the round writes all that are recorded meanwhile.
      if (pending.size === 0) void writeAll();
      // A suggestion of the day before may still be pending around midnight.
      const previous = pending.get(key);
      pending.set(key, async () => {
        const failures = (await previous?.()) ?? [];
        try {
          await put(target, next);
          return failures;
        } catch (error) {
          recordedOn.delete(key);
          return [...failures, { error }];
        }
      });
    },
    async list(target: TargetRecord, { start, end }: Window): Promise<readonly Suggestion[]> {
      logFailures(await write(targetKey(target)));
      const last = today() + 1;
      const days = {
        from: Math.max(last - storedDays, Number.isFinite(start) ? Math.floor(start / dayMs) : 0),
        to: Math.min(last, Number.isFinite(end) ? Math.ceil(end / dayMs) : last),
      };
      if (days.from >= days.to) return [];
      const stored = await store.list(target.namespace, target.name, days);
      return stored.flatMap(({ body }) => {
        const read = suggestionSchema.safeParse(JSON.parse(body));
        return read.success ? [read.data] : [];
      });
    },
  };
}
