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

/** An entry of the list of all targets, with the values for its filters. */
export type ListedTarget = {
  readonly row: ListRow;
  readonly item: ClusterTarget;
  readonly views: ReadonlySet<TargetView>;
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
  const at = changedAt ?? row.publishedAt;
  const item = {
    ...listItem(row),
    kind: row.record.kind,
    oom_kills: incidents?.oomKills ?? null,
    restarts: incidents?.restarts ?? null,
    change: row.change,
    hourly_cost: row.costs.now,
    last_change: at === null ? null : new Date(at).toISOString(),
    ...(labels === undefined ? {} : { labels }),
  };
  return { row, item, views };
}

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
  name: ({ item }) => item.name,
  namespace: ({ item }) => item.namespace,
  kind: ({ item }) => item.kind,
  status: ({ item }) => severityRanks[item.status.severity],
  cpu: ({ item }) => item.cpu_utilization ?? null,
  memory: ({ item }) => item.memory_utilization ?? null,
  oom_kills: ({ item }) => item.oom_kills,
  restarts: ({ item }) => item.restarts,
  change: ({ row: { costs } }) => (costs.now === null || costs.advised === null ? null : costs.advised / costs.now),
  net: ({ item }) => item.net_hourly_savings ?? null,
  mode: ({ item }) => item.mode,
  last_change: ({ item }) => item.last_change,
};

export const sortListed = (listed: readonly ListedTarget[], { field, direction }: TargetOrder) =>
  sortByKey(listed, direction, sortKeys[field], ({ row }) => row.record);
