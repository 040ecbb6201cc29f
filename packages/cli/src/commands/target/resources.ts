import {
  type ContainerResource,
  containerResources,
  formatResource,
  formatWholePercent,
  missingMark,
  parseQuantity,
  relativeChange,
  resourceLabels,
} from '@trimtab/core';
import { type Fact, fact } from '../../output/facts.ts';
import { column, type TextColumn } from '../../output/table.ts';
import type { TargetDetail } from '../../services/target-get.ts';

/** A resource of a container with its suggested request, per pod. */
type ResourceRow = ContainerResource & {
  suggested: number | null;
  /** The limit that goes with the suggested request; null for none. Absent: unknown. */
  limit?: number | null;
};

export function resourceRows({ found, spec, current, suggestion }: TargetDetail): ResourceRow[] {
  if (found === null) return [];
  return containerResources(found.target, spec.spec, current).map((row) => {
    const recommendation = suggestion?.resourceRecommendations
      .find(({ container }) => container === row.container)
      ?.recommendations.find(({ resource }) => resource === row.resource);
    const limit = recommendation?.limit;
    return {
      ...row,
      suggested: parseQuantity(recommendation?.value),
      ...(limit === undefined ? {} : { limit: parseQuantity(limit) }),
    };
  });
}

const amount = (row: ResourceRow, value: number | null): string => formatResource(row.resource, value);

function changeText({ request, suggested }: ResourceRow): string {
  const change = relativeChange(request, suggested);
  return change === null ? missingMark : `${change > 0 ? '+' : ''}${formatWholePercent(change)}`;
}

function changeStyle({ request, suggested }: ResourceRow) {
  const change = relativeChange(request, suggested);
  return change === null || change === 0 ? 'dim' : 'accent';
}

const utilization = ({ current, request }: ResourceRow): number | null =>
  current === null || request === null ? null : current / request;

const resourceColumns: readonly TextColumn<ResourceRow>[] = [
  column('container', 'CONTAINER', (row) => row.container, { minimum: 12 }),
  column('resource', 'RESOURCE', (row) => resourceLabels[row.resource]),
  column('usage', 'IN USE', (row) => amount(row, row.current), { align: 'right' }),
  column('request', 'REQUEST', (row) => amount(row, row.request), { align: 'right' }),
  column('utilization', 'USED', (row) => formatWholePercent(utilization(row)), { align: 'right', optional: true }),
  column('suggested', 'SUGGESTED', (row) => amount(row, row.suggested), {
    style: (row) => (row.suggested === null ? 'dim' : 'accent'),
    align: 'right',
  }),
  column('limit', 'LIMIT', (row) => amount(row, row.limit ?? null), { align: 'right' }),
  column('change', 'CHANGE', changeText, { style: changeStyle, align: 'right' }),
  column('managed', 'MANAGED', (row) => (row.managed ? 'yes' : 'no'), { optional: true }),
];

/** The columns of a table for people. Without limits if the server suggests none. */
export const visibleResourceColumns = (rows: readonly ResourceRow[]): readonly TextColumn<ResourceRow>[] =>
  rows.some(({ limit }) => limit !== undefined) ? resourceColumns : resourceColumns.filter(({ id }) => id !== 'limit');

/** The same for a pipe, one figure per line. */
export function resourceFacts(rows: readonly ResourceRow[]): Fact[] {
  return rows.flatMap((row) =>
    (['current', 'request', 'suggested', 'limit'] as const).flatMap((figure): Fact[] => {
      const value = row[figure];
      const id = `${row.container}.${row.resource}.${figure === 'current' ? 'usage' : figure}`;
      return value === undefined ? [] : [fact(id, id, amount(row, value), { value })];
    }),
  );
}
