import type { UseQueryOptions } from '@tanstack/react-query';
import type { Change, ChangeList, Client } from '@trimtab/core';
import { useCallback } from 'react';
import { useClient } from '../../api/client.tsx';
import { enqueue } from '../../api/request-queue.ts';
import { type PagedRow, usePagedRows } from '../../table/use-paged-rows.ts';
import type { ActivityFilters } from './activity-view.ts';

const pageSize = 100;
/** The largest page that the server sends. */
const largestPage = 250;

export type ActivityRow = PagedRow<Change>;

/** What happened, newest first, for the pages that are in view. */
export function useActivity(filters: ActivityFilters) {
  const client = useClient();
  return usePagedRows<Change, ChangeList>(
    pageSize,
    useCallback(
      (page): UseQueryOptions<ChangeList> => ({
        queryKey: ['views.changes', filters, page],
        queryFn: ({ signal }) =>
          enqueue(signal, () =>
            client.views.changes({ ...filters, limit: pageSize, offset: page * pageSize }, { signal }),
          ),
      }),
      [client, filters],
    ),
  );
}

/** Loads the whole list, for the CSV file. */
export async function fetchActivity(client: Client, filters: ActivityFilters): Promise<readonly ActivityRow[]> {
  const changes: Change[] = [];
  for (let isComplete = false; !isComplete; ) {
    // oxlint-disable-next-line no-await-in-loop -- the server fixes the list with its first page
    const { items, total = 0 } = await client.views.changes({ ...filters, limit: largestPage, offset: changes.length });
    for (const change of items) changes.push(change);
    isComplete = changes.length >= total;
    if (!isComplete && items.length === 0) throw new Error('The API ended the list early.');
  }
  return changes.map((item, index) => ({ index, item }));
}
