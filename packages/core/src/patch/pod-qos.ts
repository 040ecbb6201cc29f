import type { ResourceName } from '../domain/resource.ts';

export type Amounts = Readonly<Record<ResourceName, number | null>>;
export type ContainerAmounts = { readonly requests: Amounts; readonly limits: Amounts };
/** The quality-of-service class that Kubernetes derives from the requests and limits of all containers of a pod. */
export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const resources = ['cpu', 'memory'] as const;

export function podQos(containers: readonly ContainerAmounts[]): QosClass {
  const isGuaranteed = containers.every(({ requests, limits }) =>
    resources.every((resource) => limits[resource] !== null && limits[resource] === requests[resource]),
  );
  if (isGuaranteed) return 'Guaranteed';
  const isBestEffort = containers.every(({ requests, limits }) =>
    resources.every((resource) => requests[resource] === null && limits[resource] === null),
  );
  return isBestEffort ? 'BestEffort' : 'Burstable';
}
