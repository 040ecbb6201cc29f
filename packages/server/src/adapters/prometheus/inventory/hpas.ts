import type { HpaMetric, HpaState, WorkloadIdentity } from '../../../ports/index.ts';
import type { Sample } from '../client/response.ts';
import { inNamespaces, once, select } from '../queries/promql.ts';
import { keyOf, workloadKey, workloadKinds } from './owners.ts';

export type HpaSamples = {
  readonly info: readonly Sample[];
  readonly min: readonly Sample[];
  readonly max: readonly Sample[];
  readonly targets: readonly Sample[];
};

export async function hpaQueries(
  ask: (query: string) => Promise<Sample[]>,
  namespaces: readonly string[] | undefined,
): Promise<HpaSamples> {
  const one = (metric: string, labels: readonly string[]) =>
    ask(once(['namespace', 'horizontalpodautoscaler', ...labels], select(metric, [inNamespaces(namespaces)])));
  const [info, min, max, targets] = await Promise.all([
    one('kube_horizontalpodautoscaler_info', ['scaletargetref_kind', 'scaletargetref_name']),
    one('kube_horizontalpodautoscaler_spec_min_replicas', []),
    one('kube_horizontalpodautoscaler_spec_max_replicas', []),
    one('kube_horizontalpodautoscaler_spec_target_metric', ['metric_name', 'metric_target_type']),
  ]);
  return { info, min, max, targets };
}

const hpaKey = ({ labels }: Sample) => keyOf(labels['namespace'], labels['horizontalpodautoscaler']);

/**
 * kube-state-metrics does not say what an HPA's metric measures, only its name: `cpu` and `memory` are resources, and
 * everything else comes from outside the cluster's own metrics. It writes `utilization`, `average` or `value`; the API
 * has no word for a plain value, and an average is what a plain value means with one replica.
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

/** The workload key an HPA scales: by its reference, or, where that is unknown, the one workload of its own name. */
function scaled(
  sample: Sample,
  references: ReadonlyMap<string, Sample>,
  found: ReadonlyMap<string, unknown>,
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
    .filter((key) => found.has(key));
  return keys.length === 1 ? (keys[0] ?? null) : null;
}

/** A look-up of the HPA that scales a workload; `found` holds the keys of the workloads there are. */
export function hpasByWorkload(
  { info, min, max, targets }: HpaSamples,
  found: ReadonlyMap<string, unknown>,
): (workload: WorkloadIdentity) => HpaState | null {
  const references = new Map(info.map((sample) => [hpaKey(sample), sample]));
  const minimum = new Map(min.map((sample) => [hpaKey(sample), sample.value]));
  const metrics = new Map<string, Sample[]>();
  for (const sample of targets) metrics.set(hpaKey(sample), [...(metrics.get(hpaKey(sample)) ?? []), sample]);
  const states = new Map<string, HpaState>();
  for (const sample of max) {
    const key = scaled(sample, references, found);
    if (key === null || sample.value === null) continue;
    states.set(key, {
      name: sample.labels['horizontalpodautoscaler'] ?? '',
      // An HPA that names no minimum keeps one pod.
      minReplicas: minimum.get(hpaKey(sample)) ?? 1,
      maxReplicas: sample.value,
      metrics: (metrics.get(hpaKey(sample)) ?? [])
        .flatMap((entry) => readMetric(entry) ?? [])
        .toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
    });
  }
  return (workload) => states.get(workloadKey(workload)) ?? null;
}
