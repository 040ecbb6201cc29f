import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantile, quantileOfSorted, sortedSamples } from './quantile.ts';

it('finds by selection what sorting finds', () => {
  const value = fc.oneof(fc.constantFrom(0, 1, 2, Number.NaN), fc.double({ min: 0, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 200 }), fc.double({ min: 0, max: 1, noNaN: true }), (values, at) => {
      const samples = Float64Array.from(values);
      expect(quantile(samples, at)).toBe(quantileOfSorted(sortedSamples(samples), at));
    }),
  );
});
