import { BINS_PER_DAY } from '../recommender/bins.ts';

/** Numbers in [0, 1) that every run of a test sees alike. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `days` of five-minute bins from a function of the bin. */
export const series = (days: number, value: (bin: number) => number): Float64Array =>
  Float64Array.from({ length: Math.round(days * BINS_PER_DAY) }, (_, bin) => value(bin));

/** A day like any other: low at night, twice the mean at the peak. */
export const daily = (days: number, mean: number): Float64Array =>
  series(days, (bin) => mean * (1 + Math.sin((bin / BINS_PER_DAY) * 2 * Math.PI)));

/** A steady level with noise of a quarter around it. */
export const noisy = (days: number, mean: number, seed = 7): Float64Array => {
  const random = seeded(seed);
  return series(days, () => mean * (0.75 + 0.5 * random()));
};

/** Mostly idle, with a burst to `peak` in one bin of a hundred. */
export const bursty = (days: number, idle: number, peak: number, seed = 11): Float64Array => {
  const random = seeded(seed);
  return series(days, () => (random() < 0.01 ? peak : idle));
};
