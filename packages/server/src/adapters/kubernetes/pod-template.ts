import { type ContainerAmounts, podQos, type QosClass, type ResourceName } from '@trimtab/core';
import type { ContainerSpec, Workload } from '../../ports/index.ts';
import type { KeptContainer, KeptPod, KeptWorkload } from './objects.ts';

type FromPods = Pick<Workload, 'containers' | 'injected' | 'qosClass' | 'largestInit'>;

/** The pod that was created last; null without pods. */
export function newestOf(pods: readonly KeptPod[]): KeptPod | null {
  let newest: KeptPod | null = null;
  for (const pod of pods) if ((pod.createdAt ?? 0) > (newest?.createdAt ?? -1)) newest = pod;
  return newest;
}

/**
 * The containers of the newest pod, to which admission may have added some, and what else depends on its containers.
 * Without pods, those of the template.
 */
export function containersOf(newest: KeptPod | null, declared: KeptWorkload | null): FromPods {
  const containers = (newest?.containers ?? declared?.template ?? []).map(containerSpec).toSorted(byName);
  const qosClass = newest?.qosClass ?? qosOf(newest?.containers ?? declared?.template, declared);
  const largestInit = declared === null ? null : largestOf(declared.initContainers);
  return {
    containers,
    ...(declared === null ? {} : { injected: injectedOf(containers, declared) }),
    ...(qosClass === null ? {} : { qosClass }),
    ...(largestInit === null ? {} : { largestInit }),
  };
}

const byName = (a: ContainerSpec, b: ContainerSpec): number => (a.name < b.name ? -1 : 1);

const containerSpec = (container: KeptContainer): ContainerSpec => ({
  name: container.name,
  cpuRequest: container.cpuRequest,
  memoryRequest: container.memoryRequest,
  limits: { cpu: container.cpuLimit, memory: container.memoryLimit },
  ...(container.isSidecar ? { sidecar: true } : {}),
});

const none: readonly string[] = [];
function injectedOf(containers: readonly ContainerSpec[], { template }: KeptWorkload): readonly string[] {
  const declared = new Set(template.map(({ name }) => name));
  const injected = containers.flatMap(({ name }) => (declared.has(name) ? [] : name));
  return injected.length === 0 ? none : injected;
}

/** The class of a pod with these containers and the init containers of its template; null if that is unknown. */
const qosOf = (containers: readonly KeptContainer[] = [], declared: KeptWorkload | null): QosClass | null =>
  declared === null ? null : podQos([...containers, ...declared.initContainers].map(amountsOf));

/** If only the limit is set, Kubernetes sets the request of a pod to it. */
const amountsOf = ({ cpuRequest, memoryRequest, cpuLimit, memoryLimit }: KeptContainer): ContainerAmounts => ({
  requests: { cpu: cpuRequest ?? cpuLimit, memory: memoryRequest ?? memoryLimit },
  limits: { cpu: cpuLimit, memory: memoryLimit },
});

function largestOf(all: readonly KeptContainer[]): NonNullable<Workload['largestInit']> | null {
  const amounts = all.map(amountsOf);
  const most = (of: 'requests' | 'limits', resource: ResourceName) =>
    Math.max(0, ...amounts.map((one) => one[of][resource] ?? 0));
  const requests = { cpu: most('requests', 'cpu'), memory: most('requests', 'memory') };
  if (requests.cpu === 0 && requests.memory === 0) return null;
  return { requests, limits: { cpu: most('limits', 'cpu'), memory: most('limits', 'memory') } };
}
