import { assessHealth, type ContainerHealth, type Health } from '@trimtab/core';
import type { ResourceUsage, Workload, WorkloadUsage } from '../../ports/index.ts';
import { resourceNouns } from '../../recommender/explanation-text.ts';

/**
 * The health of a workload: usage relative to the requests over a window, and containers that currently have no
 * request. A container without samples has no utilization.
 */
export function workloadHealth(workload: Workload, usage: WorkloadUsage | null): Health {
  const measured = new Map(usage?.containers.map((container) => [container.name, container]));
  const over = assessHealth({
    containers: workload.containers.map(({ name }): ContainerHealth => {
      const container = measured.get(name);
      return { name, cpu: ratio(container?.cpu), memory: ratio(container?.memory) };
    }),
  });
  // A missing request is a risk only if it is missing now, because it may have been added during the window.
  const now = assessHealth({
    containers: workload.containers.map(({ name, cpuRequest, memoryRequest }) => ({
      name,
      cpu: { usage: null, request: cpuRequest },
      memory: { usage: null, request: memoryRequest },
    })),
  });
  const unknown = new Map(workload.containers.map(({ name, unknownRequests = [] }) => [name, unknownRequests]));
  const missing = now.risks.filter(({ container, resource }) => !unknown.get(container ?? '')?.includes(resource));
  return { ...over, risks: [...over.risks.filter(({ type }) => type !== 'noRequest'), ...missing] };
}

/** A sentence about the requests that are unknown; null if all are known. */
export function unknownRequestsText({ containers }: Workload): string | null {
  const unknown = containers.flatMap(({ name, unknownRequests = [] }) =>
    unknownRequests.map((resource) => `${resourceNouns[resource]} of container ${name}`),
  );
  return unknown.length === 0 ? null : `The requests are unknown: ${unknown.join(', ')}.`;
}

const ratio = (figures: ResourceUsage | undefined) => ({ usage: figures?.total, request: figures?.requested });

/** Null if a part is missing or if there are no parts. */
export function sum(parts: readonly (number | null)[]): number | null {
  if (parts.length === 0) return null;
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0);
}
