import { seeded } from './mutations.ts';

const binsPerDay = 288;

/** `days` of five-minute bins from a function of the bin. */
export const series = (days: number, value: (bin: number) => number): Float64Array =>
  Float64Array.from({ length: Math.round(days * binsPerDay) }, (_, bin) => value(bin));

/** A daily cycle: low at night, twice the mean at the peak. */
export const daily = (days: number, mean: number): Float64Array =>
  series(days, (bin) => mean * (1 + Math.sin((bin / binsPerDay) * 2 * Math.PI)));

/** A constant level with ±25 % noise. */
export function noisy(days: number, mean: number, seed = 7): Float64Array {
  const random = seeded(seed);
  return series(days, () => mean * (0.75 + 0.5 * random()));
}

/** Mostly idle, with a burst to `peak` in one bin of a hundred. */
export function bursty(days: number, idle: number, peak: number, seed = 11): Float64Array {
  const random = seeded(seed);
  return series(days, () => (random() < 0.01 ? peak : idle));
}

/** Idle, with rare ten-minute bursts to almost `peak`, so that a request that covers them is nearly unused. */
export function rarelyBusy(days: number, peak: number, seed = 21): Float64Array {
  const random = seeded(seed);
  let left = 0;
  let level = 0;
  return series(days, () => {
    if (left === 0 && random() < 0.004) [left, level] = [2, peak * (0.9 + 0.1 * random())];
    if (left > 0) left -= 1;
    return left > 0 ? level : peak / 600;
  });
}
