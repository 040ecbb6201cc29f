import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Client, isMissingCall, minuteMs, type Suggestion } from '@trimtab/core';
import { enqueue } from '../../../api/request-queue.ts';
import type { TargetId } from '../queries.ts';

/*
 * Extensions of the API that servers of other vendors may not have. Without a call, the parts of the page that need it are
 * not shown. No failure raises a toast.
 */

/** Whether a call has failed although the server has it, and nothing is known from an earlier one. */
export const hasFailed = (known: unknown, error: Error | null): error is Error =>
  known === undefined && error !== null && !isMissingCall(error);

/** The cache key under which the absence of these calls is stored. */
export const extensionsAbsentKey = ['extensions.absent'] as const;

/** The inputs of a suggestion. On servers whose suggestions have no ids, the time identifies a suggestion. */
export function explanationQuery(client: Client, id: TargetId, suggestion: Suggestion | null | undefined) {
  return queryOptions({
    queryKey: ['extensions.explain', { ...id, of: suggestion?.id ?? suggestion?.created ?? null }],
    queryFn: async ({ signal, client: queryClient }) => {
      try {
        return await enqueue(signal, () => client.extensions.explain(id, { signal }), 'background');
      } catch (error) {
        if (isMissingCall(error)) queryClient.setQueryData(extensionsAbsentKey, true);
        throw error;
      }
    },
    staleTime: Infinity,
    meta: { silent: true },
  });
}

/** What other requests of a target would have cost, and how often they would have been exceeded. */
export function tradeOffQuery(client: Client, id: TargetId, suggestion: Suggestion | null | undefined) {
  return queryOptions({
    queryKey: ['extensions.tradeOff', { ...id, of: suggestion?.id ?? suggestion?.created ?? null }],
    queryFn: ({ signal }) => enqueue(signal, () => client.extensions.tradeOff(id, { signal }), 'background'),
    staleTime: 30 * minuteMs,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
}

/** The accuracy of a target's forecasts and suggestions over the last 14 days. */
export function reportCardQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['extensions.reportCard', id],
    queryFn: ({ signal }) => enqueue(signal, () => client.extensions.reportCard(id, { signal })),
    staleTime: 30 * minuteMs,
    meta: { silent: true },
  });
}
