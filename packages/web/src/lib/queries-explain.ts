import { type Client, minuteMs } from '@trimtab/core';
import { queryOptions } from '@tanstack/react-query';
import { pass } from './queries-gate.ts';
import type { TargetId } from './queries-target.ts';

/*
 * Calls of ours that the contract does not name. Another vendor's server may not have them, so a failure has no surface:
 * what would have been shown is left out.
 */

/** What the suggestion of that moment was computed from. */
export function explanationQuery(client: Client, id: TargetId, created: string | null) {
  return {
    queryKey: ['extensions.explain', { ...id, created }] as const,
    ask: ({ signal }: { signal: AbortSignal }) =>
      pass(signal, () => client.extensions.explain(id, { signal }), 'background'),
    staleTime: Infinity,
    meta: { silent: true },
  };
}

/** How forecasts and suggestions of a target did over the last 14 days. */
export function reportCardQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['extensions.reportCard', id],
    queryFn: ({ signal }) => pass(signal, () => client.extensions.reportCard(id, { signal })),
    staleTime: 30 * minuteMs,
    meta: { silent: true },
  });
}
