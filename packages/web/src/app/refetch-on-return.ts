import { focusManager, onlineManager, type QueryClient } from '@tanstack/react-query';

/** Refetches are spread over this time, because many tabs may return at the same moment. */
const returnSpreadMs = 2_000;

/** The default of `refetchOnWindowFocus`. The query library then refetches nothing, and `refetchOnReturn` does. */
export const refetchedLater = (): boolean => false;

type ReturnDeps = {
  /** Awaited before any refetch, so that the token is refreshed only once. */
  ready?: () => Promise<unknown>;
  /** In [0, 1). */
  random?: () => number;
};

/**
 * Refetches the active stale queries when the tab becomes visible or the network returns, each after a random delay. The
 * query library's own option would send all requests at the same time. A query with an own `refetchOnWindowFocus` is
 * refetched only if that allows it.
 */
export function refetchOnReturn(
  queryClient: QueryClient,
  { ready = () => Promise.resolve(), random = Math.random }: ReturnDeps = {},
): void {
  const due = new Set<string>();
  const stale = { type: 'active', stale: true, fetchStatus: 'idle' } as const;
  const refetch = async () => {
    // If this fails, the first call fails too and reports the error.
    await ready().catch(() => {});
    for (const { queryHash, queryKey, observers } of queryClient.getQueryCache().findAll(stale)) {
      const isRefetched = observers.some(
        (one) => one.options.refetchOnWindowFocus === refetchedLater || one.shouldFetchOnWindowFocus(),
      );
      if (!isRefetched || due.has(queryHash)) continue;
      const refetchQuery = () => {
        due.delete(queryHash);
        void queryClient.refetchQueries({ ...stale, queryKey, exact: true });
      };
      due.add(queryHash);
      setTimeout(refetchQuery, random() * returnSpreadMs);
    }
  };
  focusManager.subscribe((isFocused) => void (isFocused && refetch()));
  onlineManager.subscribe((isOnline) => void (isOnline && refetch()));
}
