import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, minuteMs } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { enqueue } from '../../../api/request-queue.ts';
import { extensionsAbsentKey, hasFailed } from '../advice/queries.ts';
import { pollMs, type TargetId } from '../queries.ts';

/** The expected peaks of a target. This is an extension of the API. Without it, nothing is shown. */
function outlookQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['extensions.outlook', id],
    queryFn: ({ signal }) => enqueue(signal, () => client.extensions.outlook(id, { signal }), 'background'),
    staleTime: 5 * minuteMs,
    meta: { silent: true },
  });
}

/** `outlook` is undefined while loading, without a suggestion, and if the server does not have the call. */
export function useOutlook(id: TargetId, hasSuggestion: boolean) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    ...outlookQuery(useClient(), id),
    enabled: hasSuggestion && queryClient.getQueryData(extensionsAbsentKey) !== true,
    // Otherwise, the peaks would be missing until the page is opened again.
    refetchInterval: ({ state }) => (hasFailed(state.data, state.error) ? pollMs.suggestions : false),
  });
  return { outlook: data, hasFailed: hasFailed(data, error) };
}
