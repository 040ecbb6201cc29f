import { type ModelMode, type ResourceName, resourceNames } from '@trimtab/core';
import { getOrInsert } from '../get-or-insert.ts';
import type { Workload, WorkloadHistory } from '../ports/index.ts';
import { binsPerDay, binsPerHour, highestUsage } from './bins.ts';
import { type FollowedMetric, followedContainer, followedMetrics } from './followed-metrics.ts';
import {
  canRaise,
  hasSizedCpu,
  holdRequests,
  shrinkToLeast,
  spreadOver,
  suggestedPodRequest,
} from './joint-requests.ts';
import type { Recommendation, ScaledReplicas, SharedUsage, SizedRequest } from './recommendation.ts';
import {
  leastReplicas,
  plannedTarget,
  type ReplicaQuestion,
  replicaFloor,
  suggestReplicas,
  usageAhead,
} from './replicas.ts';

type JointQuestion = {
  readonly history: WorkloadHistory;
  readonly workload: Workload;
  readonly currentReplicas: number | null;
  readonly mode: ModelMode;
  readonly directions: { readonly horizontal: boolean };
};

type JointSuggestion = { readonly sized: readonly SizedRequest[]; readonly scaled: ScaledReplicas | null };

/**
 * The maximum memory usage at the suggested replicas, as a share of the requests. Without this reserve, a pod would be
 * the first to be evicted when its node runs out of memory.
 */
const plannedMemoryShare = 0.9;

/**
 * Adjusts the requests from the rules and the replicas to each other. Requests that the replicas follow stay. At the
 * suggested replicas, no resource is used beyond its planned share. Source: docs/recommender.md.
 */
export function jointly(question: JointQuestion, ruled: readonly SizedRequest[]): JointSuggestion {
  const { workload, directions } = question;
  const followed = followedMetrics(workload.hpa, directions);
  const held = holdRequests(ruled, followed);
  const expected = expectedUsages(question);
  const scaled = directions.horizontal ? scaleReplicas(question, held, followed, expected) : null;
  if (scaled === null) return { sized: held, scaled };
  const shrunk = shrinkIdle(question, held, followed, { scaled, expected });
  return shareUsage(question, followed, shrunk);
}

type ExpectedUsages = (metric: ResourceName) => number | null;

/** Forecasts each resource only once: this takes half of the time, and requests have no influence. */
function expectedUsages({ mode, history, workload }: JointQuestion): ExpectedUsages {
  const known = new Map<ResourceName, number | null>();
  return (metric) => getOrInsert(known, metric, () => usageAhead(mode, history.total[metric], workload.hpa !== null));
}

/**
 * The replicas from the followed resource that needs most, as in the HPA. Pods have their suggested requests. Null if
 * they cannot be computed, as when the HPA follows a single container.
 */
function scaleReplicas(
  { history, workload, currentReplicas, mode }: JointQuestion,
  sized: readonly SizedRequest[],
  followed: readonly FollowedMetric[],
  expected: ExpectedUsages,
): ScaledReplicas | null {
  if (currentReplicas === null || currentReplicas === 0 || followedContainer(followed) !== null) return null;
  const { hpa } = workload;
  const bounds = hpa === null ? null : { minReplicas: hpa.minReplicas, maxReplicas: hpa.maxReplicas };
  const wanted = followed.flatMap(({ metric, from, utilization, averageValue }): ScaledReplicas[] => {
    const requestPerPod = suggestedPodRequest(workload, sized, metric);
    if (requestPerPod === null) return [];
    const target = averageValue === null ? utilization : averageValue / requestPerPod;
    const replicaQuestion = {
      mode,
      usage: history.total[metric],
      requestPerPod,
      currentReplicas,
      hpa: bounds === null ? null : { target, ...bounds },
      expectedUsage: expected(metric),
    };
    const suggestion = suggestReplicas(replicaQuestion);
    if (suggestion === null) return [];
    const scaled = {
      metric,
      current: currentReplicas,
      requestPerPod,
      targetFrom: from,
      bounds,
      suggestion,
      kept: null,
    };
    const mayStay = hpa === null && suggestion.suggested > currentReplicas && hasSizedCpu(sized, workload, history);
    return [(mayStay ? keepingPods(scaled, replicaQuestion) : null) ?? scaled];
  });
  return wanted.reduce<ScaledReplicas | null>(
    (most, one) => (most === null || one.suggestion.suggested > most.suggestion.suggested ? one : most),
    null,
  );
}

/** Returns the current replicas if the usage fits their suggested requests; null if it does not. */
function keepingPods(scaled: ScaledReplicas, question: ReplicaQuestion): ScaledReplicas | null {
  const suggestion = suggestReplicas({ ...question, hasSizedRequests: true });
  const { current, metric } = scaled;
  if (suggestion === null || suggestion.suggested > current) return null;
  const { inputs, floor, lastWeek } = suggestion;
  const usage = Math.max(inputs?.newestUsage ?? 0, floor?.expectedUsage ?? 0, lastWeek?.usage ?? 0);
  return {
    ...scaled,
    suggestion: { ...suggestion, suggested: current, maxReplicas: Math.max(suggestion.maxReplicas, current) },
    kept: suggestion.suggested < current ? { resource: metric, usage, share: plannedTarget } : null,
  };
}

/** The HPA's minimum replicas from the newest samples, for the current suggestion; null without HPA or forecast. */
export function currentFloor(
  { mode, scaled }: Pick<Recommendation, 'mode' | 'scaled'>,
  { total }: Pick<WorkloadHistory, 'total'>,
): number | null {
  if (scaled === null || scaled.bounds === null) return null;
  const { metric, requestPerPod, bounds, suggestion } = scaled;
  const hpa = { target: suggestion.target, ...bounds };
  return replicaFloor({ mode, usage: total[metric], requestPerPod, hpa })?.replicas ?? null;
}

/** Without an HPA, lowers CPU requests that the minimum replicas never need, even for the highest usage. */
function shrinkIdle(
  question: JointQuestion,
  held: readonly SizedRequest[],
  followed: readonly FollowedMetric[],
  { scaled, expected }: { readonly scaled: ScaledReplicas; readonly expected: ExpectedUsages },
): { readonly sized: readonly SizedRequest[]; readonly scaled: ScaledReplicas } {
  const { history, workload, mode } = question;
  const least = leastReplicas(mode, scaled.current, false);
  if (scaled.bounds !== null || scaled.suggestion.suggested > least) return { sized: held, scaled };
  const usage = { resource: 'cpu', usage: highestUsage(history.total.cpu), share: plannedTarget } as const;
  const sized = shrinkToLeast(held, workload, least, usage);
  return sized === held
    ? { sized, scaled }
    : { sized, scaled: scaleReplicas(question, sized, followed, expected) ?? scaled };
}

/** With fewer replicas, pods use more: raises the requests that may change. If none may, removes fewer replicas. */
function shareUsage(
  { history, workload }: JointQuestion,
  followed: readonly FollowedMetric[],
  { sized, scaled }: { readonly sized: readonly SizedRequest[]; readonly scaled: ScaledReplicas },
): JointSuggestion {
  const { suggestion, current } = scaled;
  if (suggestion.suggested >= current) return { sized, scaled };
  const shared = resourceNames.map(
    (resource): SharedUsage => ({
      resource,
      usage: usageToCarry(history, resource, workload.hpa !== null),
      share: shareOf(resource, followed),
    }),
  );
  const kept = shared
    .filter(({ resource }) => !canRaise(sized, resource))
    .map((one) => ({ ...one, replicas: replicasFor(one, suggestedPodRequest(workload, sized, one.resource)) }))
    .reduce((most, one) => (one.replicas > most.replicas ? one : most), {
      replicas: 0,
      resource: 'cpu',
      usage: 0,
      share: 1,
    });
  const replicas = Math.min(Math.max(suggestion.suggested, kept.replicas), current);
  const { replicas: _replicas, ...usage } = kept;
  return {
    sized: shared.reduce((requests, one) => spreadOver(requests, workload, replicas, one), sized),
    scaled: {
      ...scaled,
      suggestion: {
        ...suggestion,
        suggested: replicas,
        maxReplicas: Math.max(suggestion.maxReplicas, replicas),
      },
      kept: replicas > suggestion.suggested ? usage : null,
    },
  };
}

function replicasFor({ usage, share }: SharedUsage, onePod: number | null): number {
  // The margin keeps rounding errors of the division from adding a replica.
  return onePod === null ? 0 : Math.ceil(usage / (share * onePod) - 1e-9);
}

const shareOf = (resource: ResourceName, followed: readonly FollowedMetric[]): number =>
  followed.find(({ metric }) => metric === resource)?.utilization ??
  (resource === 'memory' ? plannedMemoryShare : plannedTarget);

/**
 * The usage that fewer pods would have to serve: the mean of the last 24 hours or, if higher, the peak of the last
 * hour. Without an HPA no pods are added when memory rises, so for memory it is the highest usage of the history.
 */
function usageToCarry({ total }: WorkloadHistory, resource: ResourceName, hasHpa: boolean): number {
  const usage = total[resource];
  if (resource === 'memory' && !hasHpa) return highestUsage(usage);
  const day = usage.subarray(-binsPerDay).filter((value) => !Number.isNaN(value));
  const mean = day.length === 0 ? 0 : day.reduce((sum, value) => sum + value, 0) / day.length;
  return Math.max(mean, highestUsage(usage.subarray(-binsPerHour)));
}
