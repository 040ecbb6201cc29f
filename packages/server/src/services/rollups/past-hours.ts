import { dayMs, defaultNodeSettings, hourMs } from '@trimtab/core';
import type { Bins, TargetRecord, WorkloadHistory } from '../../ports/index.ts';
import { binMs, binsPerHour } from '../../recommender/bins.ts';
import { autonomousSince, directionsOf, type HourlyFigures, nodeOf, requestedBefore } from './hourly-figures.ts';
import type { TargetHours } from './recorder.ts';

/** The suggested requests of one pod and the suggested replicas; NaN without a suggestion. */
export type PastAdvice = { readonly podCpu: number; readonly podMemory: number; readonly replicas: number };

export const noAdvice: PastAdvice = { podCpu: Number.NaN, podMemory: Number.NaN, replicas: Number.NaN };

/** The hours of a target in a window of whole hours, with one advice for each UTC day. */
export function pastHours(asked: {
  readonly record: TargetRecord;
  /** It may begin before the window. */
  readonly history: WorkloadHistory;
  readonly window: { readonly from: number; readonly to: number };
  readonly settings: typeof defaultNodeSettings;
  /** By UTC day. */
  readonly advice: ReadonlyMap<number, PastAdvice>;
}): TargetHours {
  const { record, history, window, settings, advice } = asked;
  // Read these properties once, because a history from memory computes them at each access.
  const { readyReplicas, requested, total } = history;
  const before = requestedBefore(record);
  const since = autonomousSince(record);
  const constant = { ...nodeOf(settings), ...directionsOf(record), beforeCpu: before.cpu, beforeMemory: before.memory };
  const hours: { at: number; figures: HourlyFigures }[] = [];
  for (let at = window.from; at < window.to; at += hourMs) {
    const bin = Math.round((at - history.start) / binMs);
    const recorded = knownBins(readyReplicas, total.cpu, bin, bin + binsPerHour);
    // Neither pods nor samples mean a gap, not an hour with zero usage.
    if (recorded === 0) continue;
    const mean = (bins: Bins): number => meanOf(bins, bin, bin + binsPerHour);
    const advised = advice.get(Math.floor(at / dayMs)) ?? noAdvice;
    hours.push({
      at,
      figures: {
        ...constant,
        autonomous: since <= at,
        bins: recorded,
        replicas: mean(readyReplicas),
        requestedCpu: mean(requested.cpu),
        requestedMemory: mean(requested.memory),
        usedCpu: mean(total.cpu),
        usedMemory: mean(total.memory),
        advisedPodCpu: advised.podCpu,
        advisedPodMemory: advised.podMemory,
        advisedReplicas: advised.replicas,
      },
    });
  }
  return { namespace: record.namespace, name: record.name, from: window.from, to: window.to, hours };
}

/** The number of bins with a value in one of two series. */
function knownBins(one: Bins, other: Bins, from: number, to: number): number {
  let count = 0;
  for (let bin = Math.max(0, from); bin < to; bin++) {
    if (!Number.isNaN(one[bin] ?? Number.NaN) || !Number.isNaN(other[bin] ?? Number.NaN)) count++;
  }
  return count;
}

function meanOf(bins: Bins, from: number, to: number): number {
  let sum = 0;
  let count = 0;
  for (let bin = Math.max(0, from); bin < Math.min(to, bins.length); bin++) {
    const value = bins[bin] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}

/** The part of a history between two times of its grid. It shares the bins with the history. */
export function between(history: WorkloadHistory, from: number, to: number): WorkloadHistory {
  const first = Math.max(0, Math.round((from - history.start) / binMs));
  const last = Math.max(first, Math.round((to - history.start) / binMs));
  const cut = (bins: Bins): Bins => bins.subarray(first, last);
  const readyReplicas = cut(history.readyReplicas);
  const start = history.start + first * binMs;
  const end = start + readyReplicas.length * binMs;
  return {
    ...history,
    start,
    containers: history.containers.map(({ name, cpu, memory }) => ({ name, cpu: cut(cpu), memory: cut(memory) })),
    total: { cpu: cut(history.total.cpu), memory: cut(history.total.memory) },
    requested: { cpu: cut(history.requested.cpu), memory: cut(history.requested.memory) },
    readyReplicas,
    outOfMemory: history.outOfMemory.filter(({ at }) => at < end),
  };
}

/** Joins two histories of one workload. The earlier one may be missing, and there may be a gap between the two. */
export function joined(earlier: WorkloadHistory | undefined, later: WorkloadHistory): WorkloadHistory {
  if (earlier === undefined) return later;
  const shift = Math.round((later.start - earlier.start) / binMs);
  const join = (first: Bins | undefined, second: Bins): Bins => {
    const bins = new Float64Array(shift + second.length).fill(Number.NaN);
    if (first !== undefined) bins.set(first.subarray(0, shift));
    bins.set(second, shift);
    return bins;
  };
  const before = new Map(earlier.containers.map((container) => [container.name, container]));
  return {
    ...later,
    start: earlier.start,
    containers: later.containers.map(({ name, cpu, memory }) => ({
      name,
      cpu: join(before.get(name)?.cpu, cpu),
      memory: join(before.get(name)?.memory, memory),
    })),
    total: { cpu: join(earlier.total.cpu, later.total.cpu), memory: join(earlier.total.memory, later.total.memory) },
    requested: {
      cpu: join(earlier.requested.cpu, later.requested.cpu),
      memory: join(earlier.requested.memory, later.requested.memory),
    },
    readyReplicas: join(earlier.readyReplicas, later.readyReplicas),
    outOfMemory: [...earlier.outOfMemory, ...later.outOfMemory],
  };
}
