import type { BinnedSeries } from './bins.ts';
import { countAtMost, sortedSamples } from './quantile.ts';
import type { Resource } from './vertical-rules.ts';

/** A block with fewer samples than this (six hours' worth) says too little about a day, and is left out. */
const leastSamples = 72;

/** 24 hours of one container's usage, prepared so that any request can be replayed against it in a few steps. */
export type UsageDay = {
  readonly bins: BinnedSeries;
  readonly sorted: Float64Array;
  /** `cumulative[i]` is the sum of the i smallest samples. */
  readonly cumulative: Float64Array;
  readonly maximum: number;
};

/**
 * How a request would have done on one day: the mean unused share of it, and how far it was exceeded: for CPU the share
 * of time plus the share of work above it, for memory 1 when it was exceeded at all.
 */
export type DayReplay = { readonly slack: number; readonly over: number };

export function prepareDay(bins: BinnedSeries): UsageDay | null {
  const sorted = sortedSamples(bins);
  if (sorted.length < Math.min(leastSamples, bins.length)) return null;
  const cumulative = new Float64Array(sorted.length + 1);
  for (let index = 0; index < sorted.length; index++) {
    cumulative[index + 1] = (cumulative[index] ?? 0) + (sorted[index] ?? 0);
  }
  return { bins, sorted, cumulative, maximum: sorted.at(-1) ?? 0 };
}

/** What a container that was killed for lack of memory is taken to have needed: max(1.2 × limit, limit + 100 MiB). */
export const afterOutOfMemory = (limitBytes: number): number => Math.max(limitBytes * 1.2, limitBytes + 100 * 2 ** 20);

/**
 * A memory block in which a container was killed for running out: what it would have used is unknown but more than its
 * limit, so its highest sample becomes what `afterOutOfMemory` says, as Kubernetes' VPA assumes.
 */
export function withOutOfMemory(bins: BinnedSeries, limitBytes: number): BinnedSeries {
  const wanted = afterOutOfMemory(limitBytes);
  const raised = Float64Array.from(bins);
  let highest = -1;
  for (let index = 0; index < raised.length; index++) {
    if (Number.isNaN(raised[index] ?? Number.NaN)) continue;
    if (highest < 0 || (raised[index] ?? 0) >= (raised[highest] ?? 0)) highest = index;
  }
  const at = highest < 0 ? raised.length - 1 : highest;
  raised[at] = Math.max(wanted, raised[at] || 0);
  return raised;
}

export function replayDay(day: UsageDay, request: number, resource: Resource): DayReplay {
  const samples = day.sorted.length;
  const within = countAtMost(day.sorted, request);
  const workWithin = day.cumulative[within] ?? 0;
  const work = day.cumulative[samples] ?? 0;
  const slack = (within - workWithin / request) / samples;
  if (resource === 'memory') return { slack, over: within < samples ? 1 : 0 };
  const timeAbove = 1 - within / samples;
  const workAbove = (work - workWithin - (samples - within) * request) / Math.max(work, 1e-12);
  return { slack, over: timeAbove + workAbove };
}
