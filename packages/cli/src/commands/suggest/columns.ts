import {
  formatCount,
  formatResource,
  isResourceName,
  missingMark,
  parseQuantity,
  resourceLabels,
  type Suggestion,
} from '@trimtab/core';
import { column, optionalColumn, type TextColumn } from '../../output/table.ts';

/** One suggested value. */
type SuggestionRow = {
  container: string | null;
  resource: string;
  /** Pods, cores or bytes. */
  suggested: number | null;
  text: string;
  /** The limit that goes with a request; null for none. Absent: unknown. */
  limit?: number | null;
};

const labels = new Map(Object.entries({ replicas: 'Replicas', ...resourceLabels }));

function resourceText(resource: string, amount: number | null): string {
  if (isResourceName(resource)) return formatResource(resource, amount);
  return amount === null ? missingMark : String(amount);
}

/** All values of a suggestion, replicas first. */
export function suggestionRows({ suggestedReplicas, resourceRecommendations }: Suggestion): SuggestionRow[] {
  const replicas = { container: null, resource: 'replicas' };
  const requests = resourceRecommendations.flatMap(({ container, recommendations }) =>
    recommendations.map(({ resource, value, limit }): SuggestionRow => {
      const suggested = parseQuantity(value);
      const text = resourceText(resource, suggested);
      return {
        container,
        resource,
        suggested,
        text,
        ...(limit === undefined ? {} : { limit: parseQuantity(limit) }),
      };
    }),
  );
  return suggestedReplicas == null
    ? requests
    : [{ ...replicas, suggested: suggestedReplicas, text: formatCount(suggestedReplicas) }, ...requests];
}

export const suggestionColumns: readonly TextColumn<SuggestionRow>[] = [
  optionalColumn('container', 'CONTAINER', ({ container }) => container, { minimum: 12 }),
  column('resource', 'RESOURCE', ({ resource }) => labels.get(resource) ?? resource, {
    value: ({ resource }) => resource,
  }),
  column('suggested', 'SUGGESTED', ({ text }) => text, {
    value: ({ suggested }) => suggested,
    style: () => 'accent',
    align: 'right',
  }),
  column('limit', 'LIMIT', ({ resource, limit }) => resourceText(resource, limit ?? null), {
    value: ({ limit }) => limit ?? null,
    align: 'right',
  }),
];

/** The columns of a table for people. Without limits if the server suggests none. */
export const visibleSuggestionColumns = (rows: readonly SuggestionRow[]): readonly TextColumn<SuggestionRow>[] =>
  rows.some(({ limit }) => limit !== undefined)
    ? suggestionColumns
    : suggestionColumns.filter(({ id }) => id !== 'limit');
