import { useQuery } from '@tanstack/react-query';
import { minuteMs, type Suggestion, type Verdict, verdictOf } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsQuery } from '../../../api/node-settings.ts';
import { comparisonQuery, costStaleTimeMs } from '../../../api/target-costs.ts';
import { useNow } from '../../../browser/use-now.ts';
import { explanationQuery } from '../advice/queries.ts';
import { noSuggestionQuery } from '../queries.ts';
import type { TargetPageState } from '../use-target.ts';

/** What to do with the target. Clauses appear when their figures are loaded. Null while the target is loading. */
export function useVerdict(
  { id, spec, mode, workload, hpa, current, missingText, isLoading }: TargetPageState,
  suggestion: Suggestion | null | undefined,
): Verdict | null {
  const client = useClient();
  const now = useNow(minuteMs);
  // The other queries belong to the page. This hook only reads their answers.
  const { data: noSuggestion } = useQuery({ ...noSuggestionQuery(client, id), enabled: false });
  const { data: explanation } = useQuery({ ...explanationQuery(client, id, suggestion), enabled: false });
  const { data: settings } = useQuery({ ...nodeSettingsQuery(client), enabled: false });
  const isFetched = mode === 'Recommendation' && missingText === null;
  const { data: comparison } = useQuery({
    ...comparisonQuery(client, id),
    // In autonomous mode the stats row fetches it, and reports a failure.
    ...(isFetched ? { staleTime: costStaleTimeMs, meta: { silent: true } } : {}),
    enabled: isFetched,
  });
  if (isLoading || (missingText === null && (workload === null || suggestion === undefined))) return null;
  return verdictOf({
    spec,
    workload,
    hpa,
    suggestion: suggestion ?? null,
    noSuggestion,
    explanation: explanation ?? null,
    settings: settings ?? null,
    comparison: comparison ?? null,
    current,
    now,
  });
}
