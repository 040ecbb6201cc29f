import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueTicks } from './value-ticks.ts';

describe('valueTicks', () => {
  it('is round in decimal, and in binary for bytes', () => {
    expect(valueTicks(2.7, 1_000)).toEqual([0, 1, 2, 3]);
    expect(valueTicks(0.43, 1_000)).toEqual([0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5]);
    expect(valueTicks(700 * 2 ** 20, 1_024).map((bytes) => bytes / 2 ** 20)).toEqual([0, 256, 512, 768]);
  });

  it('begins at 0, covers the highest figure, and stays readable', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e18, noNaN: true }), fc.constantFrom(1_000, 1_024), (highest, base) => {
        const ticks = valueTicks(highest, base);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-6));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('has an axis where nothing is used', () => {
    expect(valueTicks(0, 1_000)).toEqual([0, 1]);
  });
});
