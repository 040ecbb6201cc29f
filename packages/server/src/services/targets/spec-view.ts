import { type AstSpecView, type EnhancedTarget, type Hpa, type ScaleTarget, withoutCluster } from '@trimtab/core';
import type { HpaState, TargetRecord, Workload } from '../../ports/index.ts';

/** A target as the API returns it. */
export function specView(record: TargetRecord): AstSpecView {
  const workload = { name: record.name, api_version: record.apiVersion, kind: record.kind };
  return {
    namespace: record.namespace,
    name: record.name,
    spec: {
      ...(record.horizontal === null ? {} : { horizontal: { mode: record.horizontal, ...workload } }),
      ...(record.vertical === null
        ? {}
        : { vertical: { mode: record.vertical, ...workload, containers: managedContainers(record) } }),
      scale_target_ref: workload,
      model: { mode: record.modelMode },
      limit_policy: record.limitPolicy ?? null,
    },
  };
}

function managedContainers(record: TargetRecord): Record<string, { cpu?: object; memory?: object }> {
  return Object.fromEntries(
    record.managed.map(({ container, resources }) => [
      container,
      Object.fromEntries(resources.map((resource) => [resource, {}])),
    ]),
  );
}

function scaleTarget(workload: Workload): ScaleTarget {
  return {
    name: workload.name,
    namespace: withoutCluster(workload.namespace, workload.cluster),
    ...(workload.cluster === undefined ? {} : { cluster: workload.cluster }),
    kind: workload.kind,
    current_replicas: currentReplicas(workload),
    containers: workload.containers.map(({ name, cpuRequest, memoryRequest, unknownRequests, limits, sidecar }) => ({
      name,
      average_requests: { cpu: cpuRequest, memory: memoryRequest },
      ...(limits === undefined ? {} : { limits: { ...limits } }),
      ...(sidecar === undefined ? {} : { sidecar }),
      ...(unknownRequests === undefined ? {} : { unknown_requests: [...unknownRequests] }),
    })),
    ...(workload.injected === undefined ? {} : { injected_containers: [...workload.injected] }),
    ...(workload.qosClass === undefined ? {} : { qos_class: workload.qosClass }),
  };
}

/** The number of ready pods, or of desired replicas if readiness is unknown. */
export const currentReplicas = (workload: Workload): number | null => workload.readyReplicas ?? workload.replicas;

/** Whether the workload is scaled to zero: it has no pods, and no requests are known. */
export const runsNothing = (workload: Workload): boolean => workload.replicas === 0 && workload.containers.length === 0;

/** `listed`: entries of `itemsEnhanced` contain only Resource and External metrics. */
function hpaView(hpa: HpaState, { listed }: { listed: boolean }): Hpa {
  const metrics = listed ? hpa.metrics.filter(({ type }) => type === 'Resource' || type === 'External') : hpa.metrics;
  return {
    name: hpa.name,
    min_replicas: hpa.minReplicas,
    max_replicas: hpa.maxReplicas,
    metrics: metrics.map(({ type, name, target }) => ({
      type,
      source: 'hpa',
      ...(name === null ? {} : { name }),
      target: { type: target.type, value: target.value },
    })),
  };
}

export function enhancedTarget(record: TargetRecord, workload: Workload, options: { listed: boolean }): EnhancedTarget {
  return {
    target: scaleTarget(workload),
    aiscaletarget: specView(record),
    ...(workload.hpa === null ? {} : { horizontalpodautoscaler: hpaView(workload.hpa, options) }),
  };
}
