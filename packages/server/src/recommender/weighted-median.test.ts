import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightedMedian } from './weighted-median.ts';

const medianOf = (...pairs: readonly (readonly [value: number, weight: number])[]): number =>
  weightedMedian(
    Float64Array.from(pairs, ([value]) => value),
    Float64Array.from(pairs, ([, weight]) => weight),
  );

describe('weightedMedian', () => {
  it('is the middle value of equal weights, and the mean of the two middle ones', () => {
    expect(medianOf([9, 1], [1, 1], [2, 1])).toBe(2);
    expect(medianOf([4, 1], [1, 1], [2, 1], [100, 1])).toBe(3);
  });

  it('follows the larger weight, and ignores values without weight', () => {
    expect(medianOf([1, 98], [5, 1], [7, 1])).toBeLessThan(1.1);
    expect(medianOf([1, 0], [5, 1])).toBe(5);
    expect(medianOf([1, 3], [2, 1])).toBe(1.25);
  });

  it('is NaN without any weight', () => {
    expect(medianOf([1, 0], [2, 0])).toBeNaN();
  });

  it('lies between the values and does not depend on their order', () => {
    const pair = fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.uniqueArray(pair, { minLength: 1, maxLength: 12, selector: ([value]) => value }), (pairs) => {
        const values = pairs.map(([value]) => value);
        const median = medianOf(...pairs);
        expect(median).toBeGreaterThanOrEqual(Math.min(...values));
        expect(median).toBeLessThanOrEqual(Math.max(...values));
        expect(medianOf(...pairs.toReversed())).toBeCloseTo(median, 9);
      }),
    );
  });
});
