import { dayMs, hourMs, type PerResource, type ResourceName, resourceNames } from '@trimtab/core';
import type { WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binMs, binsPerDay } from './bins.ts';
import { dayAhead } from './day-ahead.ts';

/** The load of a workload for each step, before any scaling. CPU in cores, memory in bytes; NaN: unknown. */
export type Load = {
  /** The start of the first step, in epoch milliseconds. */
  readonly start: number;
  readonly stepMs: number;
  /** The usage of all pods together. */
  readonly total: PerResource<Float64Array>;
  /** The total usage if each pod used as much as the busiest one. */
  readonly containers: ReadonlyMap<string, PerResource<Float64Array>>;
};

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
 * The load of the next 24 hours: the expected highest five-minute value of each hour. Each container is assumed to have
 * the same share of the total as in the last 24 hours. Null without enough history for a forecast.
 */
export function forecastLoad(history: WorkloadHistory): Load | null {
  const end = history.start + history.total.cpu.length * binMs;
  const ahead = (resource: ResourceName) =>
    Float64Array.from(dayAhead(history.total[resource])?.hours.map(({ value }) => value) ?? unknownHours);
  const total = { cpu: ahead('cpu'), memory: ahead('memory') };
  if (total.cpu.every(Number.isNaN) && total.memory.every(Number.isNaN)) return null;
  const lastDay = pastLoad(history, { start: Math.max(history.start, end - dayMs), end });
  const shared = (bins: Float64Array, resource: ResourceName) => {
    const share = shareOf(bins, lastDay.total[resource]);
    return total[resource].map((value) => value * share);
  };
  return {
    start: end,
    stepMs: hourMs,
    total,
    containers: new Map(
      [...lastDay.containers].map(([name, { cpu, memory }]) => [
        name,
        { cpu: shared(cpu, 'cpu'), memory: shared(memory, 'memory') },
      ]),
    ),
  };
}

const unknownHours = Array.from({ length: 24 }, () => Number.NaN);

/** The sum of `part` divided by the sum of `whole`, over the bins where both are known; NaN if there is no such bin. */
function shareOf(part: Float64Array, whole: Float64Array): number {
  let [ofPart, ofWhole] = [0, 0];
  part.forEach((value, bin) => {
    const of = whole[bin] ?? Number.NaN;
    if (Number.isNaN(value) || Number.isNaN(of)) return;
    ofPart += value;
    ofWhole += of;
  });
  return ofWhole > 0 ? ofPart / ofWhole : Number.NaN;
}

/**
 * The block of 24 hours with the highest five-minute value of CPU, or of memory if there are no samples of CPU. The
 * blocks are counted back from the end of the history. Null without samples.
 */
export function busiestDay(history: WorkloadHistory): { readonly start: number; readonly end: number } | null {
  const usage = resourceNames.map((resource) => history.total[resource]).find((bins) => !bins.every(Number.isNaN));
  if (usage === undefined) return null;
  const highest = usage.reduce((most, value, bin) => (value > (usage[most] ?? -1) ? bin : most), -1);
  const blocksAfter = Math.floor((usage.length - 1 - highest) / binsPerDay);
  const end = history.start + (usage.length - blocksAfter * binsPerDay) * binMs;
  return { start: end - dayMs, end };
}
