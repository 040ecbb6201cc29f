import {
  type ClusterTarget,
  type ClusterTargetSortField,
  type Severity,
  type SortDirection,
  type TargetView,
} from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import { isUnder } from './kpis.ts';
import { listItem, sortByKey } from './target-list.ts';
import type { ListRow } from './target-row.ts';

/** An entry of the list of all targets. The item of the answer is created only for the entries of a page. */
export type ListedTarget = {
  readonly row: ListRow;
  readonly views: ReadonlySet<TargetView>;
  /** Null when unknown. */
  readonly oomKills: number | null;
  readonly restarts: number | null;
  /** Undefined when unknown. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** In milliseconds; null without a change. */
  readonly lastChange: number | null;
};

export type TargetOrder = { readonly field: ClusterTargetSortField; readonly direction: SortDirection };

/**
 * `incidents`: those of the last 7 days; null when unknown. `labels`: undefined when unknown. `changedAt`: undefined
 * without a recorded change; the time of the current suggestion is used instead.
 */
export function listedTarget(
  row: ListRow,
  incidents: { readonly oomKills: number; readonly restarts: number } | null,
  labels: Readonly<Record<string, string>> | undefined,
  changedAt: number | undefined,
): ListedTarget {
  const views = viewsOf(
    (incidents?.oomKills ?? 0) > 0 || isUnder(row) || row.lacksMemory,
    (row.netHourlySavings ?? 0) > 0,
    row.status.severity === 'high' || row.recommendation.type === 'error',
  );
  return {
    row,
    views,
    oomKills: incidents?.oomKills ?? null,
    restarts: incidents?.restarts ?? null,
    labels,
    lastChange: changedAt ?? row.publishedAt,
  };
}

export const clusterTarget = ({ row, oomKills, restarts, labels, lastChange }: ListedTarget): ClusterTarget => ({
  ...listItem(row),
  kind: row.record.kind,
  oom_kills: oomKills,
  restarts,
  change: row.change,
  hourly_cost: row.costs.now,
  last_change: lastChange === null ? null : new Date(lastChange).toISOString(),
  ...(labels === undefined ? {} : { labels }),
});

const viewSets = new Map<string, ReadonlySet<TargetView>>();

/** The same object for the same views, because a set of its own for each target takes more memory than the rest of it. */
function viewsOf(isAtRisk: boolean, saves: boolean, needsAttention: boolean): ReadonlySet<TargetView> {
  const views: readonly TargetView[] = [
    ...(isAtRisk ? (['at-risk'] as const) : []),
    ...(saves ? (['savings'] as const) : []),
    ...(needsAttention ? (['attention'] as const) : []),
  ];
  return getOrInsert(viewSets, views.join(), () => new Set(views));
}

const severityRanks: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2 };

/** The value by which each sort orders the list. */
const sortKeys: Readonly<Record<ClusterTargetSortField, (listed: ListedTarget) => number | string | null>> = {
  name: ({ row }) => row.record.name,
  namespace: ({ row }) => row.record.namespace,
  kind: ({ row }) => row.record.kind,
  status: ({ row }) => severityRanks[row.status.severity],
  cpu: ({ row }) => row.health.utilization.cpu,
  memory: ({ row }) => row.health.utilization.memory,
  oom_kills: ({ oomKills }) => oomKills,
  restarts: ({ restarts }) => restarts,
  change: ({ row: { costs } }) => (costs.now === null || costs.advised === null ? null : costs.advised / costs.now),
  net: ({ row }) => row.netHourlySavings,
  mode: ({ row }) => row.mode,
  last_change: ({ lastChange }) => lastChange,
};

export const sortListed = (listed: readonly ListedTarget[], { field, direction }: TargetOrder) =>
  sortByKey(listed, direction, sortKeys[field], ({ row }) => row.record);
