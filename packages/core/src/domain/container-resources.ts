import type { CurrentMetrics } from '../api/schemas/metrics.ts';
import type { ScaleTarget } from '../api/schemas/targets.ts';
import { isManaged, managedContainers } from './managed.ts';
import type { TargetSpec } from './mode.ts';
import { finiteOrNull, type ResourceName, resourceNames } from './resource.ts';

/** One resource of one container, as the Resource Utilization card shows it. Cores or bytes, per pod unless stated otherwise. */
export type ContainerResource = {
  readonly container: string;
  readonly resource: ResourceName;
  /** Null without a request; a request of 0 counts as none. */
  readonly request: number | null;
  readonly current: number | null;
  readonly managed: boolean;
  /** Usage of all replicas together; null when usage or replicas are unknown. */
  readonly total: number | null;
};

/** All containers with each of their resources, in the order of the workload. */
export function containerResources(
  target: Pick<ScaleTarget, 'containers' | 'current_replicas'>,
  spec: TargetSpec | null | undefined,
  current: Pick<CurrentMetrics, 'containers'> | null | undefined,
): ContainerResource[] {
  const managed = managedContainers(spec);
  const measured = new Map(current?.containers.map(({ name, metrics }) => [name, metrics]));
  const replicas = finiteOrNull(target.current_replicas);
  return target.containers.flatMap(({ name, average_requests }) =>
    resourceNames.map((resource): ContainerResource => {
      const metric = measured.get(name)?.find((one) => one.name === resource);
      const usage = finiteOrNull(metric?.averageValue);
      return {
        container: name,
        resource,
        request: finiteOrNull(average_requests[resource] ?? metric?.averageRequest) || null,
        current: usage,
        managed: isManaged(managed, name, resource),
        total: usage === null || replicas === null ? null : usage * replicas,
      };
    }),
  );
}
