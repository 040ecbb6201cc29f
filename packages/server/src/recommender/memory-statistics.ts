import { binsPerDay } from './bins.ts';
import { bucketOfWord, firstBucket, wordsOf } from './usage-buckets.ts';
import type { UsageDay } from './usage-day.ts';
import { UsageHistogram } from './usage-histogram.ts';
import { type Statistic, sizedDays } from './vertical-rules.ts';

/** A summary of a day before the series begins. */
export type EarlierDay = {
  /** 1: the day ends where the series begins, or up to a day earlier. */
  readonly blocksBefore: number;
  readonly samples: number;
  readonly maximum: number;
  /** The means of equal shares of its sorted samples. */
  readonly slices: ArrayLike<number>;
};

/** Reused by every call, which clears it first. Allocating it would cost more than the call itself. */
const byUse = new UsageHistogram();

type Statistics = {
  /** The value of each statistic before day d, for d = 0 … number of days; NaN without samples. */
  readonly before: Record<Statistic, Float64Array>;
  /** Including the samples of today. */
  readonly now: Record<Statistic, number>;
};

/** The statistics of whole days, oldest first, and of the part of a day after them. */
export function memoryStatistics(
  days: readonly (UsageDay | null)[],
  today: UsageDay | null,
  earlier: readonly EarlierDay[],
): Statistics {
  const p98 = new Float64Array(days.length + 1);
  const peak = new Float64Array(days.length + 1);
  byUse.clear();
  for (const day of earlier) addSketch(day);
  for (let index = 0; index <= days.length; index++) {
    const day = index === 0 ? null : (days[index - 1] ?? null);
    // The beginning of the first day may be missing.
    if (day !== null) addDay(day, index - 1, binsPerDay - day.bins.length);
    p98[index] = byUse.quantile(0.98);
    peak[index] = highestBefore(days, index, earlier);
  }
  if (today !== null) addDay(today, days.length, 0);
  const untilToday = peak[days.length] ?? Number.NaN;
  const highest = today === null || today.maximum <= untilToday ? untilToday : today.maximum;
  return { before: { p98, peak }, now: { p98: byUse.quantile(0.98), peak: highest } };
}

/** The mean of 2^(-age / 24 h) over a day: 1 / (2 ln 2). */
const meanRecency = 1 / (2 * Math.LN2);

function addSketch({ blocksBefore, samples, slices }: EarlierDay): void {
  const weight = 2 ** -blocksBefore * meanRecency * (samples / slices.length);
  const values = Float64Array.from(slices);
  const words = wordsOf(values);
  values.forEach((value, slice) => {
    byUse.add(bucketOfWord(words[2 * slice + 1] ?? 0, firstBucket.memory), value, weight * value);
  });
}

/** 2^(-age / 24 h) for each bin of a day; 1 for its newest bin. */
const recencyWeights = Float64Array.from(
  { length: binsPerDay },
  (_, bin) => 2 ** ((bin - binsPerDay + 1) / binsPerDay),
);

/** `from`: the index of the first bin within its day. */
function addDay({ bins }: UsageDay, index: number, from: number): void {
  const words = wordsOf(bins);
  const dayWeight = 2 ** index;
  for (let bin = 0; bin < bins.length; bin++) {
    const value = bins[bin] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const weight = dayWeight * (recencyWeights[from + bin] ?? 0);
    byUse.add(bucketOfWord(words[2 * bin + 1] ?? 0, firstBucket.memory), value, weight * value);
  }
}

/** The highest sample of the 14 days before day `before`; NaN without samples. */
function highestBefore(days: readonly (UsageDay | null)[], before: number, earlier: readonly EarlierDay[]): number {
  let highest = Number.NaN;
  for (const { blocksBefore, maximum } of earlier) {
    if (blocksBefore <= sizedDays - before && !(maximum <= highest)) highest = maximum;
  }
  for (let index = Math.max(0, before - sizedDays); index < before; index++) {
    const maximum = days[index]?.maximum;
    if (maximum !== undefined && !(maximum <= highest)) highest = maximum;
  }
  return highest;
}
