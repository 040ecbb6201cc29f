import { type CurrentMetrics, minuteMs, type ResourceName, resourceNames, workloadKey } from '@trimtab/core';
import {
  fromSource,
  type RequestContext,
  type TargetRecord,
  type Workload,
  type WorkloadUsage,
} from '../../ports/index.ts';
import type { Sources } from '../sources/sources.ts';
import { currentReplicas } from '../targets/spec-view.ts';
import { sum } from '../targets/utilization.ts';

const fiveMinutesMs = 5 * minuteMs;

/** The mean usage per pod over the last five minutes, and the requests of one pod, in the order of the targets. */
export function createCurrentMetrics(sources: Sources) {
  return async (targets: readonly TargetRecord[], context: RequestContext): Promise<readonly CurrentMetrics[]> => {
    const namespaces = [...new Set(targets.map(({ namespace }) => namespace))];
    if (namespaces.length === 0) return [];
    const [workloads, usage] = await Promise.all([
      fromSource('cluster', sources.workloads(namespaces, context)),
      fromSource('metrics', sources.usage(namespaces, fiveMinutesMs, context)),
    ]);
    const found = new Map(workloads.items.map((one) => [workloadKey(one), one]));
    const used = new Map(usage.listing.items.map((one) => [workloadKey(one), one]));
    return targets.map((target) => ({
      namespace: target.namespace,
      name: target.name,
      ...currentMetrics(found.get(workloadKey(target)), used.get(workloadKey(target))),
    }));
  };
}

function currentMetrics(workload: Workload | undefined, usage: WorkloadUsage | undefined): CurrentMetrics {
  const measured = new Map(usage?.containers.map((container) => [container.name, container]));
  const pods = workload === undefined ? null : currentReplicas(workload);
  const perPod = (container: string, resource: ResourceName): number | null => {
    const total = measured.get(container)?.[resource].total ?? null;
    return total === null || pods === null || pods === 0 ? null : total / pods;
  };
  const containers = (workload?.containers ?? []).map((container) => ({
    name: container.name,
    metrics: [
      { name: 'cpu', averageValue: perPod(container.name, 'cpu'), averageRequest: container.cpuRequest },
      { name: 'memory', averageValue: perPod(container.name, 'memory'), averageRequest: container.memoryRequest },
    ],
  }));
  const ofPod = (resource: ResourceName) => ({
    averageValue: sum(containers.map(({ name }) => perPod(name, resource))),
  });
  return { containers, ...Object.fromEntries(resourceNames.map((resource) => [resource, ofPod(resource)])) };
}
