import { deriveMode } from '@trimtab/core';
import type { TargetRecord } from '../../ports/index.ts';
import { specView } from '../targets/spec-view.ts';

/** What is kept of every hour, each a mean over it. CPU in cores, memory in bytes; NaN where unknown. */
export const columns = [
  'replicas',
  /** Of all ready pods together. */
  'requestedCpu',
  'requestedMemory',
  'usedCpu',
  'usedMemory',
  /** Requests of one pod and replicas, as advised on that day. */
  'advisedPodCpu',
  'advisedPodMemory',
  'advisedReplicas',
  /** What an autonomous target requested before; of all its pods together. */
  'beforeCpu',
  'beforeMemory',
  'nodeCpuCores',
  'nodeMemoryBytes',
  'nodeHourlyCost',
] as const;
export type Column = (typeof columns)[number];

/** What a target was at the time: never none of them for an hour that was recorded. */
export type Direction = { readonly horizontal: boolean; readonly vertical: boolean };
export type HourlyFigures = Readonly<Record<Column, number>> & Direction & { readonly autonomous: boolean };
/** One to write into while many are walked over. */
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
});

export type Amounts = { readonly cpu: number; readonly memory: number };

/**
 * Since when a target is autonomous, in milliseconds: since its state before was recorded, which is when it became so.
 * Infinity for a target that is not; of one without a record it is taken that it always was.
 */
export function autonomousSince(record: TargetRecord): number {
  if (deriveMode(specView(record).spec) !== 'Autonomous') return Number.POSITIVE_INFINITY;
  return record.unoptimized?.recordedAt ?? Number.NEGATIVE_INFINITY;
}

/** What a target requested before it was autonomous, all pods together; NaN without a record, or with a request missing. */
export function requestedBefore({ unoptimized }: TargetRecord): Amounts {
  if (unoptimized === null || unoptimized.containers.length === 0) return { cpu: Number.NaN, memory: Number.NaN };
  const { containers, replicas } = unoptimized;
  const total = (requests: readonly (number | null)[]) =>
    replicas * requests.reduce<number>((sum, request) => sum + (request ?? Number.NaN), 0);
  return {
    cpu: total(containers.map(({ cpuRequest }) => cpuRequest)),
    memory: total(containers.map(({ memoryRequest }) => memoryRequest)),
  };
}

/**
 * What the pods would request together with the advice applied in the directions that the target has. NaN when there was
 * no advice for any of them, and in the resource that there was none for.
 */
export const advisedTotal = (figures: HourlyFigures): Amounts => ({
  cpu: advisedOf(figures, figures.requestedCpu, figures.advisedPodCpu),
  memory: advisedOf(figures, figures.requestedMemory, figures.advisedPodMemory),
});

/** `advisedTotal` of one resource. */
export function advisedOf(figures: HourlyFigures, requested: number, advisedPod: number): number {
  const { replicas, advisedReplicas } = figures;
  const scales = figures.horizontal && !Number.isNaN(advisedReplicas);
  const sizes = figures.vertical && !Number.isNaN(advisedPod);
  if (!sizes && !scales) return Number.NaN;
  if (replicas === 0) return 0;
  return (sizes ? advisedPod : requested / replicas) * (scales ? advisedReplicas : replicas);
}
