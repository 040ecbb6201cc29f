import type { ContainerSpec } from '../ports/index.ts';

/** The quality-of-service class that Kubernetes derives from the requests and limits of all containers of a pod. */
export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/** Null if the limits of a container are unknown. */
export function qosClass(containers: readonly ContainerSpec[]): QosClass | null {
  if (containers.length === 0 || containers.some(({ limits }) => limits === undefined)) return null;
  const isGuaranteed = containers.every(
    ({ cpuRequest, memoryRequest, limits }) =>
      limits !== undefined &&
      limits.cpu !== null &&
      limits.memory !== null &&
      limits.cpu === cpuRequest &&
      limits.memory === memoryRequest,
  );
  if (isGuaranteed) return 'Guaranteed';
  return containers.every(setsNothing) ? 'BestEffort' : 'Burstable';
}

/** Whether a container has neither requests nor limits. */
export const setsNothing = ({ cpuRequest, memoryRequest, limits }: ContainerSpec): boolean =>
  cpuRequest === null && memoryRequest === null && (limits?.cpu ?? null) === null && (limits?.memory ?? null) === null;
