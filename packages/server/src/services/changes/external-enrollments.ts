import { type Change, dayMs, targetKey } from '@trimtab/core';
import type { ChangeStore, Clock, StoredChange, TargetRecord, TargetRegistry } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { newChange, readChange, storedChange } from './change-record.ts';

type Dependencies = {
  readonly registry: Pick<TargetRegistry, 'changes' | 'mayExist' | 'staleProblem'>;
  readonly store: ChangeStore;
  readonly stored: () => Promise<StoredState>;
  readonly clock: Clock;
  /** Enrollments that are older than this many days are not recorded. */
  readonly days: number;
};

/** Finds the targets that other clients enrolled or removed, by comparing the registry with the recorded changes. */
export function externalEnrollments({ registry, store, stored, clock, days }: Dependencies) {
  let last: ReadonlyMap<string, TargetRecord> = new Map();
  let missing: ReadonlySet<string> = new Set();
  let returned: ReadonlySet<string> = new Set();
  const newestOf = async (event: 'enrolled' | 'unenrolled') =>
    new Map((await store.newest([event])).map((one) => [targetKey(one), one]));
  const kindOf = async ({ namespace, name }: Pick<TargetRecord, 'namespace' | 'name'>) => {
    const window = { start: 0, end: Number.MAX_SAFE_INTEGER };
    const [row] = await store.list({ namespace, name, events: ['enrolled'], window }, 1);
    return (row && readChange(row)?.kind) ?? '';
  };
  return async (): Promise<readonly StoredChange[]> => {
    if (registry.changes === undefined) return [];
    const records = new Map((await stored()).records.map((record) => [targetKey(record), record]));
    const [on, off] = await Promise.all([newestOf('enrolled'), newestOf('unenrolled')]);
    const isOn = (key: string) => (on.get(key)?.at ?? -1) > (off.get(key)?.at ?? -1);
    const isStale = (registry.staleProblem?.() ?? null) !== null;
    const back = new Set<string>();
    const added = [...records].flatMap(([key, record]) => {
      const { enrolledBy: by, enrolledAt } = record;
      if (by === undefined || isOn(key) || enrolledAt < clock.now() - days * dayMs) return [];
      if (enrolledAt <= (on.get(key)?.at ?? -1)) {
        // This enrollment was recorded, and later its removal, which may not have reached this server. Only a target that
        // a current copy has twice is there again.
        back.add(key);
        if (isStale || !returned.has(key)) return [];
      }
      // It may have been removed and created again before the removal was noticed.
      return newChange(record, { event: 'enrolled', at: Math.max(enrolledAt, (off.get(key)?.at ?? 0) + 1), by });
    });
    returned = back;
    const targetOf = (key: string) => last.get(key) ?? on.get(key);
    const absent = [...new Set([...last.keys(), ...on.keys()])].filter((key) => !records.has(key));
    // A target that is missing now may only be unknown.
    const unknown = new Set(
      absent.filter((key) => {
        const target = targetOf(key);
        return target !== undefined && registry.mayExist?.(target.namespace, target.name) === true;
      }),
    );
    const gone = absent.filter((key) => !unknown.has(key) && (isOn(key) || !off.has(key)));
    const removed: Change[] = [];
    for (const key of gone) {
      const target = targetOf(key);
      // This server records its own removals a moment after they happen. Only a target that is missing twice was
      // removed by another client.
      if (target === undefined || !missing.has(key)) continue;
      const kind = last.get(key)?.kind ?? (await kindOf(target));
      removed.push(newChange({ ...target, kind }, { event: 'unenrolled', at: clock.now() }));
    }
    missing = new Set(gone);
    last = new Map([...[...last].filter(([key]) => missing.has(key) || unknown.has(key)), ...records]);
    return [...added, ...removed].map(storedChange);
  };
}
