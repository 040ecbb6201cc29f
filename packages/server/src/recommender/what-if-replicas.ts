import { otherMetrics, type ResourceName } from '@trimtab/core';
import type { Workload } from '../ports/index.ts';
import { followedContainer, followedMetrics } from './followed-metrics.ts';
import { suggestedPodRequest } from './joint-requests.ts';
import type { SuggestedRequest } from './recommendation.ts';
import { reactiveReplicas } from './replicas.ts';
import type { Load } from './what-if-load.ts';

type AutoscalerRule = {
  readonly kind: 'autoscaler';
  readonly minReplicas: number;
  readonly maxReplicas: number;
  /** `perPod`: the usage at which the HPA keeps a pod, in cores or bytes. */
  readonly metrics: readonly { readonly metric: ResourceName; readonly perPod: number }[];
  readonly problem: string | null;
};
/** `problem`: why an existing autoscaler cannot be simulated completely; null if it can, or without one. */
type FixedRule = { readonly kind: 'fixed'; readonly replicas: number | null; readonly problem: string | null };
export type ReplicaRule = AutoscalerRule | FixedRule;

/** How the replicas depend on the load. `sized`: the requests that replace those of the workload. */
export function replicaRule(
  workload: Workload,
  sized: readonly SuggestedRequest[],
  fixedReplicas: number | null,
): ReplicaRule {
  const { hpa } = workload;
  const fixed = (problem: string | null): FixedRule => ({ kind: 'fixed', replicas: fixedReplicas, problem });
  if (hpa === null) return fixed(null);
  const followed = followedMetrics(hpa, { horizontal: false });
  if (followed.length === 0) {
    return fixed('The autoscaler does not follow CPU or memory. The replicas are assumed to stay.');
  }
  if (followedContainer(followed) !== null) {
    return fixed('The autoscaler follows a single container. The replicas are assumed to stay.');
  }
  const metrics = followed.flatMap(({ metric, utilization, averageValue }) => {
    const request = suggestedPodRequest(workload, sized, metric);
    const perPod = averageValue ?? (request === null || utilization === null ? null : request * utilization);
    return perPod === null ? [] : [{ metric, perPod }];
  });
  if (metrics.length < followed.length) {
    return fixed('The autoscaler needs a request of every container. The replicas are assumed to stay.');
  }
  const minReplicas = Math.max(1, hpa.minReplicas);
  const others = otherMetrics(hpa.metrics);
  const problem =
    others === null
      ? null
      : `The autoscaler also follows ${others}, which is not simulated. It may run more pods than these.`;
  return { kind: 'autoscaler', minReplicas, maxReplicas: Math.max(minReplicas, hpa.maxReplicas), metrics, problem };
}

/** Per step. NaN: unknown. `needed` may exceed the maximum; null with fixed replicas. */
export type ReplicaSteps = { readonly running: Float64Array; readonly needed: Float64Array | null };

/**
 * Applies the rule of the HPA to the scaled load. The replicas of a step follow from its load without delay. The first
 * step starts with the replicas that it needs. In a step without a sample, the replicas stay. Before the first sample,
 * they are those of the first sample.
 */
export function replicaSteps({ total }: Load, scale: number, rule: ReplicaRule): ReplicaSteps {
  const steps = total.cpu.length;
  if (rule.kind === 'fixed') {
    return { running: new Float64Array(steps).fill(rule.replicas ?? Number.NaN), needed: null };
  }
  const running = new Float64Array(steps).fill(Number.NaN);
  const needed = new Float64Array(steps).fill(Number.NaN);
  let replicas = 0;
  for (let step = 0; step < steps; step++) {
    const wanted = rule.metrics.flatMap(({ metric, perPod }) => {
      const usage = (total[metric][step] ?? Number.NaN) * scale;
      return Number.isNaN(usage) ? [] : [Math.max(1, reactiveReplicas(usage, perPod, 1, replicas))];
    });
    if (wanted.length > 0) {
      needed[step] = Math.max(...wanted);
      replicas = Math.min(Math.max(Math.max(...wanted), rule.minReplicas), rule.maxReplicas);
    }
    if (replicas > 0) running[step] = replicas;
  }
  const first = running.findIndex((pods) => !Number.isNaN(pods));
  if (first > 0) running.fill(running[first] ?? Number.NaN, 0, first);
  return { running, needed };
}
