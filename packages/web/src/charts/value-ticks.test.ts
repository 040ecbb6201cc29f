import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueTicks } from './value-ticks.ts';

describe('valueTicks', () => {
  it('has round values', () => {
    expect(valueTicks(2.7)).toEqual([0, 1, 2, 3]);
    expect(valueTicks(0.43)).toEqual([0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5]);
    expect(valueTicks(734e6)).toEqual([0, 200e6, 400e6, 600e6, 800e6]);
  });

  it('starts at 0, covers the highest value, and has a readable number of ticks', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e18, noNaN: true }), (highest) => {
        const ticks = valueTicks(highest);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-6));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('has ticks if all values are 0', () => {
    expect(valueTicks(0)).toEqual([0, 1]);
  });
});
