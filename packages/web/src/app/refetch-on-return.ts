import { focusManager, onlineManager, type QueryClient } from '@tanstack/react-query';

/** Over how long what is due is spread: many tabs may come back at the same moment. */
export const returnSpreadMs = 2_000;

type ReturnDeps = {
  /** Waited for first, so that one refresh of the token serves every call. */
  ready?: () => Promise<unknown>;
  /** In [0, 1). */
  random?: () => number;
};

/**
 * When the tab is looked at again or the network is back, asks once more for what is on the screen and stale (W18): each
 * at a moment of its own. The cache's own way would ask for all of it at once. Answers how to stop.
 */
export function refetchOnReturn(
  queryClient: QueryClient,
  { ready = () => Promise.resolve(), random = Math.random }: ReturnDeps = {},
): () => void {
  const due = new Map<string, ReturnType<typeof setTimeout>>();
  const stale = { type: 'active', stale: true, fetchStatus: 'idle' } as const;
  const refetch = async () => {
    // Whoever failed to get ready fails once more with the first call, and says so there.
    await ready().catch(() => {});
    for (const { queryHash, queryKey } of queryClient.getQueryCache().findAll(stale)) {
      if (due.has(queryHash)) continue;
      const ask = () => {
        due.delete(queryHash);
        void queryClient.refetchQueries({ ...stale, queryKey, exact: true });
      };
      due.set(queryHash, setTimeout(ask, random() * returnSpreadMs));
    }
  };
  const stops = [
    focusManager.subscribe((isFocused) => void (isFocused && refetch())),
    onlineManager.subscribe((isOnline) => void (isOnline && refetch())),
    () => due.forEach(clearTimeout),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
