import { queryOptions } from '@tanstack/react-query';
import { type Client, secondMs } from '@trimtab/core';
import { enqueue } from './request-queue.ts';

/** The cache key of the node settings. An unsaved edit is also written there. */
export const nodeSettingsKey = ['costs.settings'] as const;

/** The node whose price all costs are computed from. Stale after 30 seconds, because another tab may have edited it. */
export function nodeSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: nodeSettingsKey,
    queryFn: ({ signal }) => enqueue(signal, () => client.costs.settings({}, { signal })),
    staleTime: 30 * secondMs,
  });
}
