import { compareText, type Sort, type SortDirection, type SortField, type TargetListItem } from '@trimtab/core';
import type { ListRow } from './target-row.ts';

export type SortKey = number | string | null;
type Sortable = { readonly key: SortKey; readonly record: ListRow['record'] };

const byName = (a: ListRow['record'], b: ListRow['record']): number =>
  compareText(a.namespace, b.namespace) || compareText(a.name, b.name);

/** A total order: entries with equal keys are ordered by namespace and name. Missing keys come last in both directions. */
export function comparing(direction: SortDirection): (a: Sortable, b: Sortable) => number {
  const sign = direction === 'ascending' ? 1 : -1;
  return ({ key: a, record: left }, { key: b, record: right }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byName(left, right);
    return sign * (typeof a === 'string' ? compareText(a, String(b)) : a - Number(b)) || byName(left, right);
  };
}

const keys: Readonly<Record<SortField, (row: ListRow) => SortKey>> = {
  name: ({ record }) => record.name,
  // The column of this sort shows the scaling, so rows with the same mode are ordered by scaling.
  mode: ({ mode, scaling }) => `${mode} ${scaling}`,
  cost: ({ hourlyWasteSavings }) => hourlyWasteSavings,
};

export const sortRows = (rows: readonly ListRow[], { field, direction }: Sort): readonly ListRow[] =>
  rows
    .map((row) => ({ row, key: keys[field](row), record: row.record }))
    .toSorted(comparing(direction))
    .map(({ row }) => row);

export const listItem = (row: ListRow): TargetListItem => ({
  name: row.record.name,
  namespace: row.record.namespace,
  mode: row.mode,
  status: row.status,
  cpu_utilization: row.health.utilization.cpu,
  memory_utilization: row.health.utilization.memory,
  scaling: row.scaling,
  recommendation: row.recommendation,
  hourly_waste_savings: row.hourlyWasteSavings,
  net_hourly_savings: row.netHourlySavings,
  ...(row.observed === undefined ? {} : { observed: row.observed }),
});
