import { type BinnedSeries, binsPerHour, hourly, knownSoFar } from './bins.ts';
import { errorQuantiles, forecast, mixOf } from './forecast.ts';
import { type ExpertGround, lagged, movingMean } from './forecast-experts.ts';
import { mixExperts } from './forecast-mix.ts';
import { medianOfFew } from './moving-median.ts';
import { quantileOfSorted } from './quantile.ts';

const dayHours = 24;
const weekHours = 7 * dayHours;
const bandLevels = [0.1, 0.9];
/**
 * These levels are wider than the 80 % band that they produce. There are few independent errors, because the errors of
 * overlapping days are alike. The levels were chosen on recorded traces.
 */
const peakLevels = [0.08, 0.92];
/** Levels of the differences between days, for the highest of seven days. They were chosen in the same way. */
const weekLevels = [0.5, 0.85, 1];
const hoursAhead = Array.from({ length: dayHours }, (_, index) => index + 1);

/** A value with a band that should contain four out of five outcomes. */
export type Banded = { readonly value: number; readonly low: number; readonly high: number };
/** The highest five-minute value of a future period, and the hour in which it is expected, counted from 0. */
export type Peak = Banded & { readonly hour: number };
export type DayAhead = {
  /** The highest five-minute value of each of the next 24 hours. */
  readonly hours: readonly Banded[];
  /** `hour` is the hour with the highest median of the last seven days. */
  readonly peak: Peak;
};

/**
 * Forecasts the highest five-minute value of each of the next 24 hours, and of the whole day. The hours use the method
 * for the minutes of the next hour. The peak of the day has its own forecast, because the maximum of 24 expected values
 * is lower than the expected maximum. Null without enough history for a band. Source: docs/recommender.md.
 */
export function dayAhead(usage: BinnedSeries): DayAhead | null {
  const hours = knownSoFar(hourlyHighest(usage));
  const points = forecast(hours, hoursAhead, bandLevels, hourly).points.flatMap(({ value, quantiles: [low, high] }) =>
    typeof low === 'number' && typeof high === 'number' ? [banded(value, low, high)] : [],
  );
  const peak = mixedPeak(dayPeaks(hours), dayHours);
  if (points.length < dayHours || peak === null) return null;
  return { hours: points, peak: { ...peak, hour: highestIndex([...medianOfSevenDays(hours).subarray(-dayHours)]) } };
}

/**
 * Forecasts the highest five-minute value of the next seven days as the median of three estimates. Two are the peaks of
 * the last two weeks. The third is the peak of a usual day plus an upper quantile of the differences from it. Two weeks
 * contain only one pair of weeks to compare, so the band uses the differences between days. Null with less than ten
 * days.
 */
export function weekAhead(usage: BinnedSeries): Peak | null {
  const hours = knownSoFar(hourlyHighest(usage));
  if (hours.length < 10 * dayHours) return null;
  const daily = dailyHighest(hours);
  const usual = medianOfSevenDays(daily);
  const differences = [1, 4, 7].flatMap((days) =>
    Array.from(daily.subarray(days * dayHours), (peak, hour) => peak - (usual[hour] ?? Number.NaN)),
  );
  const sorted = differences.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  const [low = Number.NaN, middle = Number.NaN, high = Number.NaN] = weekLevels.map(
    (level) => (usual.at(-1) ?? Number.NaN) + quantileOfSorted(sorted, level),
  );
  const lastWeek = Math.max(...hours.subarray(-weekHours));
  const weekBefore = Math.max(...hours.subarray(-2 * weekHours, -weekHours));
  const value = medianOfFew(Float64Array.of(middle, lastWeek, weekBefore), 3);
  const hour = highestIndex(
    Array.from({ length: weekHours }, (_, index) => {
      const last = hours.at(index - weekHours) ?? 0;
      return last + (hours.at(index - 2 * weekHours) ?? last);
    }),
  );
  return { ...banded(value, low, high), hour };
}

/** The highest five-minute value of each hour. The last hour ends now. NaN without a sample. */
function hourlyHighest(usage: BinnedSeries): Float64Array {
  const skipped = usage.length % binsPerHour;
  return Float64Array.from({ length: (usage.length - skipped) / binsPerHour }, (_, hour) => {
    let highest = Number.NaN;
    for (let bin = skipped + hour * binsPerHour; bin < skipped + (hour + 1) * binsPerHour; bin++) {
      const value = usage[bin] ?? Number.NaN;
      if (!(value <= highest) && !Number.isNaN(value)) highest = value;
    }
    return highest;
  });
}

/** The highest value of the 24 hours before the end of each hour; NaN at the beginning. */
const dailyHighest = (hours: Float64Array): Float64Array =>
  hours.map((_, hour) =>
    hour < dayHours - 1 ? Number.NaN : Math.max(...hours.subarray(hour - dayHours + 1, hour + 1)),
  );

/** The median of the value of an hour and those of the same hour on the six days before. */
function medianOfSevenDays(hours: Float64Array): Float64Array {
  const few = new Float64Array(7);
  return hours.map((_, hour) => {
    let count = 0;
    for (let day = 0; day < 7; day++) {
      const value = hours[hour - day * dayHours] ?? Number.NaN;
      if (!Number.isNaN(value)) few[count++] = value;
    }
    return count > 0 ? medianOfFew(few, count) : Number.NaN;
  });
}

/** The ratio of two series; 1 after an hour without usage. */
const growth = (now: Float64Array, before: Float64Array, hour: number): number =>
  (before[hour] ?? 0) > 0 ? (now[hour] ?? Number.NaN) / (before[hour] ?? Number.NaN) : 1;

/** Forecasts of the peak of a day. Entry `hour` is the peak of the 24 hours before the end of that hour. */
function dayPeaks(hours: Float64Array): ExpertGround {
  const peaks = dailyHighest(hours);
  const median = medianOfSevenDays(peaks);
  const lastWeek = lagged(peaks, weekHours - dayHours);
  const level = movingMean(hours, dayHours);
  const usualLevel = medianOfSevenDays(level);
  const recent = movingMean(hours, 3);
  const recentBefore = lagged(recent, dayHours);
  return {
    series: extendedBy(peaks, dayHours),
    highest: Math.max(0, ...hours),
    experts: [
      { name: 'the last 24 hours', base: null, known: peaks },
      { name: 'median of seven days', base: null, known: median },
      {
        name: 'mean of the last 24 hours and the same day last week',
        base: null,
        known: peaks.map((peak, hour) => (peak + (lastWeek[hour] ?? Number.NaN)) / 2),
      },
      {
        name: "median of seven days times today's growth",
        base: null,
        known: median.map((peak, hour) => peak * growth(level, usualLevel, hour)),
      },
      {
        name: 'the last 24 hours times half of the growth of the last hours',
        base: null,
        known: peaks.map((peak, hour) => peak * Math.sqrt(growth(recent, recentBefore, hour))),
      },
    ],
  };
}

function extendedBy(values: Float64Array, count: number): Float64Array {
  const extended = new Float64Array(values.length + count).fill(Number.NaN);
  extended.set(values);
  return extended;
}

/** Null without enough errors for a band. */
function mixedPeak(ground: ExpertGround, horizon: number): Banded | null {
  const bin = ground.series.length - 1;
  const value = mixExperts(ground, horizon, { from: bin, to: bin + 1 }).values[0] ?? Number.NaN;
  const known = ground.series.subarray(0, ground.series.length - horizon);
  const [low, high] = errorQuantiles(mixOf(ground), known, horizon, peakLevels);
  if (typeof low !== 'number' || typeof high !== 'number' || !Number.isFinite(value)) return null;
  return banded(value, value + low, value + high);
}

/** A band always contains its value, even if most of the recent errors had the same sign. */
const banded = (value: number, low: number, high: number): Banded => ({
  value,
  low: Math.max(0, Math.min(low, value)),
  high: Math.max(high, value),
});

const highestIndex = (values: readonly number[]): number => values.indexOf(Math.max(...values));
