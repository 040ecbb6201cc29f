import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Client, isMissingCall, minuteMs } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { enqueue } from '../../../api/request-queue.ts';
import type { TargetId } from '../queries.ts';

/** An extension of the API. Without it, nothing is shown. The card itself shows a failure, so there is no toast. */
export function reliabilityQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['extensions.reliability', id],
    queryFn: ({ signal }) => enqueue(signal, () => client.extensions.reliability(id, { signal })),
    staleTime: 5 * minuteMs,
    meta: { silent: true },
  });
}

/**
 * The reliability of a target and its events. `isAbsent`: the server does not have the call or does not know the
 * target.
 */
export function useReliability(id: TargetId) {
  // The page has already sent the call. If it failed, mounting the card and the chart does not repeat it.
  const { data, error, isPending, refetch } = useQuery({ ...reliabilityQuery(useClient(), id), retryOnMount: false });
  const isAbsent = data === undefined && isMissingCall(error);
  return {
    data,
    isAbsent,
    isPending,
    failure: data === undefined && !isAbsent ? error : null,
    retry: () => void refetch(),
  };
}
