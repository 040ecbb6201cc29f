import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type Client, type ClusterTarget, type ClusterTargetFilters } from '@trimtab/core';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../api/client.tsx';
import { pollWhileComputing } from '../../api/kpis.ts';
import { enqueue } from '../../api/request-queue.ts';

/** More rows than two screens show. */
const pageSize = 100;

/** A row of the list, which may not be loaded yet. */
export type Slot = { readonly index: number; readonly target: ClusterTarget | null };

function targetPageQuery(client: Client, filters: ClusterTargetFilters, page: number) {
  return queryOptions({
    queryKey: ['views.targets', filters, page],
    queryFn: ({ signal }) =>
      enqueue(signal, () => client.views.targets({ ...filters, limit: pageSize, offset: page * pageSize }, { signal })),
    refetchInterval: ({ state }) => pollWhileComputing(state.data ? [state.data] : []),
  });
}

/** The same object for the same target at the same place, so that the table does not draw its row again. */
const slots = new WeakMap<ClusterTarget, Slot>();
function slotOf(target: ClusterTarget, index: number): Slot {
  const known = slots.get(target);
  if (known?.index === index) return known;
  const slot = { index, target };
  slots.set(target, slot);
  return slot;
}

/**
 * The filtered list in its full length, with rows for the pages that are in view. The server filters, sorts and pages.
 */
export function useTargetList(filters: ClusterTargetFilters) {
  const client = useClient();
  const [drawn, setDrawn] = useState({ from: 0, to: 0 });
  // While other filters load, the old rows stay readable.
  const first = useQuery({ ...targetPageQuery(client, filters, 0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? first.data?.items.length ?? 0;
  const last = Math.floor((Math.min(drawn.to, total) - 1) / pageSize);
  const from = Math.max(1, Math.floor(drawn.from / pageSize));
  const inView = first.isPlaceholderData
    ? []
    : Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => from + at);
  const more = useQueries({
    queries: inView.map((page) => targetPageQuery(client, filters, page)),
    combine: (results) => ({
      pages: results.map(({ data }) => data?.items),
      hasFailed: results.some(({ isError }) => isError),
      refetch: () => void Promise.all(results.filter(({ isError }) => isError).map((result) => result.refetch())),
    }),
  });
  const firstItems = first.data?.items;
  const rows = useMemo(() => {
    if (firstItems === undefined) return null;
    const pages = new Map([
      [0, firstItems],
      ...more.pages.flatMap((items, at) => (items === undefined ? [] : [[from + at, items] as const])),
    ]);
    return Array.from({ length: total }, (_, index): Slot => {
      const target = pages.get(Math.floor(index / pageSize))?.[index % pageSize];
      return target === undefined ? { index, target: null } : slotOf(target, index);
    });
  }, [firstItems, total, more.pages, from]);
  const onDrawn = useCallback((fromRow: number, toRow: number) => setDrawn({ from: fromRow, to: toRow }), []);
  return { first, rows, onDrawn, hasFailedPages: more.hasFailed, retryPages: more.refetch };
}

/** Loads the whole list, for the CSV file. Rejects if any page fails. */
export async function fetchTargetList(client: Client, filters: ClusterTargetFilters): Promise<readonly Slot[]> {
  const targets: ClusterTarget[] = [];
  for await (const { items, incomplete } of client.views.targetPages(filters)) {
    if (incomplete) throw new Error('The API ended the list early.');
    targets.push(...items);
  }
  return targets.map(slotOf);
}
