import { finiteOrNull, type PerResource, type ResourceName, resourceNames } from './resource.ts';
import { settle, utilization, utilizationThresholds } from './utilization.ts';

/** The problem: a request that is too large, too small, or missing. */
type RiskType = 'overProvisioned' | 'underProvisioned' | 'noRequest';
/** `low` costs money, `high` endangers the workload. */
type RiskWeight = 'low' | 'high';

/** A risk caused by the requests of a target: wasted money, or danger for the workload. */
export type HealthRisk = {
  readonly type: RiskType;
  readonly weight: RiskWeight;
  readonly message: string;
  readonly resource: ResourceName;
  /** The container, if the risk concerns one container. */
  readonly container: string | null;
};

/** Usage and request of one resource, in one unit (cores or bytes); both per pod, or both over all pods. */
export type UsageOfRequest = {
  readonly usage: number | null | undefined;
  /** Null, absent and 0 all mean: nothing requested. */
  readonly request: number | null | undefined;
};

/** Usage and request of one container per resource. */
export type ContainerHealth = PerResource<UsageOfRequest> & { readonly name: string };

/** The health of a target: utilization of its requests, and the risks. */
export type Health = {
  /** Usage ÷ request, fractions; null without usage or without request. */
  readonly utilization: PerResource<number | null>;
  /** The mean of the utilizations that are known. */
  readonly averageUtilization: number | null;
  readonly replicas: number | null;
  readonly risks: readonly HealthRisk[];
};

/**
 * The health of a target from the usage and requests of its containers. Usage under 50 % of the request is a low risk.
 * Usage above 100 %, or a container without a request, is a high risk. A resource without usage has no risk.
 */
export function assessHealth(target: {
  readonly containers: readonly ContainerHealth[];
  readonly replicas?: number | null | undefined;
}): Health {
  const perResource = {
    cpu: workloadUtilization(target.containers.map(({ cpu }) => cpu)),
    memory: workloadUtilization(target.containers.map(({ memory }) => memory)),
  };
  const known = resourceNames.flatMap((resource) => perResource[resource] ?? []);
  return {
    utilization: perResource,
    averageUtilization: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length,
    replicas: finiteOrNull(target.replicas),
    risks: [
      ...resourceNames.flatMap((resource) => utilizationRisk(resource, perResource[resource]) ?? []),
      ...target.containers.flatMap((container) =>
        resourceNames.flatMap((resource) =>
          hasRequest(container[resource].request) ? [] : noRequestRisk(container.name, resource),
        ),
      ),
    ],
  };
}

/**
 * Usage ÷ request of one resource over a workload's containers: sums first, then the quotient. Null when a container
 * lacks either, because the ratio of the other containers would be mistaken for that of the workload.
 */
function workloadUtilization(containers: readonly UsageOfRequest[]): number | null {
  let used = 0;
  let requested = 0;
  for (const { usage, request } of containers) {
    const known = finiteOrNull(usage);
    if (known === null || !hasRequest(request)) return null;
    used += known;
    requested += request;
  }
  return utilization(used, requested);
}

/** The risk of a resource at this fraction of its request; null when there is no risk, or usage is unknown. */
function utilizationRisk(resource: ResourceName, fraction: number | null): HealthRisk | null {
  if (fraction === null) return null;
  const name = resource.toUpperCase();
  const used = settle(fraction);
  if (used < utilizationThresholds.low) {
    const message = `${name} is over provisioned! Consider decreasing the request.`;
    return { type: 'overProvisioned', weight: 'low', message, resource, container: null };
  }
  if (used > utilizationThresholds.full) {
    const message = `${name} is under provisioned! Consider increasing the request.`;
    return { type: 'underProvisioned', weight: 'high', message, resource, container: null };
  }
  return null;
}

function noRequestRisk(container: string, resource: ResourceName): HealthRisk {
  const message = `Container ${container} has no ${resource.toUpperCase()} requests set! Consider setting requests.`;
  return { type: 'noRequest', weight: 'high', message, resource, container };
}

function hasRequest(request: number | null | undefined): request is number {
  return (finiteOrNull(request) ?? 0) > 0;
}
