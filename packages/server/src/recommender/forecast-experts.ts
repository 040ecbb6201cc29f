import { type BinnedSeries, binsPerDay, binsPerHour } from './bins.ts';

/** The nine simple forecasts that are mixed, in the order of their columns. */
export const forecastExperts = [
  'last value',
  'mean of the last hour',
  'same time yesterday',
  'usual day',
  "usual day plus half of today's difference",
  "usual day plus today's difference",
  "yesterday plus half of today's difference",
  "yesterday plus today's difference",
  "same time last week plus half of today's difference",
] as const;
export type ExpertName = (typeof forecastExperts)[number];

const binsPerWeek = 7 * binsPerDay;

function lagged(series: Float64Array, bins: number): Float64Array {
  const result = new Float64Array(series.length).fill(Number.NaN);
  if (bins < series.length) result.set(series.subarray(0, series.length - bins), bins);
  return result;
}

/** The mean of the last `width` bins; NaN at the start. Missing samples count as 0, so callers fill gaps first. */
function movingMean(series: Float64Array, width: number): Float64Array {
  const result = new Float64Array(series.length).fill(Number.NaN);
  let sum = 0;
  for (let index = 0; index < series.length; index++) {
    sum += series[index] || 0;
    if (index >= width) sum -= series[index - width] || 0;
    if (index >= width - 1) result[index] = sum / width;
  }
  return result;
}

/** The usual day: the mean of the same bin on the seven days before, smoothed over three neighboring bins. */
function usualDay(series: Float64Array): Float64Array {
  const plain = new Float64Array(series.length).fill(Number.NaN);
  for (let index = binsPerDay; index < series.length; index++) {
    let sum = 0;
    let count = 0;
    for (let day = 1; day <= 7 && index - day * binsPerDay >= 0; day++) {
      const value = series[index - day * binsPerDay] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    if (count > 0) plain[index] = sum / count;
  }
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

/** What the experts need that does not depend on the horizon. */
export type ExpertGround = {
  readonly series: BinnedSeries;
  readonly hour: Float64Array;
  readonly yesterday: Float64Array;
  readonly lastWeek: Float64Array;
  readonly usual: Float64Array;
  /** Today's difference (means of 15 minutes) from the usual day, from yesterday and from last week. */
  readonly fromUsual: Float64Array;
  readonly fromYesterday: Float64Array;
  readonly fromLastWeek: Float64Array;
};

export function expertGround(series: BinnedSeries): ExpertGround {
  const quarter = movingMean(series, 3);
  const usual = usualDay(series);
  return {
    series,
    hour: movingMean(series, binsPerHour),
    yesterday: lagged(series, binsPerDay),
    lastWeek: lagged(series, binsPerWeek),
    usual,
    fromUsual: minus(quarter, movingMean(usual, 3)),
    fromYesterday: minus(quarter, lagged(quarter, binsPerDay)),
    fromLastWeek: minus(quarter, lagged(quarter, binsPerWeek)),
  };
}

/**
 * What every expert said about every bin, `horizon` bins before it: entry `bin × experts + expert`, from samples up to
 * bin - horizon. NaN where its past does not reach; never negative. Written `into` a list that the caller has, because
 * making lists would take longer than filling them.
 */
export function expertForecasts(ground: ExpertGround, horizon: number, into: Float64Array): void {
  const { series, hour, yesterday, usual, lastWeek, fromUsual, fromYesterday, fromLastWeek } = ground;
  for (let bin = 0; bin < series.length; bin++) {
    const at = bin * forecastExperts.length;
    const known = bin - horizon;
    if (known < 0) {
      into.fill(Number.NaN, at, at + forecastExperts.length);
      into[at + 2] = Math.max(yesterday[bin] ?? Number.NaN, 0);
      into[at + 3] = Math.max(usual[bin] ?? Number.NaN, 0);
      continue;
    }
    const usualValue = usual[bin] ?? Number.NaN;
    const dayValue = yesterday[bin] ?? Number.NaN;
    const usualGap = fromUsual[known] ?? Number.NaN;
    const dayGap = fromYesterday[known] ?? Number.NaN;
    into[at] = Math.max(series[known] ?? Number.NaN, 0);
    into[at + 1] = Math.max(hour[known] ?? Number.NaN, 0);
    into[at + 2] = Math.max(dayValue, 0);
    into[at + 3] = Math.max(usualValue, 0);
    into[at + 4] = Math.max(usualValue + 0.5 * usualGap, 0);
    into[at + 5] = Math.max(usualValue + usualGap, 0);
    into[at + 6] = Math.max(dayValue + 0.5 * dayGap, 0);
    into[at + 7] = Math.max(dayValue + dayGap, 0);
    into[at + 8] = Math.max((lastWeek[bin] ?? Number.NaN) + 0.5 * (fromLastWeek[known] ?? Number.NaN), 0);
  }
}
