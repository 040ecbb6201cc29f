import { metricResource, type ResourceName } from '@trimtab/core';
import type { HpaMetric, HpaState } from '../ports/index.ts';

/** A resource that the number of replicas follows. */
export type FollowedMetric = {
  readonly metric: ResourceName;
  /** The only container whose usage is followed; null if it is the usage of whole pods. */
  readonly container: string | null;
  /** `planned`: there is no HPA, so the replicas are planned by CPU. */
  readonly from: 'hpa' | 'planned';
  /** The share of the request at which the HPA keeps the usage; null without a utilization target. */
  readonly utilization: number | null;
  /** The usage per pod at which the HPA keeps the pods, in cores or bytes; null without such a target. */
  readonly averageValue: number | null;
};

/**
 * The resources that the replicas of a workload follow. Without an HPA, a target that is scaled horizontally follows CPU at
 * the planned utilization. An HPA that follows only other metrics, such as a queue, follows no resource.
 */
export function followedMetrics(
  hpa: HpaState | null,
  { horizontal }: { readonly horizontal: boolean },
): readonly FollowedMetric[] {
  if (hpa !== null) return hpa.metrics.flatMap((metric) => followedResource(metric) ?? []);
  return horizontal ? [{ metric: 'cpu', container: null, from: 'planned', utilization: null, averageValue: null }] : [];
}

function followedResource(one: HpaMetric): FollowedMetric | null {
  const { target, container = null } = one;
  const metric = metricResource(one);
  if (metric === null || !(target.value > 0)) return null;
  return target.type === 'AverageValue'
    ? { metric, container, from: 'hpa', utilization: null, averageValue: target.value }
    : // Kubernetes gives utilization in percent; here it is a fraction.
      { metric, container, from: 'hpa', utilization: target.value / 100, averageValue: null };
}

/** A followed resource of one container. */
export type FollowedContainer = FollowedMetric & { readonly container: string };

/**
 * The first metric that follows a single container; null without one. With such a metric, neither replicas nor bounds can
 * be computed: the sum over all pods is known only for whole pods, not for one container.
 */
export const followedContainer = (followed: readonly FollowedMetric[]): FollowedContainer | null =>
  followed.find((one): one is FollowedContainer => one.container !== null) ?? null;

/** Whether another request for this resource would change the number of replicas. */
export const followsRequest = ({ averageValue }: FollowedMetric): boolean => averageValue === null;
