import { type BinnedSeries, fiveMinutes, type Grid, highestUsage } from './bins.ts';
import { medianOfFew, movingMedian } from './moving-median.ts';

const smoothedBins = 3;

/**
 * A simple forecast of a bin: `base` at that bin, plus `known` at the bin in which the forecast is made. Neither series
 * depends on the horizon. Null if the expert does not use that part.
 */
export type Expert = {
  readonly name: string;
  readonly base: Float64Array | null;
  readonly known: Float64Array | null;
};

export type ExpertGround = {
  /** Without gaps. Bins after the newest sample have no value. */
  readonly series: BinnedSeries;
  readonly highest: number;
  readonly experts: readonly Expert[];
};

/** The experts' forecasts of a series without gaps from bin `from` on. Prepares what all horizons share. */
export function expertGround(series: BinnedSeries, from = 0, { hour, day }: Grid = fiveMinutes): ExpertGround {
  const quarter = movingMean(series, smoothedBins);
  const days = sameTimeOnSevenDays(series, day, from - smoothedBins - hour);
  const usual = smoothed(days.mean);
  const yesterday = lagged(series, day);
  const fromUsual = minus(quarter, movingMean(usual, smoothedBins));
  const fromYesterday = minus(quarter, lagged(quarter, day));
  const fromLastWeek = minus(quarter, lagged(quarter, 7 * day));
  return {
    series,
    highest: highestUsage(series),
    experts: [
      { name: 'last value', base: null, known: series },
      { name: 'mean of the last hour', base: null, known: movingMean(series, hour) },
      {
        name: 'median of the last three hours',
        base: null,
        known: movingMedian(series, 3 * hour, from - hour),
      },
      { name: 'same time yesterday', base: yesterday, known: null },
      { name: 'usual day', base: usual, known: null },
      { name: 'median of the same time on seven days', base: days.median, known: null },
      { name: "usual day plus half of today's difference", base: usual, known: half(fromUsual) },
      { name: "usual day plus today's difference", base: usual, known: fromUsual },
      { name: "yesterday plus half of today's difference", base: yesterday, known: half(fromYesterday) },
      {
        name: "same time last week plus half of today's difference",
        base: lagged(series, 7 * day),
        known: half(fromLastWeek),
      },
    ],
  };
}

export function lagged(series: Float64Array, bins: number): Float64Array {
  const result = new Float64Array(series.length).fill(Number.NaN);
  if (bins < series.length) result.set(series.subarray(0, series.length - bins), bins);
  return result;
}

/** The mean of the last `width` bins; NaN at the start. Missing samples count as 0, so fill gaps before the call. */
export function movingMean(series: Float64Array, width: number): Float64Array {
  const result = new Float64Array(series.length).fill(Number.NaN);
  let sum = 0;
  for (let index = 0; index < series.length; index++) {
    sum += series[index] || 0;
    if (index >= width) sum -= series[index - width] || 0;
    if (index >= width - 1) result[index] = sum / width;
  }
  return result;
}

/** The mean and the median of the same bin on the seven days before; NaN on the first day and before `from`. */
function sameTimeOnSevenDays(
  series: Float64Array,
  dayBins: number,
  from: number,
): { readonly mean: Float64Array; readonly median: Float64Array } {
  const mean = new Float64Array(series.length).fill(Number.NaN);
  const median = new Float64Array(series.length).fill(Number.NaN);
  const few = new Float64Array(7);
  for (let index = Math.max(dayBins, from); index < series.length; index++) {
    let sum = 0;
    let count = 0;
    for (let before = index - dayBins; before >= 0 && before >= index - 7 * dayBins; before -= dayBins) {
      const value = series[before] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      few[count++] = value;
    }
    if (count === 0) continue;
    mean[index] = sum / count;
    median[index] = medianOfFew(few, count);
  }
  return { mean, median };
}

/** The mean of each value and its two neighbors, as far as they are known. */
function smoothed(plain: Float64Array): Float64Array {
  const smooth = Float64Array.from(plain);
  for (let index = 1; index < plain.length - 1; index++) {
    const mean = ((plain[index - 1] ?? Number.NaN) + (plain[index] ?? 0) + (plain[index + 1] ?? Number.NaN)) / 3;
    if (!Number.isNaN(mean)) smooth[index] = mean;
  }
  return smooth;
}

function minus(a: Float64Array, b: Float64Array): Float64Array {
  const result = new Float64Array(a.length);
  for (let index = 0; index < a.length; index++) result[index] = (a[index] ?? Number.NaN) - (b[index] ?? Number.NaN);
  return result;
}

const half = (values: Float64Array): Float64Array => values.map((value) => value / 2);
