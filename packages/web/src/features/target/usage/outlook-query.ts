import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, minuteMs, type Outlook } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { enqueue } from '../../../api/request-queue.ts';
import { extensionsAbsentKey } from '../advice/queries.ts';
import type { TargetId } from '../queries.ts';

/** The expected peaks of a target. This is an extension of the API. Without it, nothing is shown. */
function outlookQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['extensions.outlook', id],
    queryFn: ({ signal }) => enqueue(signal, () => client.extensions.outlook(id, { signal }), 'background'),
    staleTime: 5 * minuteMs,
    meta: { silent: true },
  });
}

/** Undefined while loading, without a suggestion, and if the server does not have the call. */
export function useOutlook(id: TargetId, hasSuggestion: boolean): Outlook | undefined {
  const queryClient = useQueryClient();
  return useQuery({
    ...outlookQuery(useClient(), id),
    enabled: hasSuggestion && queryClient.getQueryData(extensionsAbsentKey) !== true,
  }).data;
}
