import type { Workload, WorkloadUsage } from '../ports/index.ts';

export type Resource = 'cpu' | 'memory';
export type ByResource = { readonly cpu: number | null; readonly memory: number | null };

/**
 * Usage ÷ request of the whole workload over the window, as a fraction. A container without a request, or without
 * samples, makes its resource's figure unknown: a ratio over the other containers would claim to be the whole.
 */
export function utilization(workload: Workload, usage: WorkloadUsage | null): ByResource {
  if (usage === null) return { cpu: null, memory: null };
  return { cpu: ratio(workload, usage, 'cpu'), memory: ratio(workload, usage, 'memory') };
}

function ratio(workload: Workload, usage: WorkloadUsage, resource: Resource): number | null {
  const measured = new Map(usage.containers.map((container) => [container.name, container[resource]]));
  let total = 0;
  let requested = 0;
  for (const { name } of workload.containers) {
    const figures = measured.get(name);
    if (figures === undefined || figures.total === null || figures.requested === null) return null;
    total += figures.total;
    requested += figures.requested;
  }
  return requested > 0 ? total / requested : null;
}

/** What one pod asks for, containers summed; null for a resource that some container has no request for. */
export function podRequest(
  containers: readonly { cpuRequest: number | null; memoryRequest: number | null }[],
): ByResource {
  return {
    cpu: sum(containers.map(({ cpuRequest }) => cpuRequest)),
    memory: sum(containers.map(({ memoryRequest }) => memoryRequest)),
  };
}

/** Null when a part is missing, or there are no parts: what is not known whole is not known. */
export function sum(parts: readonly (number | null)[]): number | null {
  if (parts.length === 0) return null;
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0);
}

export const minus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);

export const times = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a * b);
