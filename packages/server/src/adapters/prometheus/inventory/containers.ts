import { type ResourceName, resourceNames } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { ContainerSpec, Workload } from '../../../ports/index.ts';
import { letOthersRun } from '../client/parse-turns.ts';
import type { Sample } from '../client/response.ts';
import { keyOf, podKey } from './owners.ts';

type Amounts = { cpu: number | null; memory: number | null };
type Container = {
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly unknownRequests: Set<ResourceName>;
  isSidecar: boolean;
};
type Containers = {
  readonly byName: Map<string, Container>;
  /** False: only the containers with requests or limits are known, because the pod has no container status yet. */
  hasInfo: boolean;
  /** Whether Kubernetes says that the pod is Burstable, although its containers alone may not show it. */
  isBurstable: boolean;
};
/** For each pod (`namespace/pod`), the requests and limits of its containers. */
export type ContainersByPod = ReadonlyMap<string, Containers>;

/** 0 counts as not set: a request of 0 reserves nothing, and a limit of 0 limits nothing. */
const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null);

type ContainerSamples = {
  /** One sample per container, also for containers without a request. */
  readonly infos: readonly Sample[];
  /** One sample per native sidecar. */
  readonly sidecars: readonly Sample[];
  readonly requests: readonly Sample[];
  readonly limits: readonly Sample[];
  /** One sample per Burstable pod with init containers. */
  readonly burstable: readonly Sample[];
};

export async function containersByPod({
  infos,
  sidecars,
  requests,
  limits,
  burstable,
}: ContainerSamples): Promise<ContainersByPod> {
  const pods = new Map<string, Containers>();
  const podOf = ({ labels }: Sample): Containers =>
    getOrInsert(pods, podKey(labels), () => ({
      byName: new Map<string, Container>(),
      hasInfo: false,
      isBurstable: false,
    }));
  const containerOf = (sample: Sample): Container =>
    getOrInsert(podOf(sample).byName, sample.labels['container'] ?? '', () => ({
      requests: { cpu: null, memory: null },
      limits: { cpu: null, memory: null },
      unknownRequests: new Set<ResourceName>(),
      isSidecar: false,
    }));
  const read = (samples: readonly Sample[], part: 'requests' | 'limits') => {
    for (const sample of samples) {
      const resource = sample.labels['resource'] === 'cpu' ? 'cpu' : 'memory';
      const container = containerOf(sample);
      container[part][resource] = positive(sample.value);
      if (part === 'requests' && sample.value === null) container.unknownRequests.add(resource);
    }
  };
  const shown = (info: Sample): Container => {
    podOf(info).hasInfo = true;
    return containerOf(info);
  };
  for (const info of infos) shown(info);
  for (const info of sidecars) shown(info).isSidecar = true;
  await letOthersRun();
  read(requests, 'requests');
  await letOthersRun();
  read(limits, 'limits');
  for (const { labels } of burstable) {
    const found = pods.get(podKey(labels));
    if (found !== undefined) found.isBurstable = true;
  }
  return pods;
}

type Pod = { readonly namespace: string; readonly name: string; readonly createdAt: number };

/**
 * The containers of the newest pod of which all are known: during a rollout, the older pods still have the old template.
 * If there is no such pod, those of the newest pod with requests or limits. With its quality-of-service class, unless it
 * follows from these containers.
 * @param known false: the limits are left out, and all requests are unknown
 */
export function newestTemplate(
  pods: readonly Pod[],
  containers: ContainersByPod,
  known: { readonly limits: boolean; readonly requests: boolean },
): Pick<Workload, 'containers' | 'qosClass'> {
  const newestFirst = pods.toSorted((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? -1 : 1));
  const found = newestFirst.flatMap(({ namespace, name }) => containers.get(keyOf(namespace, name)) ?? []);
  const template = found.find(({ hasInfo }) => hasInfo) ?? found[0];
  const own = [...(template?.byName ?? [])]
    .map(([container, { requests, limits, unknownRequests, isSidecar }]) => ({
      name: container,
      cpuRequest: requests.cpu,
      memoryRequest: requests.memory,
      ...unknown(known.requests ? [...unknownRequests] : resourceNames),
      ...(known.limits ? { limits } : {}),
      ...(isSidecar ? { sidecar: true as const } : {}),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { containers: own, ...(template?.isBurstable === true ? { qosClass: 'Burstable' } : {}) };
}

const unknown = (resources: readonly ResourceName[]): Pick<ContainerSpec, 'unknownRequests'> =>
  resources.length === 0 ? {} : { unknownRequests: resources };
