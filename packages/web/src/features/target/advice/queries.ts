import { queryOptions } from '@tanstack/react-query';
import { ApiError, type Client, minuteMs } from '@trimtab/core';
import { enqueue } from '../../../api/request-queue.ts';
import type { TargetId } from '../queries.ts';

/*
 * Calls of ours that the contract does not name. Another vendor's server may not have them, so a failure has no surface:
 * what would have been shown is left out.
 */

/** Where it is remembered that the server has no such calls. */
export const extensionsAbsentKey = ['extensions.absent'] as const;

/** What the suggestion of that moment was computed from. */
export function explanationQuery(client: Client, id: TargetId, created: string | null) {
  return queryOptions({
    queryKey: ['extensions.explain', { ...id, created }],
    queryFn: async ({ signal, client: queryClient }) => {
      try {
        return await enqueue(signal, () => client.extensions.explain(id, { signal }), 'background');
      } catch (error) {
        if (isNoSuchCall(error)) queryClient.setQueryData(extensionsAbsentKey, true);
        throw error;
      }
    },
    staleTime: Infinity,
    meta: { silent: true },
  });
}

const isNoSuchCall = (error: unknown) => error instanceof ApiError && [404, 405, 501].includes(error.status);

/** How forecasts and suggestions of a target did over the last 14 days. */
export function reportCardQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['extensions.reportCard', id],
    queryFn: ({ signal }) => enqueue(signal, () => client.extensions.reportCard(id, { signal })),
    staleTime: 30 * minuteMs,
    meta: { silent: true },
  });
}
