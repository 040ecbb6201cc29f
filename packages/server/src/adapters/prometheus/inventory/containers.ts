import type { ContainerSpec } from '../../../ports/index.ts';
import type { Sample } from '../client/response.ts';
import { keyOf } from './owners.ts';

type Requests = { cpu: number | null; memory: number | null };
/** Requests by container name, by `namespace/pod`. */
export type ContainersByPod = ReadonlyMap<string, ReadonlyMap<string, Requests>>;

/** A request of 0 counts as no request: it reserves nothing, and no ratio to it exists. */
const requested = (value: number | null): number | null => (value !== null && value > 0 ? value : null);

/** @param infos one sample per container, also for containers without a request */
export function containersByPod(infos: readonly Sample[], requests: readonly Sample[]): ContainersByPod {
  const pods = new Map<string, Map<string, Requests>>();
  const containerOf = ({ labels }: Sample): Requests => {
    const key = keyOf(labels['namespace'], labels['pod']);
    const containers = pods.get(key) ?? new Map<string, Requests>();
    pods.set(key, containers);
    const name = labels['container'] ?? '';
    const container = containers.get(name) ?? { cpu: null, memory: null };
    containers.set(name, container);
    return container;
  };
  for (const info of infos) containerOf(info);
  for (const request of requests) {
    const container = containerOf(request);
    if (request.labels['resource'] === 'cpu') container.cpu = requested(request.value);
    else container.memory = requested(request.value);
  }
  return pods;
}

type Pod = { readonly namespace: string; readonly name: string; readonly createdAt: number };

/** The containers of the newest pod that has any: during a rollout, the older pods still have the old template. */
export function newestTemplate(pods: readonly Pod[], containers: ContainersByPod): ContainerSpec[] {
  const newestFirst = pods.toSorted((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? -1 : 1));
  for (const { namespace, name } of newestFirst) {
    const found = containers.get(keyOf(namespace, name));
    if (found && found.size > 0) {
      return [...found]
        .map(([container, { cpu, memory }]) => ({ name: container, cpuRequest: cpu, memoryRequest: memory }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    }
  }
  return [];
}
