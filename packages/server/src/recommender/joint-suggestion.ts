import { type ModelMode, type ResourceName, resourceNames } from '@trimtab/core';
import { getOrInsert } from '../get-or-insert.ts';
import type { Workload, WorkloadHistory } from '../ports/index.ts';
import { binsPerDay, binsPerHour, highestUsage } from './bins.ts';
import { type FollowedMetric, followedMetrics } from './followed-metrics.ts';
import { type ReplicaSources, scaleReplicas } from './joint-replicas.ts';
import { holdRequests, shrinkToLeast, spreadOver, suggestedPodRequest } from './joint-requests.ts';
import { isPossible } from './pod-resources.ts';
import type { Recommendation, ScaledReplicas, SettledRequest, SharedUsage, SizedRequest } from './recommendation.ts';
import { leastReplicas, plannedTarget, replicaFloor, usageAhead } from './replicas.ts';
import { unscaledSentence } from './unscaled-replicas.ts';

type JointQuestion = {
  readonly history: WorkloadHistory;
  readonly workload: Workload;
  readonly currentReplicas: number | null;
  readonly mode: ModelMode;
  readonly directions: { readonly horizontal: boolean };
};

type JointSuggestion = { readonly sized: readonly SettledRequest[]; readonly scaled: ScaledReplicas | null };

/** Turns requests into values that a manifest of the workload can contain. */
type Settle = (fitted: readonly SizedRequest[]) => readonly SettledRequest[];

/**
 * The maximum memory usage at the suggested replicas, as a share of the requests. Without this reserve, a pod would be
 * the first to be evicted when its node runs out of memory.
 */
const plannedMemoryShare = 0.9;

/**
 * Adjusts the requests from the rules and the replicas to each other. Requests that the replicas follow stay. At the
 * suggested replicas, no resource is used beyond its planned share of the settled requests. Source: docs/recommender.md.
 */
export function jointly(question: JointQuestion, ruled: readonly SizedRequest[], settle: Settle): JointSuggestion {
  const { workload, history, mode, directions, currentReplicas } = question;
  const followed = followedMetrics(workload.hpa, directions);
  const held = holdRequests(ruled, followed);
  const unscaled: JointSuggestion = { sized: settle(held), scaled: null };
  if (!directions.horizontal || unscaledSentence(workload, directions) !== null) return unscaled;
  if (currentReplicas === null || currentReplicas === 0) return unscaled;
  const present = workload.replicas ?? currentReplicas;
  const expected = expectedUsages(question);
  const sources: ReplicaSources = { history, workload, mode, currentReplicas, present, followed, expected };
  const scaled = scaleReplicas(sources, unscaled.sized.filter(isPossible));
  if (scaled === null) return unscaled;
  return shareUsage(sources, { requestsFor: (replicas) => shrinkIdle(sources, held, scaled, replicas), settle });
}

/** Forecasts each resource only once: this takes half of the time, and requests have no influence. */
function expectedUsages({ mode, history, workload }: JointQuestion): ReplicaSources['expected'] {
  const known = new Map<ResourceName, number | null>();
  return (metric) => getOrInsert(known, metric, () => usageAhead(mode, history.total[metric], workload.hpa !== null));
}

/** The HPA's minimum replicas from the newest samples, for the current suggestion; null without HPA or forecast. */
export function currentFloor(
  { mode, scaled }: Pick<Recommendation, 'mode' | 'scaled'>,
  { total }: Pick<WorkloadHistory, 'total'>,
): number | null {
  if (scaled === null || scaled.bounds === null) return null;
  const { metric, requestPerPod, bounds, suggestion, keepsBounds, allowed = Number.POSITIVE_INFINITY } = scaled;
  const hpa = { target: suggestion.target, ...bounds };
  const floor = replicaFloor({ mode, usage: total[metric], requestPerPod, hpa });
  if (floor === null) return null;
  // Another metric may need the present minimum.
  return Math.min(keepsBounds === true ? Math.max(floor.replicas, bounds.minReplicas) : floor.replicas, allowed);
}

/**
 * Without an HPA: if the minimum replicas are enough, lowers CPU requests that they, or the larger number of replicas that
 * another resource needs, never need. That is for the highest usage, or for the expected one if it is higher, so that the
 * lower requests do not add replicas.
 */
function shrinkIdle(
  { history, workload, mode, present, expected }: ReplicaSources,
  held: readonly SizedRequest[],
  { bounds, suggestion }: ScaledReplicas,
  replicas: number,
): readonly SizedRequest[] {
  const least = leastReplicas(mode, present, false);
  if (bounds !== null || suggestion.suggested > least) return held;
  const usage = Math.max(highestUsage(history.total.cpu), expected('cpu') ?? 0);
  return shrinkToLeast(held, workload, Math.max(least, replicas), { resource: 'cpu', usage, share: plannedTarget });
}

type Sharing = {
  /** The requests for a number of replicas, before their usage is shared. */
  readonly requestsFor: (replicas: number) => readonly SizedRequest[];
  readonly settle: Settle;
};

/** Bounds of the namespace and of nodes rarely need more than three rounds. After the last one, no pod is removed. */
const mostRounds = 8;

/**
 * With fewer replicas, pods use more: raises the requests that may change. If they cannot grow enough, because they are
 * held or because of a LimitRange, a quota or a node, removes fewer replicas. Each round settles the requests for a number
 * of pods, and computes for how many pods these requests suffice, so that all figures belong to the final requests.
 */
function shareUsage(sources: ReplicaSources, { requestsFor, settle }: Sharing): JointSuggestion {
  const { history, workload, present, followed } = sources;
  const shared = resourceNames.map(
    (resource): SharedUsage => ({
      resource,
      usage: usageToCarry(history, resource, workload.hpa !== null),
      share: shareOf(resource, followed),
    }),
  );
  const settledFor = (replicas: number) => {
    const requests = requestsFor(replicas);
    const isShared = replicas > 0 && replicas < present;
    return settle(
      isShared ? shared.reduce((spread, one) => spreadOver(spread, workload, replicas, one), requests) : requests,
    );
  };
  const most = Math.min(present, workload.hpa?.maxReplicas ?? Number.POSITIVE_INFINITY);
  let replicas = 0;
  let cause: Cause | null = null;
  for (let round = 1; ; round++) {
    const sized = settledFor(replicas);
    const possible = sized.filter(isPossible);
    const scaled = scaleReplicas(sources, possible);
    if (scaled === null) return { sized, scaled };
    const { suggested } = scaled.suggestion;
    const carried = shared.map((one) => ({ ...one, pods: podsFor(one, workload, possible) }));
    // The first round has the requests of the rules, which may still grow.
    const carrying = replicas === 0 ? 0 : Math.min(Math.max(...carried.map(({ pods }) => pods)), most);
    const needed = Math.max(suggested, carrying);
    if (needed <= replicas || round > mostRounds) {
      cause ??= replicas > suggested ? causeOf(carried, { sized, above: suggested }) : null;
      return { sized, scaled: cause === null ? scaled : keeping(scaled, replicas, cause) };
    }
    cause = carrying > suggested ? causeOf(carried, { sized, above: replicas }) : null;
    replicas = round < mostRounds ? needed : Math.max(needed, most);
  }
}

/** `pods`: for how many pods the requests suffice. */
type Carried = SharedUsage & { readonly pods: number };

/** The resource that prevents fewer replicas, and why its requests are no larger, as sentences. */
type Cause = { readonly kept: SharedUsage; readonly bounds: readonly string[] };

/** Null if no resource needs more pods than these. */
function causeOf(
  carried: readonly Carried[],
  { sized, above }: { readonly sized: readonly SettledRequest[]; readonly above: number },
): Cause | null {
  const [decisive] = carried.filter(({ pods }) => pods > above).toSorted((a, b) => b.pods - a.pods);
  if (decisive === undefined) return null;
  const { resource, usage, share } = decisive;
  const bounds = sized
    .filter((one) => one.resource === resource && one.settled.request < one.settled.wanted)
    .flatMap(({ settled }) => settled.bounds);
  return { kept: { resource, usage, share }, bounds: [...new Set(bounds)] };
}

function keeping(scaled: ScaledReplicas, replicas: number, { kept, bounds }: Cause): ScaledReplicas {
  const { suggestion, notes = [] } = scaled;
  const suggested = Math.max(suggestion.suggested, replicas);
  return {
    ...scaled,
    suggestion: { ...suggestion, suggested, maxReplicas: Math.max(suggestion.maxReplicas, suggested) },
    kept,
    ...(bounds.length === 0 ? {} : { notes: [...notes, 'The requests cannot grow for fewer pods.', ...bounds] }),
  };
}

function podsFor(
  { resource, usage, share }: SharedUsage,
  workload: Workload,
  sized: readonly SettledRequest[],
): number {
  const onePod = suggestedPodRequest(workload, sized, resource);
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
