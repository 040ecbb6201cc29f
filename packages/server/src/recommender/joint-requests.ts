import { type ResourceName, withinTolerance } from '@trimtab/core';
import type { ContainerSpec, Workload, WorkloadHistory } from '../ports/index.ts';
import { highestUsage } from './bins.ts';
import { type FollowedMetric, followsRequest } from './followed-metrics.ts';
import type { Adjustment, SettledRequest, SharedUsage, SizedRequest, SuggestedRequest } from './recommendation.ts';

/**
 * Chooses requests and replicas together. If an autoscaler follows the utilization of a resource, a lower request for
 * that resource only adds replicas: utilization rises, the autoscaler adds pods, and the next suggestion would have
 * more and smaller pods. Source: docs/recommender.md.
 */

/**
 * Keeps the current requests for the resources that the replicas follow. A container without a request still gets one,
 * because an HPA cannot work without it. A container that was killed for lack of memory gets more memory. Without an
 * HPA, a request that is too small by more than a tenth is raised, because otherwise more pods would be added, each
 * with its own memory.
 */
export function holdRequests(
  sized: readonly SizedRequest[],
  followed: readonly FollowedMetric[],
): readonly SizedRequest[] {
  return sized.map((one) => {
    const follower = followed.find(
      (by) =>
        by.metric === one.resource && (by.container === null || by.container === one.container) && followsRequest(by),
    );
    const { current, suggestion, kills } = one;
    if (follower === undefined || current === null) return one;
    const { from, utilization } = follower;
    const isTooSmall = from === 'planned' && !withinTolerance(current.request, suggestion.value);
    if ((isTooSmall || kills.some(({ recent }) => recent)) && suggestion.value > current.request) return one;
    return adjusted(one, current.request, { kind: 'held', by: from, utilization });
  });
}

/** Copies the requests with a different value than that of the rule. */
function adjusted(one: SizedRequest, value: number, reason: AdjustmentReason): SizedRequest {
  const ruled = one.adjustment?.ruled ?? one.suggestion.value;
  return { ...one, suggestion: { ...one.suggestion, value }, adjustment: { ...reason, ruled } };
}

type AdjustmentReason = DistributiveOmit<Adjustment, 'ruled'>;
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** The request of one pod for a resource with the suggestions applied; null if a container has no request. */
export function suggestedPodRequest(
  workload: Pick<Workload, 'containers'>,
  sized: readonly SuggestedRequest[],
  resource: ResourceName,
): number | null {
  let total = 0;
  for (const container of workload.containers) {
    const request = requestOf(container, sized, resource);
    if (request === null) return null;
    total += request;
  }
  return total > 0 ? total : null;
}

/** The suggested request of a container, else its current one; null without either. */
export function requestOf(
  { name, cpuRequest, memoryRequest }: ContainerSpec,
  sized: readonly SuggestedRequest[],
  resource: ResourceName,
): number | null {
  const advised = sized.find((one) => one.container === name && one.resource === resource)?.suggestion.value;
  return advised ?? (resource === 'cpu' ? cpuRequest : memoryRequest);
}

/**
 * Whether the CPU requests of all containers come from their rules and no container was near its CPU limit. A container
 * near its limit needs more than its usage shows. If limits are unknown, assume that they restricted the usage. A request
 * that the namespace or a node bounds has no room for peaks.
 */
export function hasSizedCpu(
  sized: readonly SettledRequest[],
  { containers }: Pick<Workload, 'containers'>,
  history: Pick<WorkloadHistory, 'containers'>,
): boolean {
  return containers.every(({ name, limits }) => {
    const usage = history.containers.find((one) => one.name === name)?.cpu;
    if (limits === undefined || usage === undefined) return false;
    const isSized = sized.some(
      ({ container, resource, settled: { request, wanted } }) =>
        container === name && resource === 'cpu' && (request >= wanted || withinTolerance(wanted, request)),
    );
    return isSized && (limits.cpu === null || highestUsage(usage) < heldBackFrom * limits.cpu);
  });
}

/** A container whose usage reached this share of its CPU limit may have been throttled. */
const heldBackFrom = 0.9;

/**
 * Raises the requests of a resource so that the usage on `replicas` pods stays within its planned share. Held requests
 * stay. Returns the requests unchanged if they suffice.
 */
export function spreadOver(
  sized: readonly SizedRequest[],
  workload: Pick<Workload, 'containers'>,
  replicas: number,
  { resource, usage, share }: SharedUsage,
): readonly SizedRequest[] {
  const onePod = suggestedPodRequest(workload, sized, resource);
  const needed = usage / (share * replicas);
  if (onePod === null || onePod >= needed) return sized;
  const isRaised = (one: SizedRequest) => one.resource === resource && one.adjustment?.kind !== 'held';
  const raisable = sized.filter(isRaised).reduce((sum, { suggestion }) => sum + suggestion.value, 0);
  if (raisable <= 0) return sized;
  const factor = 1 + (needed - onePod) / raisable;
  return sized.map((one) =>
    isRaised(one) ? adjusted(one, one.suggestion.value * factor, { kind: 'shared', replicas, usage, share }) : one,
  );
}

/**
 * Without an HPA, a target may have far more CPU than its minimum replicas need. In that case the held requests are
 * lowered to what these replicas need for the highest usage of the history, but not below the values of their rules.
 * This adds no replicas, so applying the suggestion again changes nothing. Returns the requests unchanged if they
 * cannot be lowered.
 */
export function shrinkToLeast(
  sized: readonly SizedRequest[],
  workload: Pick<Workload, 'containers'>,
  replicas: number,
  { resource, usage, share }: SharedUsage,
): readonly SizedRequest[] {
  const held = sized.filter((one) => one.resource === resource && one.adjustment?.kind === 'held');
  const onePod = suggestedPodRequest(workload, sized, resource);
  const current = held.reduce((sum, { suggestion }) => sum + suggestion.value, 0);
  const ruled = held.reduce((sum, { adjustment, suggestion }) => sum + (adjustment?.ruled ?? suggestion.value), 0);
  if (onePod === null || ruled <= 0) return sized;
  const others = onePod - current;
  const factor = Math.max(1, (usage / (share * replicas) - others) / ruled);
  if (ruled * factor >= current) return sized;
  return sized.map((one) => {
    if (!held.includes(one)) return one;
    const rule = one.adjustment?.ruled ?? one.suggestion.value;
    return factor === 1
      ? { ...one, suggestion: { ...one.suggestion, value: rule }, adjustment: null }
      : adjusted(one, rule * factor, { kind: 'shared', replicas, usage, share });
  });
}
