import type { HpaState, Workload, WorkloadUsage } from '../ports/index.ts';

/** Requests for one container of every pod. CPU in cores, memory in bytes; null where there were no samples. */
export type ContainerAdvice = { readonly name: string; readonly cpu: number | null; readonly memory: number | null };

/** What a workload should ask for, and why. */
export type Advice = {
  readonly containers: readonly ContainerAdvice[];
  /** Null when nothing says how replicas should follow load: there is no HPA with a utilisation target. */
  readonly replicas: number | null;
  /** The resource that the replicas follow; CPU when they follow none. */
  readonly metric: 'cpu' | 'memory';
  /** A sentence that a person can check against the usage of the same 24 hours. */
  readonly why: string;
};

export type AdviceInput = {
  readonly workload: Workload;
  /** Of the 24 hours that end now. */
  readonly usage: WorkloadUsage;
  readonly currentReplicas: number | null;
};

const cpuHeadroom = 1.15;
const memoryHeadroom = 1.15;
/** Less than this is not worth scheduling apart: 10 millicores and 32 MiB. */
const cpuFloorCores = 0.01;
const memoryFloorBytes = 32 * 1024 * 1024;

/**
 * The simple rule: per container, CPU is the 95th percentile of what its busiest pods used in the last 24 hours plus
 * 15 %, at least 10m; memory is their maximum plus 15 %, at least 32 MiB. Replicas follow the workload's own HPA target.
 * Null when no container has a figure for any resource: there is nothing to advise from.
 */
export function suggest({ workload, usage, currentReplicas }: AdviceInput): Advice | null {
  const used = new Map(usage.containers.map((container) => [container.name, container]));
  const containers = workload.containers.map(({ name }) => ({
    name,
    cpu: sized(used.get(name)?.cpu.peakPerPod ?? null, cpuHeadroom, cpuFloorCores),
    memory: sized(used.get(name)?.memory.peakPerPod ?? null, memoryHeadroom, memoryFloorBytes),
  }));
  if (containers.every(({ cpu, memory }) => cpu === null && memory === null)) return null;
  const scaling = replicasByHpa({ workload, usage, currentReplicas });
  return {
    containers,
    replicas: scaling?.replicas ?? null,
    metric: scaling?.metric ?? 'cpu',
    why: `${sizingReason}${scaling === null ? '' : ` ${scaling.reason}`}`,
  };
}

const sizingReason =
  'Over the last 24 hours, each container gets the 95th percentile of its busiest pods’ CPU plus 15 % (at least 10m), ' +
  'and their highest memory plus 15 % (at least 32 MiB).';

const sized = (peak: number | null, headroom: number, floor: number): number | null =>
  peak === null ? null : Math.max(peak * headroom, floor);

type Scaling = { readonly replicas: number; readonly metric: 'cpu' | 'memory'; readonly reason: string };

/**
 * The HPA's own formula, replicas = ceil(current × utilisation ÷ target), on the mean of 24 hours, within its bounds; of
 * several resource metrics the one that asks for most decides, as in the HPA.
 * Source: kubernetes.io, "Horizontal Pod Autoscaling", algorithm details.
 */
function replicasByHpa({ workload, usage, currentReplicas }: AdviceInput): Scaling | null {
  const hpa = workload.hpa;
  if (hpa === null || currentReplicas === null || currentReplicas === 0) return null;
  const wanted = utilizationTargets(hpa).flatMap(({ metric, target }) => {
    const utilization = meanUtilization(usage, metric);
    if (utilization === null) return [];
    // Floating point must not turn exactly 4 replicas into 5.
    const asked = Math.ceil(currentReplicas * (utilization / target) - 1e-9);
    return [{ metric, target, utilization, replicas: clamp(asked, hpa) }];
  });
  const most = wanted.reduce<(typeof wanted)[number] | null>(
    (top, one) => (top === null || one.replicas > top.replicas ? one : top),
    null,
  );
  if (most === null) return null;
  return {
    replicas: most.replicas,
    metric: most.metric,
    reason:
      `Replicas follow the HPA's target: ${currentReplicas} at ${percent(most.utilization)} ${most.metric} utilization ` +
      `for a target of ${percent(most.target)}, between ${hpa.minReplicas} and ${hpa.maxReplicas}.`,
  };
}

const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

const clamp = (replicas: number, { minReplicas, maxReplicas }: HpaState): number =>
  Math.max(Math.min(replicas, maxReplicas), minReplicas);

/** Targets are whole percents in Kubernetes; here they are fractions. */
function utilizationTargets(hpa: HpaState): readonly { metric: 'cpu' | 'memory'; target: number }[] {
  return hpa.metrics.flatMap(({ type, name, target }) => {
    const metric = name === 'cpu' || name === 'memory' ? name : null;
    const isUtilization = target.type === 'Utilization' || target.type === 'AverageUtilization';
    if (type !== 'Resource' || metric === null || !isUtilization || !(target.value > 0)) return [];
    return [{ metric, target: target.value / 100 }];
  });
}

function meanUtilization(usage: WorkloadUsage, metric: 'cpu' | 'memory'): number | null {
  let total = 0;
  let requested = 0;
  for (const container of usage.containers) {
    const figures = container[metric];
    if (figures.total === null || figures.requested === null) return null;
    total += figures.total;
    requested += figures.requested;
  }
  return requested > 0 ? total / requested : null;
}
