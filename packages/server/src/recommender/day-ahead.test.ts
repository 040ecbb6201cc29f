import { daily, noisy, seeded, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { binsPerDay, binsPerHour } from './bins.ts';
import { dayAhead, weekAhead } from './day-ahead.ts';

/** Busy for an hour at 14:00 of each day, counted from the first bin. */
function busyAtTwo(days: number, seed: number): Float64Array {
  const random = seeded(seed);
  return series(days, (bin) => {
    const hour = Math.floor((bin % binsPerDay) / binsPerHour);
    return hour === 14 ? 3 + 0.2 * random() : 1 + 0.1 * random();
  });
}

describe('dayAhead', () => {
  it('expects the peak of a daily pattern at its hour', () => {
    const ahead = dayAhead(busyAtTwo(14, 5));
    expect(ahead?.hours).toHaveLength(24);
    expect(ahead?.peak.hour).toBe(14);
    expect(ahead?.peak.value).toBeGreaterThan(3.1);
    expect(ahead?.peak.value).toBeLessThan(3.2);
    expect(ahead?.hours[14]?.value).toBeGreaterThan(3);
    expect(ahead?.hours[3]?.value).toBeLessThan(1.2);
  });

  it('counts the hours from the end of the series', () => {
    expect(dayAhead(busyAtTwo(13.5, 5))?.peak.hour).toBe(2);
  });

  it('has bands around the values, and a band without width for usage that never changes', () => {
    const ahead = dayAhead(noisy(14, 2));
    for (const { low, value, high } of [...(ahead?.hours ?? []), ...(ahead ? [ahead.peak] : [])]) {
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(high);
      expect(value).toBeGreaterThan(0);
    }
    const flat = series(14, () => 4);
    expect(dayAhead(flat)?.peak).toMatchObject({ value: 4, low: 4, high: 4 });
    expect(weekAhead(flat)).toMatchObject({ value: 4, low: 4, high: 4 });
  });

  it('follows a level that changed some days ago', () => {
    const grown = series(14, (bin) => (bin < 9 * binsPerDay ? 1 : 3));
    expect(dayAhead(grown)?.peak.value).toBeCloseTo(3, 1);
  });

  it('says nothing without enough history for a band', () => {
    expect(dayAhead(noisy(3, 1))).toBeNull();
    expect(dayAhead(series(14, () => Number.NaN))).toBeNull();
    expect(dayAhead(new Float64Array(0))).toBeNull();
    expect(weekAhead(noisy(9, 1))).toBeNull();
    expect(weekAhead(new Float64Array(0))).toBeNull();
  });

  it('is 0 for a workload that does nothing, and bridges gaps', () => {
    expect(dayAhead(series(14, () => 0))?.peak).toMatchObject({ value: 0, low: 0, high: 0 });
    const gaps = daily(14, 1).map((value, bin) => (bin % 40 < 15 ? Number.NaN : value));
    expect(dayAhead(gaps)?.peak.value).toBeCloseTo(2, 1);
  });
});

describe('weekAhead', () => {
  it('expects the peak of the busy day of a week', () => {
    const random = seeded(9);
    const weekly = series(14, (bin) => {
      const [day, hour] = [Math.floor(bin / binsPerDay) % 7, Math.floor((bin % binsPerDay) / binsPerHour)];
      return (day === 2 && hour === 9 ? 5 : 1) + 0.1 * random();
    });
    const peak = weekAhead(weekly);
    expect(peak?.hour).toBe(2 * 24 + 9);
    expect(peak?.value).toBeCloseTo(5, 0);
    expect(peak?.high).toBeGreaterThanOrEqual(peak?.value ?? Number.POSITIVE_INFINITY);
    expect(dayAhead(weekly)?.peak.value).toBeLessThan(2);
  });
});
