import {
  type ClusterTarget,
  type ClusterTargetSortField,
  type Severity,
  type SortDirection,
  type TargetChange,
  type TargetView,
  withinTolerance,
} from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import { isComing, isUnder } from './kpis.ts';
import { currentReplicas } from './spec-view.ts';
import { advisedRequest, podRequest } from './target-costs.ts';
import { listItem, sortByKey } from './target-list.ts';
import type { TargetRow } from './target-row.ts';

/** An entry of the list of all targets, with the values for its filters. */
export type ListedTarget = {
  readonly row: TargetRow;
  readonly item: ClusterTarget;
  readonly views: ReadonlySet<TargetView>;
  /** Whether its suggestion is still being computed. */
  readonly isComing: boolean;
};

export type TargetOrder = { readonly field: ClusterTargetSortField; readonly direction: SortDirection };

/**
 * `incidents`: those of the last 7 days; null when unknown. `labels`: undefined when unknown. `changedAt`: undefined
 * without a recorded change; the time of the current suggestion is used instead.
 */
export function listedTarget(
  row: TargetRow,
  incidents: { readonly oomKills: number; readonly restarts: number } | null,
  labels: Readonly<Record<string, string>> | undefined,
  changedAt: number | undefined,
): ListedTarget {
  const views = viewsOf(
    (incidents?.oomKills ?? 0) > 0 || isUnder(row) || lacksMemory(row),
    (row.netHourlySavings ?? 0) > 0,
    row.status.severity === 'high' || row.recommendation.type === 'error',
  );
  const { evaluation } = row;
  const at = changedAt ?? (evaluation.kind === 'advised' ? evaluation.publishedAt : null);
  const item = {
    ...listItem(row),
    kind: row.record.kind,
    oom_kills: incidents?.oomKills ?? null,
    restarts: incidents?.restarts ?? null,
    change: changeOf(row),
    hourly_cost: row.costs.now,
    last_change: at === null ? null : new Date(at).toISOString(),
    ...(labels === undefined ? {} : { labels }),
  };
  return { row, item, views, isComing: isComing(row) };
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

/** Whether the suggested memory is more than 10 % above the request of a container, or above its limit. */
function lacksMemory({ workload, advice, record }: TargetRow): boolean {
  if (workload === null || advice === null || record.vertical === null) return false;
  const suggested = new Map(advice.containers.map(({ name, memory }) => [name, memory]));
  return workload.containers.some(({ name, memoryRequest, limits }) => {
    const memory = suggested.get(name) ?? null;
    const isMore = memoryRequest !== null && memory !== null && memory > memoryRequest;
    return (
      (isMore && !withinTolerance(memoryRequest, memory)) ||
      (memory ?? 0) > (limits?.memory ?? Number.POSITIVE_INFINITY)
    );
  });
}

/** What the suggestion changes, for targets whose badge names a change. */
function changeOf({ workload, advice, record, recommendation }: TargetRow): TargetChange | null {
  const isChange = recommendation.type === 'upDelta' || recommendation.type === 'downDelta';
  if (workload === null || advice === null || !isChange) return null;
  const from = podRequest(workload.containers);
  const to = record.vertical === null ? from : advisedRequest(workload, advice);
  const replicas = currentReplicas(workload);
  return {
    ...part('cpu', from.cpuCores ?? null, to.cpuCores ?? null),
    ...part('memory', from.memoryBytes ?? null, to.memoryBytes ?? null),
    ...part('replicas', replicas, record.horizontal === null ? replicas : advice.replicas),
  };
}

const part = (key: keyof TargetChange, before: number | null, after: number | null): TargetChange =>
  after === null || before === after ? {} : { [key]: { before, after } };

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
