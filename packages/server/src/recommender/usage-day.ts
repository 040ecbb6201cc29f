import type { BinnedSeries } from './bins.ts';
import { countAtMost, sortedSamples } from './quantile.ts';
import type { Resource } from './vertical-rules.ts';

/** A block with fewer samples than this (six hours) is left out. */
const leastSamples = 72;

/** 24 hours of one container's usage, prepared so that requests can be replayed on it quickly. */
export type UsageDay = {
  readonly bins: BinnedSeries;
  readonly sorted: Float64Array;
  /** `cumulative[i]`: the sum of the i smallest samples. */
  readonly cumulative: Float64Array;
  readonly maximum: number;
};

/**
 * The replay of a request on one day. `slack`: the mean unused share of the request. `over`, for CPU: the share of time
 * above the request plus the share of work above it. `over`, for memory: 1 if the request was exceeded, else 0.
 */
export type DayReplay = { readonly slack: number; readonly over: number };

/** Null for a block with too few samples. */
export function prepareDay(bins: BinnedSeries): UsageDay | null {
  const sorted = sortedSamples(bins);
  if (sorted.length < Math.min(leastSamples, bins.length)) return null;
  const cumulative = new Float64Array(sorted.length + 1);
  for (let index = 0; index < sorted.length; index++) {
    cumulative[index + 1] = (cumulative[index] ?? 0) + (sorted[index] ?? 0);
  }
  return { bins, sorted, cumulative, maximum: sorted.at(-1) ?? 0 };
}

/** The memory that an out-of-memory kill counts as, in bytes: max(1.2 × limit, limit + 100 MiB), as in Kubernetes' VPA. */
export const afterOutOfMemory = (limitBytes: number): number => Math.max(limitBytes * 1.2, limitBytes + 100 * 2 ** 20);

/**
 * A memory block with an out-of-memory kill. The container needed more than its limit, but how much is unknown, so the
 * highest sample is raised to `afterOutOfMemory`.
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

/** Replays a request, in cores or bytes and above 0, on one day. */
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
