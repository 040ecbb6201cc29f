import {
  formatCount,
  formatResource,
  isResourceName,
  missingMark,
  parseQuantity,
  type Suggestion,
} from '@trimtab/core';
import { type Column, column, optionalColumn } from '../../output/table.ts';

/** One suggested value. */
type SuggestionRow = {
  container: string | null;
  resource: string;
  /** Pods, cores or bytes. */
  suggested: number | null;
  text: string;
};

const labels = new Map([
  ['replicas', 'Replicas'],
  ['cpu', 'CPU'],
  ['memory', 'Memory'],
]);

function resourceText(resource: string, amount: number | null): string {
  if (isResourceName(resource)) return formatResource(resource, amount);
  return amount === null ? missingMark : String(amount);
}

const replicasRow = { container: null, resource: 'replicas' };

/** All values of a suggestion, replicas first. */
export function suggestionRows({ suggestedReplicas, resourceRecommendations }: Suggestion): SuggestionRow[] {
  const replicas: SuggestionRow[] =
    suggestedReplicas == null
      ? []
      : [{ ...replicasRow, suggested: suggestedReplicas, text: formatCount(suggestedReplicas) }];
  const requests = resourceRecommendations.flatMap(({ container, recommendations }) =>
    recommendations.map(({ resource, value }): SuggestionRow => {
      const suggested = parseQuantity(value);
      return { container, resource, suggested, text: resourceText(resource, suggested) };
    }),
  );
  return [...replicas, ...requests];
}

export const suggestionColumns: readonly Column<SuggestionRow>[] = [
  optionalColumn('container', 'CONTAINER', ({ container }) => container, { minimum: 12 }),
  column('resource', 'RESOURCE', ({ resource }) => labels.get(resource) ?? resource, {
    value: ({ resource }) => resource,
  }),
  column('suggested', 'SUGGESTED', ({ text }) => text, {
    value: ({ suggested }) => suggested,
    style: () => 'accent',
    align: 'right',
  }),
];
