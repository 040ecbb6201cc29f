import { useQueryClient } from '@tanstack/react-query';
import { formatDateSuggestion } from '@trimtab/core';
import { useCallback, useSyncExternalStore } from 'react';
import { isFromLastVisit } from '../../api/last-view.ts';

/** Shows the age of the page while a part of it is from the last visit. */
export function AsOf() {
  const cache = useQueryClient().getQueryCache();
  const time = useSyncExternalStore(
    useCallback((changed) => cache.subscribe(changed), [cache]),
    () => {
      const shown = cache.getAll().filter((query) => query.isActive() && isFromLastVisit(query.state));
      const oldest = Math.min(...shown.map(({ state }) => state.dataUpdatedAt));
      return shown.length === 0 ? null : formatDateSuggestion(oldest, Date.now());
    },
  );
  return time === null ? null : (
    <p className="text-small text-ink-3 max-sm:-mt-1 max-sm:-mb-3 max-sm:w-full">As of {time}, refreshing…</p>
  );
}
