import type { CurrentMetrics } from '../api/schemas/metrics.ts';
import type { ScaleTarget } from '../api/schemas/targets.ts';
import { assessHealth, type ContainerHealth, type Health, type HealthRisk, type UsageOfRequest } from './health.ts';
import type { ResourceName } from './resource.ts';

/**
 * The health of the target of a detail page, per pod: compares the requests of its workload with the current usage of
 * its containers. A request of the workload has priority over one in the metrics. Without metrics, only missing
 * requests are reported, except those that the server does not know.
 */
export function targetHealth(
  target: Pick<ScaleTarget, 'containers' | 'current_replicas'>,
  current: Pick<CurrentMetrics, 'containers'> | null | undefined,
): Health {
  const measured = new Map(current?.containers.map(({ name, metrics }) => [name, metrics]));
  const health = assessHealth({
    replicas: target.current_replicas,
    containers: target.containers.map(({ name, average_requests }): ContainerHealth => {
      const reading = (resource: ResourceName): UsageOfRequest => {
        const metric = measured.get(name)?.find((one) => one.name === resource);
        return { usage: metric?.averageValue, request: average_requests[resource] ?? metric?.averageRequest };
      };
      return { name, cpu: reading('cpu'), memory: reading('memory') };
    }),
  });
  const unknown = new Map(target.containers.map(({ name, unknown_requests = [] }) => [name, unknown_requests]));
  const isMissing = ({ type, container, resource }: HealthRisk) =>
    type !== 'noRequest' || !unknown.get(container ?? '')?.includes(resource);
  return { ...health, risks: health.risks.filter(isMissing) };
}
