import { workloadKey } from '@trimtab/core';
import type { DeclaredState } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { RangeSeries, Sample } from '../client/response.ts';
import { hpaKey, hpaReferences, scaledWorkload } from '../inventory/hpas.ts';
import { replicaQueries, type Span } from './declared-queries.ts';

export type Bounds = ReadonlyMap<number, NonNullable<DeclaredState['bounds']>>;

/** Reads the declared replicas of workloads and the bounds of their autoscalers at each step. */
export async function readReplicas(session: Session, namespaces: readonly string[] | undefined, span: Span) {
  const queries = replicaQueries(namespaces);
  const lookBack = `[${span.end - span.start + span.step}s:${span.step}s]`;
  const [references, deployments, statefulSets, minimum, maximum] = await Promise.all([
    session.instant(hpaReferences(namespaces, lookBack), span.end),
    session.range(queries.deployments, span),
    session.range(queries.statefulSets, span),
    session.range(queries.least, span),
    session.range(queries.most, span),
  ]);
  return {
    /** By the key of a workload. */
    known: new Map([
      ...replicasOf(deployments, 'Deployment', 'deployment'),
      ...replicasOf(statefulSets, 'StatefulSet', 'statefulset'),
    ]),
    /** The keys of `workloads` are all workloads. */
    boundsOf: (workloads: ReadonlyMap<string, unknown>) => boundsOf(references, minimum, maximum, workloads),
  };
}

const replicasOf = (series: readonly RangeSeries[], kind: string, label: string) =>
  series.map(({ labels, points }) => {
    const identity = { namespace: labels['namespace'] ?? '', kind, name: labels[label] ?? '' };
    return [workloadKey(identity), { identity, at: new Map(points) }] as const;
  });

function boundsOf(
  info: readonly Sample[],
  minimum: readonly RangeSeries[],
  maximum: readonly RangeSeries[],
  workloads: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Bounds> {
  const references = new Map(info.map((sample) => [hpaKey(sample), sample]));
  const least = new Map(minimum.map((series) => [hpaKey(series), new Map(series.points)]));
  const bounds = new Map<string, Bounds>();
  for (const series of maximum) {
    const key = scaledWorkload(series, references, workloads);
    if (key === null) continue;
    const own = least.get(hpaKey(series));
    const known = [...series.points].flatMap(([time, value]) =>
      // The default minimum of Kubernetes.
      value === null ? [] : [[time, { minReplicas: own?.get(time) ?? 1, maxReplicas: value }] as const],
    );
    bounds.set(key, new Map(known));
  }
  return bounds;
}
