import { deriveMode, type NodeSettings, type PerResource } from '@trimtab/core';
import type { TargetRecord } from '../../ports/index.ts';
import { binsPerHour } from '../../recommender/bins.ts';
import { specView } from '../targets/spec-view.ts';

/** The mean values of an hour. CPU in cores, memory in bytes, costs in dollars an hour; NaN: unknown. */
export const columns = [
  'replicas',
  /** The sum over all ready pods. */
  'requestedCpu',
  'requestedMemory',
  'usedCpu',
  'usedMemory',
  /** The suggested requests of one pod and the suggested replicas on that day. */
  'advisedPodCpu',
  'advisedPodMemory',
  'advisedReplicas',
  /** The requests of all pods before autonomous mode. */
  'beforeCpu',
  'beforeMemory',
  'nodeCpuCores',
  'nodeMemoryBytes',
  'nodeHourlyCost',
] as const;
export type Column = (typeof columns)[number];

/** The directions that were scaled at the time; a recorded hour has at least one. */
type Direction = { readonly horizontal: boolean; readonly vertical: boolean };
export type HourlyFigures = Readonly<Record<Column, number>> &
  Direction & {
    readonly autonomous: boolean;
    /** The number of five-minute bins of the hour with pods or samples, 1 to 12. The means cover only these. */
    readonly bins: number;
  };
/** How much of the hour the figures cover. */
export const recordedPart = ({ bins }: HourlyFigures): number => bins / binsPerHour;

/** One object that is reused while many hours are visited. */
export type MutableHourlyFigures = { -readonly [K in keyof HourlyFigures]: HourlyFigures[K] };

export const emptyFigures = (): MutableHourlyFigures => ({
  replicas: Number.NaN,
  requestedCpu: Number.NaN,
  requestedMemory: Number.NaN,
  usedCpu: Number.NaN,
  usedMemory: Number.NaN,
  advisedPodCpu: Number.NaN,
  advisedPodMemory: Number.NaN,
  advisedReplicas: Number.NaN,
  beforeCpu: Number.NaN,
  beforeMemory: Number.NaN,
  nodeCpuCores: Number.NaN,
  nodeMemoryBytes: Number.NaN,
  nodeHourlyCost: Number.NaN,
  autonomous: false,
  horizontal: false,
  vertical: false,
  bins: binsPerHour,
});

/**
 * The time from which a target is autonomous, in milliseconds: when the state before autonomous mode was recorded.
 * Infinity for other targets. Minus infinity for an autonomous target without that record.
 */
export function autonomousSince(record: TargetRecord): number {
  if (deriveMode(specView(record).spec) !== 'Autonomous') return Number.POSITIVE_INFINITY;
  return record.unoptimized?.recordedAt ?? Number.NEGATIVE_INFINITY;
}

/** The requests of all pods before autonomous mode; NaN without a record or if a request is missing. */
export function requestedBefore({ unoptimized }: TargetRecord): PerResource<number> {
  if (unoptimized === null || unoptimized.containers.length === 0) return { cpu: Number.NaN, memory: Number.NaN };
  const { containers, replicas } = unoptimized;
  const total = (requests: readonly (number | null)[]) =>
    replicas * requests.reduce<number>((sum, request) => sum + (request ?? Number.NaN), 0);
  return {
    cpu: total(containers.map(({ cpuRequest }) => cpuRequest)),
    memory: total(containers.map(({ memoryRequest }) => memoryRequest)),
  };
}

/** The request of all pods for one resource with the suggestions in the target's directions. NaN without a suggestion. */
export function advisedOf(figures: HourlyFigures, requested: number, advisedPod: number): number {
  const { replicas, advisedReplicas } = figures;
  const scales = figures.horizontal && !Number.isNaN(advisedReplicas);
  const sizes = figures.vertical && !Number.isNaN(advisedPod);
  if (!sizes && !scales) return Number.NaN;
  if (replicas === 0) return 0;
  return (sizes ? advisedPod : requested / replicas) * (scales ? advisedReplicas : replicas);
}

export const nodeOf = (settings: NodeSettings) => ({
  nodeCpuCores: settings.node_cpu_cores,
  nodeMemoryBytes: settings.node_memory_bytes,
  nodeHourlyCost: settings.node_hourly_cost,
});

export const directionsOf = ({ horizontal, vertical }: TargetRecord) => ({
  horizontal: horizontal !== null,
  vertical: vertical !== null,
});
