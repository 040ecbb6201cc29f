import { useInfiniteQuery } from '@tanstack/react-query';
import type { Sort, TargetListItem } from '@trimtab/core';
import { useMemo } from 'react';
import { useClient } from '../../../api/client.tsx';
import { namespaceTargetsQuery, uniqueTargets } from '../../../api/namespace-targets.ts';
import type { FirstPage } from '../namespaces/choose-tab.ts';
import type { TargetKind } from '../namespaces/section-view.ts';

/** The targets of one tab, the state of their pages, and the actions on them. */
export type NamespaceTargets = {
  /** null until the first page is loaded. */
  rows: readonly TargetListItem[] | null;
  firstPage: FirstPage;
  error: Error | null;
  isOffline: boolean;
  /** The rows are still in the previous order. */
  isStale: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  nextPageFailed: boolean;
  loadMore: () => void;
  retry: () => void;
};

export function useNamespaceTargets(
  namespace: string,
  kind: TargetKind,
  { sort, listed, enabled = true }: { sort: Sort; listed?: number; enabled?: boolean },
): NamespaceTargets {
  const query = useInfiniteQuery({
    ...namespaceTargetsQuery(useClient(), { namespace, managed: kind === 'autonomous', sort }, listed),
    enabled,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => (pages ? uniqueTargets(pages) : null), [pages]);
  return {
    rows,
    firstPage: rows ? (rows.length > 0 ? 'filled' : 'empty') : query.isError ? 'failed' : 'pending',
    error: query.error,
    isOffline: query.fetchStatus === 'paused',
    isStale: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    nextPageFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
