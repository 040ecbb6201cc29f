import { dayMs, hourMs, minuteMs } from '@trimtab/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tickText, timeTicks } from './time-ticks.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const inUtc = () => 0;
/** In Berlin, clocks are set forward on March 29, 2026 at 01:00 UTC, and back on October 25. */
const inBerlin = (at: number): number =>
  at >= Date.UTC(2026, 2, 29, 1) && at < Date.UTC(2026, 9, 25, 1) ? 2 * hourMs : hourMs;

describe('timeTicks', () => {
  it("places ticks on round times in the reader's time zone", () => {
    expect(timeTicks(noon - 3 * hourMs, noon, 6, inUtc)).toEqual(
      [9, 9.5, 10, 10.5, 11, 11.5, 12].map((h) => Date.UTC(2026, 10, 20) + h * hourMs),
    );
    const inDelhi = timeTicks(noon - dayMs, noon, 4, () => 5.5 * hourMs);
    expect(inDelhi.every((at) => (at + 5.5 * hourMs) % (6 * hourMs) === 0)).toBe(true);
  });

  it('stays within the span, and does not have many more ticks than requested', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: minuteMs, max: 400 * dayMs }),
        fc.integer({ min: 1, max: 12 }),
        (from, length, most) => {
          const ticks = timeTicks(from, from + length, most, inUtc);
          expect(ticks.length).toBeLessThanOrEqual(most + 1);
          expect(ticks.every((at) => at >= from && at <= from + length)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['forward', Date.UTC(2026, 2, 24, 12)],
    ['back', Date.UTC(2026, 9, 20, 12)],
  ])('are at midnight of each day in a week in which clocks are set %s', (_, from) => {
    const ticks = timeTicks(from, from + 7 * dayMs, 7, inBerlin);
    expect(ticks.map((at) => (at + inBerlin(at)) % dayMs)).toEqual(Array.from({ length: 7 }, () => 0));
    expect(new Set(ticks.map((at) => Math.floor((at + inBerlin(at)) / dayMs))).size).toBe(7);
  });

  it('are different times on the day on which clocks are set forward', () => {
    const midnight = Date.UTC(2026, 2, 28, 23);
    const ticks = timeTicks(midnight, midnight + 6 * hourMs, 12, inBerlin);
    expect(ticks).toEqual(Array.from({ length: 13 }, (_, index) => midnight + (index * hourMs) / 2));
  });

  it('has one tick for a span of zero length', () => {
    expect(timeTicks(noon, noon, 5, inUtc)).toEqual([noon]);
  });

  it('labels midnight with the date', () => {
    const midnight = new Date(2026, 10, 20).getTime();
    expect(tickText(midnight, hourMs)).toBe('Nov 20');
    expect(tickText(midnight + hourMs, hourMs)).toBe('01:00');
    expect(tickText(midnight + hourMs, dayMs)).toBe('Nov 20');
  });
});
