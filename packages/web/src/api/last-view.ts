import type { QueryClient } from '@tanstack/react-query';
import { dayMs } from '@trimtab/core';
import { readStored, removeStored } from '../browser/storage.ts';

export const lastViewKey = 'trimtab.last-view';
export const lastViewStorage = () => localStorage;

/** The build and the API of a stored view. Other builds do not read it, so its data has the types of this build. */
export type ViewOwner = { readonly build: string; readonly api: string };
/** Query keys with their data and the time it was read. */
export type LastView = ViewOwner & { readonly entries: readonly (readonly [readonly unknown[], unknown, number])[] };

/** Whether data was read before this page was loaded. */
export const isFromLastVisit = ({ dataUpdatedAt }: { dataUpdatedAt: number }): boolean =>
  dataUpdatedAt > 0 && dataUpdatedAt < performance.timeOrigin;

/**
 * Fills the cache with the home page of the last visit, which is then fetched again. Returns whether there is one. Data
 * that cannot be fetched again is removed, so that old data is only shown with the note "refreshing".
 */
export function restoreLastView(queryClient: QueryClient, owner: ViewOwner): boolean {
  const entries = storedEntries(owner);
  for (const [queryKey, data, updatedAt] of entries) queryClient.setQueryData(queryKey, data, { updatedAt });
  void queryClient.invalidateQueries({ refetchType: 'none' });
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isFromLastVisit(event.query.state)) return;
    event.query.setState({ data: undefined, dataUpdatedAt: 0 });
    removeStored(lastViewStorage, lastViewKey);
  });
  return entries.length > 0;
}

function storedEntries({ build, api }: ViewOwner): LastView['entries'] {
  try {
    const view: LastView | null = JSON.parse(readStored(lastViewStorage, lastViewKey) ?? 'null');
    if (view?.build !== build || view.api !== api) return [];
    const now = Date.now();
    return view.entries.some(([, , at]) => at > now || now - at > dayMs) ? [] : view.entries;
  } catch {
    return [];
  }
}
