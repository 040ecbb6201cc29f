import { dayMs, type PerResource } from '@trimtab/core';
import type { WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binSeconds, binsPerDay } from './bins.ts';

/** A load on a workload, step by step, before it is scaled. CPU in cores, memory in bytes; NaN: unknown. */
export type Load = {
  /** The start of the first step, in epoch milliseconds. */
  readonly start: number;
  readonly stepMs: number;
  /** The usage of all pods together. */
  readonly total: PerResource<Float64Array>;
  /** What all pods together would use if each were as busy as the busiest. */
  readonly containers: ReadonlyMap<string, PerResource<Float64Array>>;
};

const binMs = binSeconds * 1000;
const resources = ['cpu', 'memory'] as const;

/** The recorded load between two times; both are on the five-minute grid and within the history. */
export function pastLoad(history: WorkloadHistory, { start, end }: { start: number; end: number }): Load {
  const cut = (bins: BinnedSeries) => bins.subarray((start - history.start) / binMs, (end - history.start) / binMs);
  const pods = cut(history.readyReplicas);
  const ofAllPods = (bins: BinnedSeries) => cut(bins).map((value, bin) => value * (pods[bin] ?? Number.NaN));
  return {
    start,
    stepMs: binMs,
    total: { cpu: cut(history.total.cpu), memory: cut(history.total.memory) },
    containers: new Map(
      history.containers.map(({ name, cpu, memory }) => [name, { cpu: ofAllPods(cpu), memory: ofAllPods(memory) }]),
    ),
  };
}

/**
 * The block of 24 hours with the highest five minutes of CPU, of memory if there are no samples of CPU. The blocks are
 * counted back from the end of the history. Null without samples.
 */
export function busiestDay(history: WorkloadHistory): { readonly start: number; readonly end: number } | null {
  const usage = resources.map((resource) => history.total[resource]).find((bins) => !bins.every(Number.isNaN));
  if (usage === undefined) return null;
  const highest = usage.reduce((most, value, bin) => (value > (usage[most] ?? -1) ? bin : most), -1);
  const blocksAfter = Math.floor((usage.length - 1 - highest) / binsPerDay);
  const end = history.start + (usage.length - blocksAfter * binsPerDay) * binMs;
  return { start: end - dayMs, end };
}
