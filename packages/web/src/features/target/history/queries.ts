import { queryOptions } from '@tanstack/react-query';
import { type Client, minuteMs } from '@trimtab/core';
import { enqueue } from '../../../api/request-queue.ts';
import type { TargetId } from '../queries.ts';

/** The page Activity shows further changes. */
const shownChanges = 20;
const allChanges = 250;

/** The last changes of a target. Suggestions are left out, because they would crowd out the others. */
export function historyQuery(client: Client, id: TargetId) {
  const events = ['resources', 'replicas', 'image', 'export', 'enrolled', 'unenrolled'];
  return queryOptions({
    queryKey: ['views.changes', id],
    queryFn: ({ signal }) =>
      enqueue(
        signal,
        () => client.views.changes({ ...id, events, limit: shownChanges, offset: 0 }, { signal }),
        'background',
      ),
    refetchInterval: minuteMs,
    meta: { onlyLogged: true },
  });
}

/** The changes of a target that can be undone. */
export function undoableQuery(client: Client, id: TargetId) {
  const events = ['resources', 'replicas'];
  return queryOptions({
    queryKey: ['views.changes', { ...id, events }],
    // The history of the card may contain changes that a cached answer does not.
    staleTime: 0,
    queryFn: ({ signal }) =>
      enqueue(signal, () => client.views.changes({ ...id, events, limit: allChanges, offset: 0 }, { signal })),
    meta: { onlyLogged: true },
  });
}
