import { workloadKey } from '@trimtab/core';
import type { HpaMetric, HpaState, WorkloadIdentity } from '../../../ports/index.ts';
import type { Sample } from '../client/response.ts';
import { deduplicated, inNamespaces, selector } from '../queries/promql.ts';
import { keyOf, workloadKinds } from './owners.ts';

/** The workload that each HPA scales. `lookBack` has the same meaning as for the owners of pods. */
export function hpaReferences(namespaces: readonly string[] | undefined, lookBack = ''): string {
  const series = selector('kube_horizontalpodautoscaler_info', [inNamespaces(namespaces)]);
  return deduplicated(
    ['namespace', 'horizontalpodautoscaler', 'scaletargetref_kind', 'scaletargetref_name'],
    lookBack === '' ? series : `last_over_time(${series}${lookBack}) or ${series}`,
  );
}

type HpaSamples = Awaited<ReturnType<typeof queryHpas>>;

export async function queryHpas(ask: (query: string) => Promise<Sample[]>, namespaces: readonly string[] | undefined) {
  const one = (metric: string, labels: readonly string[]) =>
    ask(
      deduplicated(['namespace', 'horizontalpodautoscaler', ...labels], selector(metric, [inNamespaces(namespaces)])),
    );
  const [info, min, max, targets] = await Promise.all([
    ask(hpaReferences(namespaces)),
    one('kube_horizontalpodautoscaler_spec_min_replicas', []),
    one('kube_horizontalpodautoscaler_spec_max_replicas', []),
    one('kube_horizontalpodautoscaler_spec_target_metric', ['metric_name', 'metric_target_type']),
  ]);
  return { info, min, max, targets };
}

export const hpaKey = ({ labels }: Pick<Sample, 'labels'>) =>
  keyOf(labels['namespace'], labels['horizontalpodautoscaler']);

/**
 * kube-state-metrics exports only the name of an HPA's metric, and neither its type nor the container of a
 * ContainerResource metric. `cpu` and `memory` are read as Resource metrics of whole pods, and any other name as External.
 * The target types are `utilization`, `average` and `value`. The API has no type for a plain value, so it becomes an
 * average value, which is equal with one replica.
 */
function readMetric({ labels, value }: Sample): HpaMetric | null {
  const name = labels['metric_name'] ?? '';
  if (value === null || name === '') return null;
  return {
    type: name === 'cpu' || name === 'memory' ? 'Resource' : 'External',
    name,
    target: { type: labels['metric_target_type'] === 'utilization' ? 'Utilization' : 'AverageValue', value },
  };
}

/**
 * The key of the workload that an HPA scales, from its scaleTargetRef. If the references of all HPAs are unknown, it is
 * the workload with the HPA's own name, provided that exactly one has this name.
 */
export function scaledWorkload(
  sample: Pick<Sample, 'labels'>,
  references: ReadonlyMap<string, Sample>,
  workloads: ReadonlyMap<string, unknown>,
): string | null {
  const { namespace = '', horizontalpodautoscaler: name = '' } = sample.labels;
  const reference = references.get(hpaKey(sample));
  if (reference) {
    const { scaletargetref_kind: kind = '', scaletargetref_name: target = '' } = reference.labels;
    return workloadKey({ namespace, kind, name: target });
  }
  if (references.size > 0) return null;
  const keys = [...workloadKinds.keys()]
    .map((kind) => workloadKey({ namespace, kind, name }))
    .filter((key) => workloads.has(key));
  return keys.length === 1 ? (keys[0] ?? null) : null;
}

/** Finds the HPA that scales a workload; the keys of `workloads` are the existing workloads. */
export function hpaLookup(
  { info, min, max, targets }: HpaSamples,
  workloads: ReadonlyMap<string, unknown>,
): (workload: WorkloadIdentity) => HpaState | null {
  const references = new Map(info.map((sample) => [hpaKey(sample), sample]));
  const minimum = new Map(min.map((sample) => [hpaKey(sample), sample.value]));
  const metrics = Map.groupBy(targets, hpaKey);
  const states = new Map<string, HpaState>();
  for (const sample of max) {
    const key = scaledWorkload(sample, references, workloads);
    if (key === null || sample.value === null) continue;
    states.set(key, {
      name: sample.labels['horizontalpodautoscaler'] ?? '',
      // The default of Kubernetes.
      minReplicas: minimum.get(hpaKey(sample)) ?? 1,
      maxReplicas: sample.value,
      metrics: (metrics.get(hpaKey(sample)) ?? [])
        .flatMap((entry) => readMetric(entry) ?? [])
        .toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
    });
  }
  return (workload) => states.get(workloadKey(workload)) ?? null;
}
