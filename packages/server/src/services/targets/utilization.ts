import { assessHealth, type ContainerHealth, type Health } from '@trimtab/core';
import type { ResourceUsage, Workload, WorkloadUsage } from '../../ports/index.ts';

/**
 * The health of a workload over a window: what its containers used against what was requested for them meanwhile, and
 * which of them request nothing now. A container without samples gives no opinion on its usage.
 */
export function workloadHealth(workload: Workload, usage: WorkloadUsage | null): Health {
  const measured = new Map(usage?.containers.map((container) => [container.name, container]));
  const over = assessHealth({
    containers: workload.containers.map(({ name }): ContainerHealth => {
      const container = measured.get(name);
      return { name, cpu: ratio(container?.cpu), memory: ratio(container?.memory) };
    }),
  });
  // Whether a request is set is a question about now: a request that was added an hour ago is no risk any more.
  const now = assessHealth({
    containers: workload.containers.map(({ name, cpuRequest, memoryRequest }) => ({
      name,
      cpu: { usage: null, request: cpuRequest },
      memory: { usage: null, request: memoryRequest },
    })),
  });
  return { ...over, risks: [...over.risks.filter(({ type }) => type !== 'noRequest'), ...now.risks] };
}

const ratio = (figures: ResourceUsage | undefined) => ({ usage: figures?.total, request: figures?.requested });

/** Null when a part is missing, or there are no parts: what is not known whole is not known. */
export function sum(parts: readonly (number | null)[]): number | null {
  if (parts.length === 0) return null;
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0);
}
