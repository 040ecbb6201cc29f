import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianOfFew, movingMedian } from './moving-median.ts';
import { quantile } from './quantile.ts';

describe('movingMedian', () => {
  it('is the median of the last bins', () => {
    const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 9 }), (list, width, from) => {
        const series = Float64Array.from(list);
        const medians = movingMedian(series, width, from);
        for (let bin = Math.max(from, width - 1); bin < series.length; bin++) {
          expect(medians[bin]).toBe(quantile(series.subarray(bin - width + 1, bin + 1), 0.5));
        }
      }),
    );
  });

  it('is unknown until the window is full, and after the newest sample', () => {
    expect([...movingMedian(Float64Array.of(1, 2, 4, Number.NaN), 2, 0)]).toEqual([Number.NaN, 1.5, 3, Number.NaN]);
  });
});

describe('medianOfFew', () => {
  it('is the median of the first values only', () => {
    expect(medianOfFew(Float64Array.of(3, 1, 2, 100), 3)).toBe(2);
    expect(medianOfFew(Float64Array.of(3, 1, 100), 2)).toBe(2);
  });
});
