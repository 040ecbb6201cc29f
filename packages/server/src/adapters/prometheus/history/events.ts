import { isResourceName } from '@trimtab/core';
import { binSeconds, noEvents, type Window, type WorkloadEvents, type WorkloadIdentity } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { RangeSeries } from '../client/response.ts';
import { imageOf } from '../queries/container-state.ts';
import type { Matcher } from '../queries/promql.ts';
import { eventQueries, ownedBy, ownedQueries } from './queries.ts';

/** A longer list of names would make the queries too long, so the whole namespace is read and filtered. */
const mostNamedPods = 500;
const hourSeconds = 3600;
const throttledDays = 7;

/** What happened to the pods of one workload. It sends ten queries, and each returns few series. */
export async function readEvents(
  session: Session,
  workload: WorkloadIdentity,
  window: Window,
): Promise<WorkloadEvents> {
  const bins = { start: aligned(window.start, binSeconds), end: aligned(window.end, binSeconds), step: binSeconds };
  const lookBack = `[${bins.end - bins.start + binSeconds}s]`;
  const names = async (query: string, label: string) =>
    (await session.instant(query, bins.end)).flatMap(({ labels }) => labels[label] ?? []);
  const owning = ownedQueries(workload, lookBack);
  const hasReplicaSets = workload.kind === 'Deployment' || workload.kind === 'Rollout';
  const owners = hasReplicaSets ? await names(owning.replicaSets, 'replicaset') : [workload.name];
  if (owners.length === 0) return noEvents;
  const ownerKind = hasReplicaSets ? 'ReplicaSet' : workload.kind;
  const pods = await names(owning.pods(owners, ownerKind), 'pod');
  if (pods.length === 0) return noEvents;
  const inNamespace: Matcher = ['namespace', '=', workload.namespace];
  const scope: Matcher[] = pods.length > mostNamedPods ? [inNamespace] : [inNamespace, ['pod', 'any', pods]];
  const queries = eventQueries(scope, [...scope, ...ownedBy(owners, ownerKind)]);
  const hours = { end: aligned(window.end, hourSeconds), step: hourSeconds };
  const week = { ...hours, start: Math.max(aligned(window.start, hourSeconds), hours.end - throttledDays * 86_400) };
  const [observed, kills, restarts, versions, requests, limits, periods, throttled] = await Promise.all([
    session.range(queries.observed, { ...bins, step: hourSeconds }),
    session.range(queries.kills, bins),
    session.range(queries.restarts, bins),
    session.range(queries.versions, bins),
    session.range(queries.amounts('requests'), bins),
    session.range(queries.amounts('limits'), bins),
    session.range(queries.periods, week),
    session.range(queries.throttled, week),
  ]);
  const [since] = [...(observed[0]?.points ?? [])].map(([time]) => time);
  return {
    since: since === undefined ? null : since * 1000,
    kills: countsOf(kills),
    restarts: countsOf(restarts),
    deployments: deploymentsOf(versions, hasReplicaSets),
    amounts: [...amountsOf('request', requests), ...amountsOf('limit', limits)].toSorted((a, b) => a.at - b.at),
    throttling: throttlingOf(periods[0], throttled[0]),
  };
}

const aligned = (ms: number, step: number): number => Math.floor(ms / 1000 / step) * step;

/** A point is evaluated at the end of its bin. */
const binStart = (time: number): number => (time - binSeconds) * 1000;

const countsOf = (series: readonly RangeSeries[]): WorkloadEvents['kills'] =>
  series
    .flatMap(({ labels, points }) =>
      [...points].map(([time, value]) => ({
        at: binStart(time),
        container: labels['container'] ?? '',
        count: Math.round(value ?? 0),
      })),
    )
    .toSorted((a, b) => a.at - b.at);

/**
 * A deployment is a new ReplicaSet, or a new image if the workload has no ReplicaSets. While no pod was observed, the
 * last observed pods are compared, so neither a gap nor a scale-down to zero counts as a deployment.
 */
function deploymentsOf(series: readonly RangeSeries[], byReplicaSet: boolean): WorkloadEvents['deployments'] {
  const steps = new Map<number, { readonly versions: Set<string>; readonly images: Set<string> }>();
  for (const { labels, points } of series) {
    const image = imageOf(labels);
    const version = byReplicaSet ? (labels['owner_name'] ?? '') : `${labels['container']} ${image}`;
    for (const [time] of points) {
      const step = steps.get(time) ?? { versions: new Set(), images: new Set() };
      step.versions.add(version);
      step.images.add(image);
      steps.set(time, step);
    }
  }
  const ordered = [...steps].toSorted(([a], [b]) => a - b);
  return ordered.flatMap(([time, { versions, images }], index) => {
    const before = ordered[index - 1]?.[1];
    const fresh = before === undefined ? new Set<string>() : versions.difference(before.versions);
    if (before === undefined || fresh.size === 0) return [];
    const newImages = images.difference(before.images);
    return [{ at: binStart(time), version: [...(newImages.size > 0 ? newImages : fresh)].join(', ') }];
  });
}

/** If the value differs after a gap, that does not count as a change. */
function amountsOf(kind: 'request' | 'limit', series: readonly RangeSeries[]): WorkloadEvents['amounts'] {
  return series.flatMap(({ labels, points }) => {
    const { container = '', resource = '' } = labels;
    if (!isResourceName(resource)) return [];
    let known: number | null = null;
    return [...points].flatMap(([time, value]) => {
      if (value === null || value === known) return [];
      known = value;
      return [{ at: binStart(time), kind, container, resource, value }];
    });
  });
}

function throttlingOf(periods: RangeSeries | undefined, throttled: RangeSeries | undefined) {
  const waited = new Map(throttled?.points);
  return [...(periods?.points ?? [])].map(([time, value]) => ({
    at: (time - hourSeconds) * 1000,
    periods: value ?? 0,
    throttled: waited.get(time) ?? 0,
  }));
}
