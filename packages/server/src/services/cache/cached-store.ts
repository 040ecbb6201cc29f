import type { NodeSettings } from '@trimtab/core';
import type { Clock, Store, TargetRecord } from '../../ports/index.ts';
import { isEqual } from './deep-equal.ts';

/** What the lists are made from; the same object until something of it has changed. */
export type StoredState = {
  readonly records: readonly TargetRecord[];
  /** The same records, in the same order. */
  readonly byNamespace: ReadonlyMap<string, readonly TargetRecord[]>;
  readonly settings: NodeSettings | null;
};

const keptForMs = 30_000;

/**
 * The store, with a shared reading of it. A write through this process is seen by the next read; a write by another one
 * after some seconds. Reading 10,000 records for every request would be most of its time.
 */
export function cacheStore(store: Store, clock: Clock): { store: Store; stored: () => Promise<StoredState> } {
  let revision = 0;
  let kept: { readonly revision: number; readonly at: number; readonly value: Promise<StoredState> } | null = null;
  // Also when the write failed: it may have been done and only its answer lost.
  const writing = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } finally {
      revision += 1;
    }
  };
  let last: StoredState | null = null;
  const read = async (): Promise<StoredState> => {
    const [records, settings] = await Promise.all([store.targets.list(), store.settings.get()]);
    // Everything that is made from it is made anew for another object, so that an equal one must not be another.
    if (last === null || !isEqual([last.records, last.settings], [records, settings]))
      last = { records, byNamespace: grouped(records), settings };
    return last;
  };
  return {
    stored() {
      const age = kept === null ? 0 : clock.now() - kept.at;
      if (kept !== null && kept.revision === revision && age >= 0 && age < keptForMs) return kept.value;
      const mine = { revision, at: clock.now(), value: read() };
      kept = mine;
      mine.value.catch(() => {
        if (kept === mine) kept = null;
      });
      return mine.value;
    },
    store: {
      ...store,
      targets: {
        list: () => store.targets.list(),
        get: (namespace, name) => store.targets.get(namespace, name),
        enroll: (records) => writing(store.targets.enroll(records)),
        recordUnoptimized: (namespace, name, state) => writing(store.targets.recordUnoptimized(namespace, name, state)),
        remove: (namespace, name) => writing(store.targets.remove(namespace, name)),
      },
      settings: {
        get: () => store.settings.get(),
        save: (settings) => writing(store.settings.save(settings)),
      },
    },
  };
}

function grouped(records: readonly TargetRecord[]): ReadonlyMap<string, readonly TargetRecord[]> {
  const groups = new Map<string, TargetRecord[]>();
  for (const record of records) {
    const group = groups.get(record.namespace);
    if (group === undefined) groups.set(record.namespace, [record]);
    else group.push(record);
  }
  return groups;
}
