import { type ResourceName, resourceNames } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { ContainerSpec } from '../../../ports/index.ts';
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
/** For each pod (`namespace/pod`), the requests and limits of its containers by name. */
export type ContainersByPod = ReadonlyMap<string, ReadonlyMap<string, Container>>;

/** 0 counts as not set: a request of 0 reserves nothing, and a limit of 0 limits nothing. */
const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null);

type ContainerSamples = {
  /** One sample per container, also for containers without a request. */
  readonly infos: readonly Sample[];
  /** One sample per native sidecar. */
  readonly sidecars: readonly Sample[];
  readonly requests: readonly Sample[];
  readonly limits: readonly Sample[];
};

export async function containersByPod({
  infos,
  sidecars,
  requests,
  limits,
}: ContainerSamples): Promise<ContainersByPod> {
  const pods = new Map<string, Map<string, Container>>();
  const containerOf = ({ labels }: Sample): Container => {
    const key = podKey(labels);
    const containers = getOrInsert(pods, key, () => new Map<string, Container>());
    return getOrInsert(containers, labels['container'] ?? '', () => ({
      requests: { cpu: null, memory: null },
      limits: { cpu: null, memory: null },
      unknownRequests: new Set<ResourceName>(),
      isSidecar: false,
    }));
  };
  const read = (samples: readonly Sample[], part: 'requests' | 'limits') => {
    for (const sample of samples) {
      const resource = sample.labels['resource'] === 'cpu' ? 'cpu' : 'memory';
      const container = containerOf(sample);
      container[part][resource] = positive(sample.value);
      if (part === 'requests' && sample.value === null) container.unknownRequests.add(resource);
    }
  };
  for (const info of infos) containerOf(info);
  for (const info of sidecars) containerOf(info).isSidecar = true;
  await letOthersRun();
  read(requests, 'requests');
  await letOthersRun();
  read(limits, 'limits');
  return pods;
}

type Pod = { readonly namespace: string; readonly name: string; readonly createdAt: number };

/**
 * The containers of the newest pod that has any: during a rollout, the older pods still have the old template.
 * @param known false: the limits are left out, and all requests are unknown
 */
export function newestTemplate(
  pods: readonly Pod[],
  containers: ContainersByPod,
  known: { readonly limits: boolean; readonly requests: boolean },
): ContainerSpec[] {
  const newestFirst = pods.toSorted((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? -1 : 1));
  for (const { namespace, name } of newestFirst) {
    const found = containers.get(keyOf(namespace, name));
    if (found && found.size > 0) {
      return [...found]
        .map(([container, { requests, limits, unknownRequests, isSidecar }]) => ({
          name: container,
          cpuRequest: requests.cpu,
          memoryRequest: requests.memory,
          ...unknown(known.requests ? [...unknownRequests] : resourceNames),
          ...(known.limits ? { limits } : {}),
          ...(isSidecar ? { sidecar: true as const } : {}),
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    }
  }
  return [];
}

const unknown = (resources: readonly ResourceName[]): Pick<ContainerSpec, 'unknownRequests'> =>
  resources.length === 0 ? {} : { unknownRequests: resources };
