import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, isMissingCall, minuteMs, type Outlook } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { enqueue } from '../../../api/request-queue.ts';
import { extensionsAbsentKey } from '../advice/queries.ts';
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

const isFailure = (known: Outlook | undefined, error: Error | null): boolean =>
  known === undefined && error !== null && !isMissingCall(error);

/** `outlook` is undefined while loading, without a suggestion, and if the server does not have the call. */
export function useOutlook(id: TargetId, hasSuggestion: boolean) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    ...outlookQuery(useClient(), id),
    enabled: hasSuggestion && queryClient.getQueryData(extensionsAbsentKey) !== true,
    // Otherwise, one failed request would hide the peaks until the page is opened again.
    refetchInterval: ({ state }) => (isFailure(state.data, state.error) ? pollMs.suggestions : false),
  });
  return { outlook: data, hasFailed: isFailure(data, error) };
}
