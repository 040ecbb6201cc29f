import { defaultNodeSettings, hourlyCost, type ModelMode } from '@trimtab/core';
import { aContainer, aHistory, aWorkload, mebibyte, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import type { HpaMetric, HpaState, Workload, WorkloadHistory } from '../ports/index.ts';
import { binsPerDay } from './bins.ts';
import { recommend } from './recommend.ts';
import { reactiveReplicas } from './replicas.ts';

/**
 * Applies suggestions to a workload repeatedly. Each round observes two weeks under the rule of the HPA, then applies
 * the suggested requests, replicas and bounds. Each suggestion therefore changes what the next round observes.
 */
const gibibyte = 1024 * mebibyte;
const days = 14;
/** Ends between the trough and the peak of the day. */
const phase = 0.4 * binsPerDay;
type Load = { readonly cpu: Float64Array; readonly memory: Float64Array };
const load: Load = {
  cpu: series(days, (bin) => 10 + 5 * Math.sin(((bin + phase) / binsPerDay) * 2 * Math.PI) + 0.5 * Math.sin(bin * 1.7)),
  memory: series(
    days,
    (bin) => gibibyte * (12 + 2 * Math.sin(((bin + phase) / binsPerDay) * 2 * Math.PI) + 0.2 * Math.sin(bin * 2.3)),
  ),
};

const metric = (name: 'cpu' | 'memory', type: 'Utilization' | 'AverageValue', value: number): HpaMetric => ({
  type: 'Resource',
  name,
  target: { type, value },
});
const hpaOf = (...metrics: HpaMetric[]): HpaState => ({ name: 'cart', minReplicas: 2, maxReplicas: 100, metrics });

type Shape = {
  readonly hpa: HpaState | null;
  readonly replicas: number;
  /** The share of the load that this workload has. */
  readonly scale?: number;
  /** The busiest pod uses this many times the mean of all pods. */
  readonly busiest?: number;
  /** Its containers are known to have no limits. */
  readonly isUnlimited?: boolean;
};
const shapes: Record<string, Shape> = {
  'an HPA that follows CPU utilization': { hpa: hpaOf(metric('cpu', 'Utilization', 70)), replicas: 15 },
  'an HPA that follows memory utilization': { hpa: hpaOf(metric('memory', 'Utilization', 80)), replicas: 15 },
  'an HPA that follows both': {
    hpa: hpaOf(metric('cpu', 'Utilization', 70), metric('memory', 'Utilization', 80)),
    replicas: 15,
  },
  'an HPA that follows the average CPU of a pod': { hpa: hpaOf(metric('cpu', 'AverageValue', 0.7)), replicas: 15 },
  'an HPA that follows a queue': {
    hpa: hpaOf({ type: 'External', name: 'queue', target: { type: 'AverageValue', value: 5 } }),
    replicas: 15,
  },
  'no HPA': { hpa: null, replicas: 15 },
  'no HPA, with too many pods': { hpa: null, replicas: 40 },
  'no HPA, with too few pods': { hpa: null, replicas: 2 },
  'no HPA, with too few pods of which one is busier': { hpa: null, replicas: 2, busiest: 1.3 },
  'no HPA, with too few pods and no limits': { hpa: null, replicas: 2, busiest: 1.3, isUnlimited: true },
  'no HPA, with busy pods and no limits': { hpa: null, replicas: 15, busiest: 1.1, isUnlimited: true },
  'no HPA, almost idle': { hpa: null, replicas: 6, scale: 0.02 },
  'no HPA, almost idle, with one pod': { hpa: null, replicas: 1, scale: 0.02 },
  'no HPA, with one pod that is too small': { hpa: null, replicas: 1, scale: 0.1 },
};

/** The share of the HPA's target that one pod with the given requests can serve. */
function capacityOf(workload: Workload, { name, target }: HpaMetric): number {
  if (target.type === 'AverageValue') return target.value;
  const [container] = workload.containers;
  const request = (name === 'cpu' ? container?.cpuRequest : container?.memoryRequest) ?? Number.NaN;
  return (request * target.value) / 100;
}

/** The replicas of every bin under the rule of the HPA, with its scale-down stabilization of five minutes. */
function replicasUnder(workload: Workload, total: Load): Float64Array {
  const { hpa } = workload;
  let replicas = workload.replicas ?? 1;
  return total.cpu.map((_, bin) => {
    if (hpa === null) return replicas;
    const wanted = hpa.metrics.map((one) => {
      if (one.type !== 'Resource') return replicas;
      const used = total[one.name === 'memory' ? 'memory' : 'cpu'][bin] ?? 0;
      return reactiveReplicas(used, capacityOf(workload, one), 1, replicas);
    });
    replicas = Math.min(Math.max(...wanted, hpa.minReplicas), hpa.maxReplicas);
    return replicas;
  });
}

function observe(workload: Workload, total: Load, readyReplicas: Float64Array, busiest = 1): WorkloadHistory {
  const ofOnePod = (used: Float64Array) => used.map((value, bin) => (busiest * value) / (readyReplicas[bin] ?? 1));
  const history = aHistory({ cpu: ofOnePod(total.cpu), memory: ofOnePod(total.memory) });
  const [container] = workload.containers;
  return {
    ...history,
    total,
    readyReplicas,
    requested: {
      cpu: readyReplicas.map((pods) => pods * (container?.cpuRequest ?? 0)),
      memory: readyReplicas.map((pods) => pods * (container?.memoryRequest ?? 0)),
    },
  };
}

function costOf(workload: Workload, pods: number): number {
  const [container] = workload.containers;
  const amounts = { cpuCores: container?.cpuRequest ?? null, memoryBytes: container?.memoryRequest ?? null };
  return (hourlyCost(amounts, defaultNodeSettings) ?? Number.NaN) * pods;
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The values of one round, the mean cost of its two weeks, and the savings that its suggestion promised. */
type Round = { readonly values: readonly number[]; readonly cost: number; readonly claimed: number };

function play(shape: Shape, mode: ModelMode, rounds: number): readonly Round[] {
  const container = (cpu: number | null, memory: number | null) => ({
    ...aContainer('app', cpu, memory),
    ...(shape.isUnlimited ? { limits: { cpu: null, memory: null } } : {}),
  });
  let workload = aWorkload({
    hpa: shape.hpa,
    replicas: shape.replicas,
    readyReplicas: shape.replicas,
    containers: [container(1, 2 * gibibyte)],
  });
  const scaled = (used: Float64Array) => used.map((value) => value * (shape.scale ?? 1));
  const total = { cpu: scaled(load.cpu), memory: scaled(load.memory) };
  const played: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const pods = replicasUnder(workload, total);
    const currentReplicas = pods.at(-1) ?? 1;
    const directions = { horizontal: true, vertical: true };
    const history = observe(workload, total, pods, shape.busiest);
    const running = { ...workload, replicas: currentReplicas, readyReplicas: currentReplicas };
    const advice = recommend({ history, workload: running, currentReplicas, mode, directions });
    const [sized] = advice?.containers ?? [];
    const [previous] = workload.containers;
    const next: Workload = {
      ...workload,
      replicas: advice?.replicas ?? currentReplicas,
      readyReplicas: advice?.replicas ?? currentReplicas,
      containers: [
        container(sized?.cpu ?? previous?.cpuRequest ?? null, sized?.memory ?? previous?.memoryRequest ?? null),
      ],
      hpa: workload.hpa && {
        ...workload.hpa,
        minReplicas: advice?.minReplicas ?? workload.hpa.minReplicas,
        maxReplicas: advice?.maxReplicas ?? workload.hpa.maxReplicas,
      },
    };
    played.push({
      values: [
        next.containers[0]?.cpuRequest ?? 0,
        (next.containers[0]?.memoryRequest ?? 0) / gibibyte,
        next.replicas ?? 0,
        next.hpa?.minReplicas ?? 0,
        next.hpa?.maxReplicas ?? 0,
      ],
      cost: costOf(workload, mean(pods)),
      claimed: costOf(workload, currentReplicas) - costOf(next, next.replicas ?? 0),
    });
    workload = next;
  }
  return played;
}

const modes: readonly ModelMode[] = ['cost_savings', 'balanced', 'max_assurance'];

describe.each(Object.keys(shapes))('suggestions applied round after round under %s', (name) => {
  it.each(modes)('settle within three rounds and never cost more than they claim: %s', (mode) => {
    const shape = shapes[name];
    const rounds = shape === undefined ? [] : play(shape, mode, 20);
    const settled = rounds[2]?.values ?? [];
    for (const { values } of rounds.slice(3)) {
      values.forEach((value, index) => {
        const before = settled[index] ?? Number.NaN;
        expect(Math.abs(value - before)).toBeLessThanOrEqual(0.1 * before);
      });
    }
    // Allow half a percent: the mean of two weeks is compared with an estimate for one moment.
    const broken = rounds.filter(
      ({ claimed, cost }, index) => claimed > 0 && (rounds[index + 1]?.cost ?? 0) > cost * 1.005,
    );
    expect(broken).toEqual([]);
  });
});
