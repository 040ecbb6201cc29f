import { compareText, type Sort, type SortDirection, type SortField, type TargetListItem } from '@trimtab/core';
import type { ListRow } from './target-row.ts';

type Key = number | string | null;

const byName = (a: ListRow['record'], b: ListRow['record']): number =>
  compareText(a.namespace, b.namespace) || compareText(a.name, b.name);

/** A total order: entries with equal keys are ordered by namespace and name. Missing keys come last in both directions. */
export function sortByKey<T>(
  entries: readonly T[],
  direction: SortDirection,
  keyOf: (entry: T) => Key,
  recordOf: (entry: T) => ListRow['record'],
): readonly T[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return entries
    .map((entry) => ({ entry, key: keyOf(entry), record: recordOf(entry) }))
    .toSorted(({ key: a, record: left }, { key: b, record: right }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null) || byName(left, right);
      return sign * (typeof a === 'string' ? compareText(a, String(b)) : a - Number(b)) || byName(left, right);
    })
    .map(({ entry }) => entry);
}

const keys: Readonly<Record<SortField, (row: ListRow) => Key>> = {
  name: ({ record }) => record.name,
  // The column of this sort shows the scaling, so rows with the same mode are ordered by scaling.
  mode: ({ mode, scaling }) => `${mode} ${scaling}`,
  cost: ({ hourlyWasteSavings }) => hourlyWasteSavings,
};

export const sortRows = (rows: readonly ListRow[], { field, direction }: Sort): readonly ListRow[] =>
  sortByKey(rows, direction, keys[field], ({ record }) => record);

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
