import type { UseQueryOptions } from '@tanstack/react-query';
import type { Client, ClusterTarget, ClusterTargetFilters, ClusterTargets } from '@trimtab/core';
import { useCallback } from 'react';
import { useClient } from '../../api/client.tsx';
import { pollWhileComputing } from '../../api/kpis.ts';
import { enqueue } from '../../api/request-queue.ts';
import { type PagedRow, usePagedRows } from '../../table/use-paged-rows.ts';

/** More rows than two screens show. */
const pageSize = 100;

/** A row of the list, which may not be loaded yet. */
export type Slot = PagedRow<ClusterTarget>;

/** The filtered list in its full length. Only the pages in view have rows. The server filters, sorts and pages. */
export function useTargetList(filters: ClusterTargetFilters) {
  const client = useClient();
  return usePagedRows<ClusterTarget, ClusterTargets>(
    pageSize,
    useCallback(
      (page): UseQueryOptions<ClusterTargets> => ({
        queryKey: ['views.targets', filters, page],
        queryFn: ({ signal }) =>
          enqueue(signal, () =>
            client.views.targets({ ...filters, limit: pageSize, offset: page * pageSize }, { signal }),
          ),
        refetchInterval: ({ state }) => pollWhileComputing(state.data ? [state.data] : [], state.error),
      }),
      [client, filters],
    ),
  );
}

/** Loads the whole list, for the CSV file. Rejects if any page fails. */
export async function fetchTargetList(client: Client, filters: ClusterTargetFilters): Promise<readonly Slot[]> {
  const targets: ClusterTarget[] = [];
  for await (const { items, incomplete } of client.views.targetPages(filters)) {
    if (incomplete) throw new Error('The API ended the list early.');
    for (const target of items) targets.push(target);
  }
  return targets.map((item, index) => ({ index, item }));
}
