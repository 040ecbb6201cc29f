import { type ModelMode, otherMetrics, type ResourceName } from '@trimtab/core';
import type { Workload, WorkloadHistory } from '../ports/index.ts';
import type { FollowedMetric } from './followed-metrics.ts';
import { hasSizedCpu, suggestedPodRequest } from './joint-requests.ts';
import type { ScaledReplicas, SettledRequest } from './recommendation.ts';
import { mostReplicas } from './replica-quota.ts';
import { plannedTarget, type ReplicaQuestion, suggestReplicas } from './replicas.ts';

export type ReplicaSources = {
  readonly history: WorkloadHistory;
  readonly workload: Workload;
  /** Ready pods. */
  readonly currentReplicas: number;
  /** The pods that the workload has, including those that are not ready. */
  readonly present: number;
  readonly mode: ModelMode;
  readonly followed: readonly FollowedMetric[];
  /** The usage for which the floor is computed. */
  readonly expected: (metric: ResourceName) => number | null;
};

/**
 * The replicas for pods with these requests: from the followed resource that needs most, as in the HPA, within the quotas
 * of the namespace. Null if they cannot be computed now.
 */
export function scaleReplicas(sources: ReplicaSources, sized: readonly SettledRequest[]): ScaledReplicas | null {
  const most = sources.followed
    .flatMap((metric) => followReplicas(sources, metric, sized) ?? [])
    .reduce<ScaledReplicas | null>(
      (highest, one) => (highest === null || one.suggestion.suggested > highest.suggestion.suggested ? one : highest),
      null,
    );
  return most === null ? null : withinQuotas(sources, sized, besideOthers(sources, most));
}

function followReplicas(
  { history, workload, currentReplicas, present, mode, expected }: ReplicaSources,
  { metric, from, utilization, averageValue }: FollowedMetric,
  sized: readonly SettledRequest[],
): ScaledReplicas | null {
  const requestPerPod = suggestedPodRequest(workload, sized, metric);
  if (requestPerPod === null) return null;
  const { hpa } = workload;
  const bounds = hpa === null ? null : { minReplicas: hpa.minReplicas, maxReplicas: hpa.maxReplicas };
  const target = averageValue === null ? utilization : averageValue / requestPerPod;
  const question = {
    mode,
    usage: history.total[metric],
    requestPerPod,
    currentReplicas,
    desiredReplicas: present,
    hpa: bounds === null ? null : { target, ...bounds },
    expectedUsage: expected(metric),
  };
  const suggestion = suggestReplicas(question);
  if (suggestion === null) return null;
  const scaled = { metric, current: currentReplicas, requestPerPod, targetFrom: from, bounds, suggestion, kept: null };
  const mayStay = hpa === null && suggestion.suggested > present && hasSizedCpu(sized, workload, history);
  return (mayStay ? keepingPods(scaled, question, present) : null) ?? scaled;
}

/** Returns the present replicas if the usage fits their suggested requests; null if it does not. */
function keepingPods(scaled: ScaledReplicas, question: ReplicaQuestion, present: number): ScaledReplicas | null {
  const suggestion = suggestReplicas({ ...question, hasSizedRequests: true });
  if (suggestion === null || suggestion.suggested > present) return null;
  const { inputs, floor, lastWeek } = suggestion;
  const usage = Math.max(inputs?.newestUsage ?? 0, floor?.expectedUsage ?? 0, lastWeek?.usage ?? 0);
  return {
    ...scaled,
    suggestion: { ...suggestion, suggested: present, maxReplicas: Math.max(suggestion.maxReplicas, present) },
    kept: suggestion.suggested < present ? { resource: scaled.metric, usage, share: plannedTarget } : null,
  };
}

/**
 * If the HPA also follows metrics whose need is unknown, the present pods may be needed for them. In this case neither the
 * pods nor the bounds are lowered for what CPU or memory need alone.
 */
function besideOthers({ workload: { hpa }, present }: ReplicaSources, scaled: ScaledReplicas): ScaledReplicas {
  const others = otherMetrics(hpa?.metrics ?? []);
  const { bounds, suggestion } = scaled;
  if (others === null || bounds === null) return scaled;
  const suggested = Math.max(suggestion.suggested, Math.min(present, bounds.maxReplicas));
  return {
    ...scaled,
    suggestion: { ...suggestion, suggested, ...bounds },
    keepsBounds: true,
    notes: [
      `The HPA also follows ${others}, and how many pods that needs is unknown. Its bounds therefore stay, and no fewer pods than now are suggested.`,
    ],
  };
}

/** Pods beyond a quota would never be created. */
function withinQuotas(
  { workload, present }: ReplicaSources,
  sized: readonly SettledRequest[],
  scaled: ScaledReplicas,
): ScaledReplicas {
  const least = Math.max(present, scaled.bounds?.minReplicas ?? 0);
  const most = mostReplicas(workload, sized, { present, least });
  if (most === null) return scaled;
  const { suggestion, notes = [] } = scaled;
  const allowed = { ...scaled, allowed: most.replicas };
  if (suggestion.suggested <= most.replicas) return allowed;
  const minReplicas = Math.min(suggestion.minReplicas, most.replicas);
  return {
    ...allowed,
    suggestion: { ...suggestion, suggested: most.replicas, minReplicas },
    notes: [...notes, most.text],
  };
}
