import { compareText, type Sort, type SortField, type TargetListItem } from '@trimtab/core';
import type { TargetRow } from './target-row.ts';

/** A total order: rows with equal values are ordered by name. Missing figures come last in both directions. */
export function sortRows(rows: readonly TargetRow[], { field, direction }: Sort): readonly TargetRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => by[field](a, b, sign) || byName(a, b));
}

type Comparison = (a: TargetRow, b: TargetRow, sign: 1 | -1) => number;

const byName = (a: TargetRow, b: TargetRow): number =>
  compareText(a.record.namespace, b.record.namespace) || compareText(a.record.name, b.record.name);

const by: Record<SortField, Comparison> = {
  name: (a, b, sign) => sign * byName(a, b),
  // The column of this sort shows the scaling, so rows with the same mode are ordered by scaling.
  mode: (a, b, sign) => sign * (compareText(a.mode, b.mode) || compareText(a.scaling, b.scaling)),
  cost: (a, b, sign) => {
    const [left, right] = [a.hourlyWasteSavings, b.hourlyWasteSavings];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  },
};

export const listItem = (row: TargetRow): TargetListItem => ({
  name: row.record.name,
  namespace: row.record.namespace,
  mode: row.mode,
  status: { ...row.status },
  cpu_utilization: row.health.utilization.cpu,
  memory_utilization: row.health.utilization.memory,
  scaling: row.scaling,
  recommendation: { ...row.recommendation },
  hourly_waste_savings: row.hourlyWasteSavings,
  net_hourly_savings: row.netHourlySavings,
  ...(row.observed === undefined ? {} : { observed: row.observed }),
});
