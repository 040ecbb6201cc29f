import type { BinnedSeries } from './bins.ts';

/** 24 hours of one container's usage, prepared so that requests can be replayed on it quickly. */
export type UsageDay = {
  readonly bins: BinnedSeries;
  readonly samples: number;
  readonly mean: number;
  readonly maximum: number;
};

/** Null for a day without samples. */
export function prepareDay(bins: BinnedSeries): UsageDay | null {
  let samples = 0;
  let sum = 0;
  let maximum = 0;
  for (let bin = 0; bin < bins.length; bin++) {
    const used = bins[bin] ?? 0;
    if (Number.isNaN(used)) continue;
    samples++;
    sum += used;
    if (used > maximum) maximum = used;
  }
  return samples === 0 ? null : { bins, samples, mean: sum / samples, maximum };
}

/** The mean unused share of a request above 0 on one day. */
export function unusedShare({ bins, samples, mean, maximum }: UsageDay, request: number): number {
  if (request >= maximum) return 1 - mean / request;
  let unused = 0;
  for (let bin = 0; bin < bins.length; bin++) {
    const used = bins[bin] ?? 0;
    // A missing sample (NaN) also fails this comparison.
    if (used < request) unused += request - used;
  }
  return unused / (request * samples);
}
