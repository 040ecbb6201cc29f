import { targetKey } from '@trimtab/core';
import type { ChangeStore, StoredSuggestion, SuggestionStore } from '../../ports/index.ts';

/** About 100 MB. 10,000 simulated targets publish at most this many suggestions in a day. */
const mostSuggestions = 20_000;

/** Without a disk, only the newest suggestions are kept, equally many for each target. */
export function memorySuggestions(changes: Pick<ChangeStore, 'write'>, most = mostSuggestions): SuggestionStore {
  /** Newest first, by target. */
  const suggestions = new Map<string, readonly StoredSuggestion[]>();
  let total = 0;
  const of = (namespace: string, name: string) => suggestions.get(targetKey({ namespace, name })) ?? [];
  const set = (key: string, kept: readonly StoredSuggestion[]): void => {
    total += kept.length - (suggestions.get(key)?.length ?? 0);
    if (kept.length > 0) suggestions.set(key, kept);
    else suggestions.delete(key);
  };
  return {
    list: async (namespace, name, { start, end }) =>
      of(namespace, name).filter(({ createdAt }) => createdAt >= start && createdAt < end),
    newestBefore: async (namespace, name, before) =>
      of(namespace, name).find(({ createdAt }) => createdAt < before) ?? null,
    newest: async (namespace) =>
      [...suggestions.values()].flatMap(([newest]) => (newest?.namespace === namespace ? newest : [])),
    async add(wanted, changesOf = () => []) {
      const added: StoredSuggestion[] = [];
      for (const { follows, ...one } of wanted) {
        const known = of(one.namespace, one.name);
        const isOwn = wanted.some(({ id }) => id === known[0]?.id);
        if (follows !== undefined && !isOwn && (known[0]?.createdAt ?? -1) > (follows ?? -1)) continue;
        const same = known.find(({ createdAt }) => createdAt === one.createdAt);
        if (same === undefined || same.id === one.id) added.push(one);
        if (same !== undefined) continue;
        set(
          targetKey(one),
          [one, ...known].toSorted((a, b) => b.createdAt - a.createdAt),
        );
      }
      await changes.write({ changes: changesOf(added), watched: [] });
      if (total <= most) return added;
      // Keep only half of the limit, so that the next suggestion does not exceed it again.
      const each = Math.max(1, Math.floor(most / 2 / suggestions.size));
      for (const [key, known] of suggestions) set(key, known.slice(0, each));
      return added;
    },
    async prune(before) {
      for (const [key, known] of suggestions) {
        set(
          key,
          known.filter(({ createdAt }) => createdAt >= before),
        );
      }
      return true;
    },
  };
}
