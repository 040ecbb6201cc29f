import {
  formatCount,
  formatResource,
  isResourceName,
  missingMark,
  parseQuantity,
  type Suggestion,
} from '@trimtab/core';
import type { Column } from '../../output/table.ts';

/** One figure of a suggestion. */
export type Advice = {
  container: string | null;
  resource: string;
  /** Pods, cores or bytes. */
  suggested: number | null;
  text: string;
};

const words = new Map([
  ['replicas', 'Replicas'],
  ['cpu', 'CPU'],
  ['memory', 'Memory'],
]);

function resourceText(resource: string, amount: number | null): string {
  if (isResourceName(resource)) return formatResource(resource, amount);
  return amount === null ? missingMark : String(amount);
}

/** Everything that a suggestion advises, replicas first. */
export function adviceRows({ suggestedReplicas, resourceRecommendations }: Suggestion): Advice[] {
  const replicas: Advice[] =
    suggestedReplicas == null
      ? []
      : [
          {
            container: null,
            resource: 'replicas',
            suggested: suggestedReplicas,
            text: formatCount(suggestedReplicas),
          },
        ];
  const requests = resourceRecommendations.flatMap(({ container, recommendations }) =>
    recommendations.map(({ resource, value }): Advice => {
      const suggested = parseQuantity(value);
      return { container, resource, suggested, text: resourceText(resource, suggested) };
    }),
  );
  return [...replicas, ...requests];
}

export const adviceColumns: readonly Column<Advice>[] = [
  {
    id: 'container',
    header: 'CONTAINER',
    text: ({ container }) => container ?? missingMark,
    value: ({ container }) => container,
    minimum: 12,
  },
  {
    id: 'resource',
    header: 'RESOURCE',
    text: ({ resource }) => words.get(resource) ?? resource,
    value: ({ resource }) => resource,
  },
  {
    id: 'suggested',
    header: 'SUGGESTED',
    text: ({ text }) => text,
    value: ({ suggested }) => suggested,
    style: () => 'accent',
    align: 'right',
  },
];
