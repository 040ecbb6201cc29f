import type { EnhancedTarget, Pod } from '../api/schemas/targets.ts';
import { finiteOrNull } from '../domain/resource.ts';
import { parseQuantity } from '../quantity/quantity.ts';
import type { Amounts } from './pod-qos.ts';

/** What is known about a container of the workload. CPU in cores, memory in bytes. */
export type KnownContainer = {
  readonly name: string;
  readonly sidecar: boolean;
  readonly requests: Amounts;
  /** Null if the limits are unknown. */
  readonly limits: Amounts | null;
  /** Whether the template of the workload lacks it, so that something adds it to the pods. Absent: unknown. */
  readonly injected?: boolean;
};

/**
 * The containers of a target. If the server does not send limits with the workload, those of the loaded pods are used.
 */
export function knownContainers({ target }: EnhancedTarget, pods: readonly Pod[] = []): KnownContainer[] {
  return target.containers.map(({ name, average_requests, limits, sidecar }) => ({
    name,
    sidecar: sidecar === true,
    requests: { cpu: positive(average_requests.cpu), memory: positive(average_requests.memory) },
    limits: limits === undefined ? limitsOfPods(pods, name) : { cpu: limits.cpu, memory: limits.memory },
    ...(target.injected_containers === undefined ? {} : { injected: target.injected_containers.includes(name) }),
  }));
}

/** A request of 0 counts as no request. */
const positive = (value: number | null | undefined): number | null => finiteOrNull(value) || null;

/** The limits of the newest pod that has the container; null without one. */
function limitsOfPods(pods: readonly Pod[], name: string): Amounts | null {
  const newestFirst = pods.toSorted((a, b) => Date.parse(b.created ?? '') - Date.parse(a.created ?? ''));
  for (const { containers } of newestFirst) {
    const found = containers.find((container) => container.name === name);
    if (found !== undefined) return { cpu: parseQuantity(found.cpu_limit), memory: parseQuantity(found.memory_limit) };
  }
  return null;
}
