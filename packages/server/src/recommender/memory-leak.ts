import { type BinnedSeries, binsPerDay, binsPerHour } from './bins.ts';
import { quantileOfSorted, sortedSamples } from './quantile.ts';

/**
 * The minimum number of hours that can be compared with the same hour of the day before. With fewer hours, the rise of
 * one busy day could count as a leak.
 */
export const leastComparedHours = 72;
/** The share of these hours in which memory must be higher than a day before. */
const risingShare = 0.75;
/** The minimum growth per day, as a share of the memory in use. */
const leastGrowth = 0.01;
/** The growth of a cache slows down as it fills. For a leak, the newest day has at least this share of the growth. */
const steadyShare = 0.5;
const dayHours = binsPerDay / binsPerHour;

export type MemoryGrowth = { readonly bytesPerDay: number; readonly newest: number };

/**
 * How much memory grows per day: the median of the differences between the same hour of consecutive days, so that
 * neither the daily pattern nor single peaks count. Memory starts again after each of `resets` (bins of the series), so
 * differences across a reset do not count. Null: memory does not keep growing. Undefined: too few hours can be
 * compared.
 */
export function memoryGrowth(memory: BinnedSeries, resets: readonly number[]): MemoryGrowth | null | undefined {
  const levels = Array.from({ length: Math.floor(memory.length / binsPerHour) }, (_, hour) =>
    quantileOfSorted(sortedSamples(memory.subarray(hour * binsPerHour, (hour + 1) * binsPerHour)), 0.5),
  );
  const resetHours = resets.map((bin) => Math.floor(bin / binsPerHour));
  const isComparable = (hour: number) => !resetHours.some((reset) => reset >= hour - dayHours && reset <= hour);
  const grown = levels.flatMap((level, hour) => {
    const by = level - (levels[hour - dayHours] ?? Number.NaN);
    return Number.isNaN(by) || !isComparable(hour) ? [] : [by];
  });
  const newest = levels.findLast((level) => !Number.isNaN(level));
  if (grown.length < leastComparedHours || newest === undefined) return undefined;
  const bytesPerDay = median(grown);
  const isSteady =
    grown.filter((by) => by > 0).length >= risingShare * grown.length &&
    median(grown.slice(-dayHours)) >= steadyShare * bytesPerDay;
  return isSteady && bytesPerDay >= leastGrowth * newest ? { bytesPerDay, newest } : null;
}

const median = (values: readonly number[]): number => quantileOfSorted(sortedSamples(Float64Array.from(values)), 0.5);
