import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Client, isMissingCall, minuteMs } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { enqueue } from '../../../api/request-queue.ts';
import type { TargetId } from '../queries.ts';

const pollMs = 5 * minuteMs;

/** An extension of the API: without it, nothing is shown. The card shows a failure, so there is no toast. */
function reliabilityQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['extensions.reliability', id],
    queryFn: ({ signal }) => enqueue(signal, () => client.extensions.reliability(id, { signal })),
    staleTime: pollMs,
    meta: { silent: true },
  });
}

/** The reliability of a target and its events. `isAbsent`: the server does not have the call, or not the target. */
export function useReliability(id: TargetId) {
  const { data, error, isPending, refetch } = useQuery({
    ...reliabilityQuery(useClient(), id),
    refetchInterval: (query) => (query.state.status === 'error' ? false : pollMs),
  });
  const isAbsent = data === undefined && isMissingCall(error);
  return {
    data,
    isAbsent,
    isPending,
    failure: data === undefined && !isAbsent ? error : null,
    retry: () => void refetch(),
  };
}
