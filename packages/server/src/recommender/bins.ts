/** The grid of all series of the recommender: five-minute bins, 288 of them in a block of 24 hours. */
export const binSeconds = 300;
export const binsPerHour = 12;
export const binsPerDay = 288;

/** The number of bins in an hour and in a day of a series. */
export type Grid = { readonly hour: number; readonly day: number };
export const fiveMinutes: Grid = { hour: binsPerHour, day: binsPerDay };
export const hourly: Grid = { hour: 1, day: 24 };

/** The number of whole bins between the last midnight UTC and a time in epoch milliseconds. */
export const binsSinceMidnight = (time: number): number => Math.floor(time / (binSeconds * 1000)) % binsPerDay;

/** A series on the five-minute grid, oldest bin first, ending now. NaN: no sample. */
export type BinnedSeries = Float64Array;

/**
 * Fills gaps by linear interpolation, and both ends with the nearest sample. Recorded traces are prepared in this way
 * before their replay. A series without samples is returned unchanged.
 */
export function bridgeGaps(series: BinnedSeries): BinnedSeries {
  const bridged = Float64Array.from(series);
  let lastKnown = -1;
  for (let index = 0; index < bridged.length; index++) {
    const value = bridged[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const from = lastKnown < 0 ? value : (bridged[lastKnown] ?? value);
    const span = index - lastKnown;
    for (let gap = lastKnown + 1; gap < index; gap++) {
      bridged[gap] = from + ((value - from) * (gap - lastKnown)) / span;
    }
    lastKnown = index;
  }
  if (lastKnown >= 0) bridged.fill(bridged[lastKnown] ?? Number.NaN, lastKnown + 1);
  return bridged;
}

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
