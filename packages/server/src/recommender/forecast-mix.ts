import { type BinnedSeries, binsPerDay } from './bins.ts';
import type { Expert, ExpertGround } from './forecast-experts.ts';
import { weightedMedian } from './weighted-median.ts';

/** Errors are averaged over 2, 6 and 24 hours. */
const shortWindow = 24;
const longerWindows = [72, binsPerDay];
/** An expert with more than this many times the product of errors of the best one is left out: weight below 0.01. */
const mostTimesTheBest = 10;

export type Mixture = {
  /** The mixed forecast of each bin of the range, made `horizon` bins before it; NaN: no forecast. */
  readonly values: Float64Array;
  /** The weights of the last bin's forecast, largest first. They sum to 1; empty without a forecast. */
  readonly weights: readonly { readonly expert: string; readonly weight: number }[];
};

/** The bins to forecast: `to - 1`, and before it every `step`-th bin down to `from`. */
export type Range = { readonly from?: number; readonly to?: number; readonly step?: number };

/** For each bin: the forecast of one expert, never negative, and the sum of its errors before that bin. */
type ErrorRecord = {
  readonly forecasts: Float64Array;
  readonly sums: Float64Array;
  /** The first bin with a forecast. There are no gaps after it. */
  first: number;
};

/** Every call reuses and overwrites these arrays, because allocating them would take as long as filling them. */
let records: readonly ErrorRecord[] = [];

function recordsFor(experts: number, bins: number): readonly ErrorRecord[] {
  if (records.length < experts || (records[0]?.forecasts.length ?? 0) < bins) {
    records = Array.from({ length: experts }, () => ({
      forecasts: new Float64Array(bins),
      sums: new Float64Array(bins + 1),
      first: 0,
    }));
  }
  return records;
}

/**
 * The weighted median of the experts' forecasts at one horizon:
 *
 * weight ∝ (MAE over 2 h × MAE over 6 h × MAE over 24 h)^-2, with the errors that were known at the time of the forecast
 *
 * MAE is the mean absolute error. The forecast of a bin uses only samples that are at least `horizon` bins older. The
 * range ends at most `horizon` bins after the newest sample. Source: docs/recommender.md. More complex methods (least
 * squares, Fourier) had larger errors on public traces. `bench/recommender` repeats the comparison.
 */
export function mixExperts(ground: ExpertGround, horizon: number, range: Range = {}): Mixture {
  const { series, experts, highest } = ground;
  const { from = 0, to = series.length, step = 1 } = range;
  // Errors of older bins do not influence the forecasts.
  const start = Math.max(0, from - binsPerDay - horizon);
  const kept = recordsFor(experts.length, to - start);
  for (const [index, expert] of experts.entries()) {
    const record = kept[index];
    if (record) recordErrors(record, series.subarray(0, to), expert, horizon, start);
  }
  const weights = new Float64Array(experts.length);
  const forecasts = new Float64Array(experts.length);
  // Prevents a division by 0 for experts without errors.
  const tiny = (1e-9 * highest) ** 3 || Number.MIN_VALUE;
  const values = new Float64Array(Math.max(0, to - from)).fill(Number.NaN);
  for (let bin = from + ((to - 1 - from) % step); bin < to; bin += step) {
    judge(kept, bin - start, horizon, tiny, forecasts, weights);
    const mixed = weightedMedian(forecasts, weights);
    values[bin - from] = Number.isNaN(mixed) ? Math.max(series[bin - horizon] ?? Number.NaN, 0) : mixed;
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    values,
    weights: experts
      .map(({ name }, index) => ({ expert: name, weight: total > 0 ? (weights[index] ?? 0) / total : 0 }))
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight),
  };
}

function recordErrors(
  record: ErrorRecord,
  series: BinnedSeries,
  { base, known }: Expert,
  horizon: number,
  start: number,
): void {
  const { forecasts, sums } = record;
  const end = series.length - start;
  const isUnknown = (bin: number): boolean =>
    Number.isNaN(base?.[start + bin] ?? 0) ||
    (known !== null && Number.isNaN(known[start + bin - horizon] ?? Number.NaN));
  let first = 0;
  while (first < end && isUnknown(first)) first++;
  record.first = first;
  sums.fill(0, 0, first + 1);
  let sum = 0;
  for (let bin = first; bin < end; bin++) {
    const ahead = base === null ? 0 : (base[start + bin] ?? 0);
    const said = known === null ? ahead : ahead + (known[start + bin - horizon] ?? 0);
    const forecast = said > 0 ? said : 0;
    const error = Math.abs(forecast - (series[start + bin] ?? 0));
    // NaN in the bins after the newest sample.
    if (error > 0) sum += error;
    forecasts[bin] = forecast;
    sums[bin + 1] = sum;
  }
}

/** Sets each expert's forecast of a bin, and its weight relative to the best; 0 with too few known errors. */
function judge(
  kept: readonly ErrorRecord[],
  bin: number,
  horizon: number,
  tiny: number,
  forecasts: Float64Array,
  weights: Float64Array,
): void {
  const now = bin - horizon + 1;
  let lowest = Number.POSITIVE_INFINITY;
  for (let expert = 0; expert < weights.length; expert++) {
    const record = kept[expert];
    if (record === undefined) continue;
    forecasts[expert] = record.forecasts[bin] ?? 0;
    const error = bin < record.first ? Number.POSITIVE_INFINITY : recentError(record, now) + tiny;
    weights[expert] = error;
    if (error < lowest) lowest = error;
  }
  for (let expert = 0; expert < weights.length; expert++) {
    const error = weights[expert] ?? 0;
    const ratio = error <= mostTimesTheBest * lowest && error < Number.POSITIVE_INFINITY ? lowest / error : 0;
    weights[expert] = ratio * ratio;
  }
}

/**
 * The product of the mean errors in the windows before `now`. If less than half of a window is known, the mean of the
 * short window is used instead. Infinite if less than half of the short window is known.
 */
function recentError({ first, sums }: ErrorRecord, now: number): number {
  const sum = sums[now] ?? 0;
  const shortFrom = Math.max(first, now - shortWindow);
  if (now - shortFrom < shortWindow / 2) return Number.POSITIVE_INFINITY;
  const short = (sum - (sums[shortFrom] ?? 0)) / (now - shortFrom);
  let product = short;
  for (const window of longerWindows) {
    const from = Math.max(first, now - window);
    product *= now - from < window / 2 ? short : (sum - (sums[from] ?? 0)) / (now - from);
  }
  return product;
}
