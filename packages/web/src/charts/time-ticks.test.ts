import { dayMs, hourMs, minuteMs } from '@trimtab/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tickText, timeTicks } from './time-ticks.ts';

const noon = Date.UTC(2026, 10, 20, 12);

describe('timeTicks', () => {
  it("places ticks on round times in the reader's time zone", () => {
    expect(timeTicks(noon - 3 * hourMs, noon, 6, 0)).toEqual(
      [9, 9.5, 10, 10.5, 11, 11.5, 12].map((h) => Date.UTC(2026, 10, 20) + h * hourMs),
    );
    const inDelhi = timeTicks(noon - dayMs, noon, 4, 5.5 * hourMs);
    expect(inDelhi.every((at) => (at + 5.5 * hourMs) % (6 * hourMs) === 0)).toBe(true);
  });

  it('stays within the span, and does not have many more ticks than requested', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: minuteMs, max: 400 * dayMs }),
        fc.integer({ min: 1, max: 12 }),
        (from, length, most) => {
          const ticks = timeTicks(from, from + length, most, 0);
          expect(ticks.length).toBeLessThanOrEqual(most + 1);
          expect(ticks.every((at) => at >= from && at <= from + length)).toBe(true);
        },
      ),
    );
  });

  it('has one tick for a span of zero length', () => {
    expect(timeTicks(noon, noon, 5, 0)).toEqual([noon]);
  });

  it('labels midnight with the date', () => {
    const midnight = new Date(2026, 10, 20).getTime();
    expect(tickText(midnight, hourMs)).toBe('Nov 20');
    expect(tickText(midnight + hourMs, hourMs)).toBe('01:00');
    expect(tickText(midnight + hourMs, dayMs)).toBe('Nov 20');
  });
});
