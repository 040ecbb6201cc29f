import { binSeconds } from '../ports/index.ts';

/** The grid of all series of the recommender: five-minute bins, 288 of them in a block of 24 hours. */
export const binMs = binSeconds * 1000;
export const binsPerHour = 12;
export const binsPerDay = 288;

/** The number of bins in an hour and in a day of a series. */
export type Grid = { readonly hour: number; readonly day: number };
export const fiveMinutes: Grid = { hour: binsPerHour, day: binsPerDay };
export const hourly: Grid = { hour: 1, day: 24 };

/** The number of whole bins between the last midnight UTC and a time in epoch milliseconds. */
export const binsSinceMidnight = (time: number): number => Math.floor(time / binMs) % binsPerDay;

/** A series on the five-minute grid, oldest bin first, ending now. NaN: no sample. */
export type BinnedSeries = Float64Array;

/**
 * The series from its first sample on, with each gap filled with the last value before it. Forecasts need a value in
 * every bin, but must not use later values. Empty without samples.
 */
export function knownSoFar(series: BinnedSeries): BinnedSeries {
  const first = series.findIndex((value) => !Number.isNaN(value));
  if (first < 0) return new Float64Array(0);
  const known = series.slice(first);
  for (let index = 1; index < known.length; index++) {
    if (Number.isNaN(known[index] ?? Number.NaN)) known[index] = known[index - 1] ?? Number.NaN;
  }
  return known;
}

export function countSamples(series: BinnedSeries): number {
  let count = 0;
  for (let bin = 0; bin < series.length; bin++) if (!Number.isNaN(series[bin] ?? Number.NaN)) count++;
  return count;
}

/** The highest sample; 0 without samples. */
export const highestUsage = (usage: BinnedSeries): number =>
  usage.reduce((most, value) => (value > most ? value : most), 0);
