import { type PerResource, podQos, type QosClass, type ResourceName } from '@trimtab/core';
import type { ContainerSpec, Workload } from '../ports/index.ts';

/**
 * The class of a pod with these containers; null if the limits of a container are unknown.
 * @param present the class of the running pod, if it is known. Kubernetes also counts init containers, which can only make
 * a pod Burstable, and stay as they are.
 */
export function qosClass(containers: readonly ContainerSpec[], present?: QosClass): QosClass | null {
  const amounts = containers.flatMap(({ cpuRequest, memoryRequest, limits }) =>
    limits === undefined ? [] : [{ requests: { cpu: cpuRequest, memory: memoryRequest }, limits }],
  );
  if (amounts.length === 0 || amounts.length < containers.length) return null;
  return present === 'Burstable' ? present : podQos(amounts);
}

/** What a pod needs of a resource: the sum of its containers, or more if an init container needs more than them. */
export const neededByPod = (
  { largestInit }: Pick<Workload, 'largestInit'>,
  of: 'requests' | 'limits',
  resource: ResourceName,
  sum: number,
): number => Math.max(sum, largestInit?.[of][resource] ?? 0);

/** The requests of a pod for the scheduler, from the sums of its containers. */
export const scheduledRequests = (
  workload: Pick<Workload, 'largestInit'>,
  { cpu, memory }: PerResource<number>,
): PerResource<number> => ({
  cpu: neededByPod(workload, 'requests', 'cpu', cpu),
  memory: neededByPod(workload, 'requests', 'memory', memory),
});

/** Whether a container has neither requests nor limits. */
export const setsNothing = ({ cpuRequest, memoryRequest, limits }: ContainerSpec): boolean =>
  cpuRequest === null && memoryRequest === null && (limits?.cpu ?? null) === null && (limits?.memory ?? null) === null;
