import { isInClusters, targetKey } from '@trimtab/core';
import type { ChangeStore, StoredChange, WatchedTarget } from '../../ports/index.ts';

const newestFirst = (a: StoredChange, b: StoredChange) => b.at - a.at || (a.id < b.id ? 1 : -1);

export function memoryChanges(): ChangeStore {
  const changes = new Map<string, StoredChange>();
  const watched = new Map<string, WatchedTarget>();
  let ordered: readonly StoredChange[] | null = null;
  const sorted = () => (ordered ??= [...changes.values()].toSorted(newestFirst));
  return {
    list: async ({ namespace, clusters, name, events, window: { start, end } }, most) =>
      sorted()
        .filter(
          (one) =>
            one.at >= start &&
            one.at < end &&
            one.namespace === (namespace ?? one.namespace) &&
            isInClusters(one.namespace, clusters) &&
            one.name === (name ?? one.name) &&
            (events?.includes(one.event) ?? true),
        )
        .slice(0, most),
    due: async (before, most) =>
      [...changes.values()]
        .filter(({ dueAt }) => dueAt !== null && dueAt < before)
        .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || (a.id < b.id ? -1 : 1))
        .slice(0, most),
    async newest(events) {
      const newest = new Map<string, Pick<StoredChange, 'namespace' | 'name' | 'at'>>();
      for (const { namespace, name, at, event } of sorted()) {
        const key = targetKey({ namespace, name });
        if (events.includes(event) && !newest.has(key)) newest.set(key, { namespace, name, at });
      }
      return [...newest.values()];
    },
    watched: async (namespace) => [...watched.values()].filter((one) => one.namespace === namespace),
    async write(written) {
      ordered = null;
      for (const one of written.changes) changes.set(one.id, one);
      for (const one of written.watched) watched.set(targetKey(one), one);
    },
    async prune(events, { before, most }) {
      const own = sorted().filter(({ event }) => events.includes(event));
      ordered = null;
      for (const [index, { id, at }] of own.entries()) if (index >= most || at < before) changes.delete(id);
      return true;
    },
    async forget(namespace, name) {
      watched.delete(targetKey({ namespace, name }));
    },
  };
}
