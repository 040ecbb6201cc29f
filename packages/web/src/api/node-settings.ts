import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@trimtab/core';
import { pass } from './request-queue.ts';

/** Where the node settings are kept in the cache; the local view of an edit is written there. */
export const nodeSettingsKey = ['costs.settings'] as const;

/** The node that costs are reckoned on. Another tab may have edited it: it is asked for again on every focus (W19). */
export function nodeSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: nodeSettingsKey,
    queryFn: ({ signal }) => pass(signal, () => client.costs.settings({}, { signal })),
    staleTime: 30_000,
  });
}
