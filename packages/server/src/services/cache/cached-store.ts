import type { NodeSettings } from '@trimtab/core';
import type { Clock, Shared, Store, TargetRecord } from '../../ports/index.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { isEqual } from './deep-equal.ts';

/**
 * The enrolled targets and the settings. The object is replaced only when its content changes, and the array of a
 * namespace only when one of its targets changes.
 */
export type StoredState = {
  readonly records: readonly TargetRecord[];
  /** The same records in the same order, by namespace. */
  readonly byNamespace: ReadonlyMap<string, readonly TargetRecord[]>;
  readonly namespaces: readonly string[];
  readonly settings: NodeSettings | null;
};

const freshForMs = 30_000;
/** The database counts its changes, so reading all targets again finds a change only if somebody wrote around that. */
const countedFreshForMs = 600_000;

async function stateOf(
  records: readonly TargetRecord[],
  settings: NodeSettings | null,
  before: StoredState | null,
): Promise<StoredState> {
  const byNamespace = new Map<string, readonly TargetRecord[]>();
  const yieldIfDue = createTimeSlices();
  for (const [namespace, targets] of Map.groupBy(records, (record) => record.namespace)) {
    const known = before?.byNamespace.get(namespace);
    byNamespace.set(namespace, known !== undefined && isEqual(known, targets) ? known : targets);
    await yieldIfDue();
  }
  const next = new Map([...byNamespace].map(([namespace, targets]) => [namespace, targets.values()]));
  return {
    records: records.map((record) => next.get(record.namespace)?.next().value ?? record),
    byNamespace,
    namespaces: [...byNamespace.keys()],
    settings,
  };
}

/**
 * Caches targets and settings, because reading 10,000 records would take most of the time of a request. Writes of this
 * process and of other replicas are visible immediately. A write of another client of the registry is visible within
 * 30 s, or immediately if the registry reports it. Nothing else writes to the database of replicas.
 */
export function cacheStore(
  store: Store,
  clock: Clock,
  shared: Pick<Shared, 'revision'> | undefined = store.shared,
): { store: Store; stored: () => Promise<StoredState> } {
  const isCounted = shared !== undefined && store.targets.changes === undefined;
  const lastsMs = isCounted ? countedFreshForMs : freshForMs;
  let revision = 0;
  type Cached = {
    readonly revision: string;
    readonly at: number;
    readonly value: Promise<StoredState>;
  };
  let cached: Cached | null = null;
  // Reset the cache after a failed write too: it may have been executed and only its result lost.
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
    // Derived data is recomputed for a new object, so keep the old object if the content is equal.
    if (last === null || !isEqual([last.records, last.settings], [records, settings]))
      last = await stateOf(records, settings, last);
    return last;
  };
  return {
    async stored() {
      // Fails while the database cannot be reached: another replica may have changed it since the last reading.
      const others = await shared?.revision('targets');
      const age = cached === null ? 0 : clock.now() - cached.at;
      const current = `${revision} ${store.targets.changes?.()} ${others}`;
      if (cached !== null && cached.revision === current && age >= 0 && age < lastsMs) return cached.value;
      const next = { revision: current, at: clock.now(), value: read() };
      cached = next;
      next.value.catch(() => {
        if (cached === next) cached = null;
      });
      return next.value;
    },
    store: {
      ...store,
      targets: {
        ...store.targets,
        enroll: (records, changesOf) => writing(store.targets.enroll(records, changesOf)),
        recordUnoptimized: (namespace, name, state) => writing(store.targets.recordUnoptimized(namespace, name, state)),
        setLimitPolicy: (namespace, name, policy) => writing(store.targets.setLimitPolicy(namespace, name, policy)),
        remove: (namespace, name, changes) => writing(store.targets.remove(namespace, name, changes)),
      },
      settings: { ...store.settings, save: (settings) => writing(store.settings.save(settings)) },
    },
  };
}
