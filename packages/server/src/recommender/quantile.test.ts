import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantile, quantileOfSorted, sortedSamples } from './quantile.ts';

it('gives the same result by selection as by sorting', () => {
  const value = fc.oneof(fc.constantFrom(0, 1, 2, Number.NaN), fc.double({ min: 0, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 200 }), fc.double({ min: 0, max: 1, noNaN: true }), (values, at) => {
      const samples = Float64Array.from(values);
      expect(quantile(samples, at)).toBe(quantileOfSorted(sortedSamples(samples), at));
    }),
  );
});

it('sorts like the built-in sort, for even and uneven values of any number', () => {
  const spread = fc.double({ min: 1e6, max: 2e6, noNaN: true });
  const anything = fc.oneof(
    fc.constantFrom(0, 5e-324, 1, Number.NaN, Number.POSITIVE_INFINITY),
    fc.double({ min: 0, noNaN: true }),
    spread,
  );
  const lists = fc.oneof(
    fc.array(spread, { minLength: 200, maxLength: 300 }),
    fc.array(anything, { maxLength: 300 }),
    fc.array(spread, { minLength: 4_097, maxLength: 4_200 }),
  );
  fc.assert(
    fc.property(lists, (values) => {
      const samples = Float64Array.from(values);
      const expected = samples.filter((value) => !Number.isNaN(value)).toSorted();
      expect(sortedSamples(samples)).toEqual(expected);
    }),
  );
});
