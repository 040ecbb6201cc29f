import { countAtMost } from './quantile.ts';

/**
 * The median of the last `width` bins of a series; NaN while there are fewer bins, and before `from`. The window stays
 * sorted: each step replaces its oldest value with the newest.
 */
export function movingMedian(series: Float64Array, width: number, from: number): Float64Array {
  const result = new Float64Array(series.length).fill(Number.NaN);
  const window = new Float64Array(width);
  let held = 0;
  for (let index = Math.max(0, from - width + 1); index < series.length; index++) {
    const value = series[index] ?? Number.NaN;
    if (Number.isNaN(value)) break;
    let place = held < width ? held++ : countAtMost(window, series[index - width] ?? 0) - 1;
    for (; place > 0 && (window[place - 1] ?? 0) > value; place--) window[place] = window[place - 1] ?? 0;
    for (; place < held - 1 && (window[place + 1] ?? 0) < value; place++) window[place] = window[place + 1] ?? 0;
    window[place] = value;
    if (held === width) result[index] = middleOf(window, width);
  }
  return result;
}

/** The median of the first `count` values. `count` is at least 1. Sorts these values. */
export function medianOfFew(values: Float64Array, count: number): number {
  for (let index = 1; index < count; index++) {
    const value = values[index] ?? 0;
    let place = index;
    for (; place > 0 && (values[place - 1] ?? 0) > value; place--) values[place] = values[place - 1] ?? 0;
    values[place] = value;
  }
  return middleOf(values, count);
}

const middleOf = (sorted: Float64Array, count: number): number =>
  ((sorted[(count - 1) >> 1] ?? Number.NaN) + (sorted[count >> 1] ?? Number.NaN)) / 2;
