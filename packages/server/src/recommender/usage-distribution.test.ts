import { expect, test } from 'vitest';
import { binsPerDay } from './bins.ts';
import { usageDistributions } from './usage-distribution.ts';

const start = Date.UTC(2026, 10, 1);

function distributionOf(cpu: Float64Array) {
  const history = { start, total: { cpu, memory: cpu }, containers: [{ name: 'app', cpu, memory: cpu }] };
  const sized = [{ container: 'app', resource: 'cpu' as const }];
  return usageDistributions(history, { sized, scaled: null })[0];
}

test('counts every sample in bins from the lowest to the highest', () => {
  const values = Float64Array.from({ length: 14 * binsPerDay }, (_, bin) => (bin % binsPerDay) / binsPerDay);
  const counted = distributionOf(values);
  expect(counted).toMatchObject({ container: 'app', resource: 'cpu', end: '2026-11-15T00:00:00.000Z', days: 14 });
  expect(counted?.counts).toHaveLength(48);
  expect(counted?.counts.reduce((sum, one) => sum + one, 0)).toBe(values.length);
  expect(counted?.samples).toEqual({ found: 4032, expected: 4032 });
  expect(counted?.lowest).toBe(0);
  expect(counted?.peak).toBe(287 / 288);
  expect((counted?.lowest ?? 0) + (counted?.step ?? 0) * 48).toBeCloseTo(287 / 288);
  expect(counted?.p98).toBeCloseTo(0.98, 2);
  expect(counted?.dayPeaks).toEqual(Array.from({ length: 14 }, () => 287 / 288));
});

test('gaps are expected since the first sample, and days without samples are not days', () => {
  const values = new Float64Array(14 * binsPerDay).fill(Number.NaN);
  values.fill(2, 10 * binsPerDay, 11 * binsPerDay);
  values.fill(3, 13 * binsPerDay);
  const counted = distributionOf(values);
  expect(counted).toMatchObject({ days: 2, dayPeaks: [2, 3], peak: 3 });
  expect(counted?.samples).toEqual({ found: 2 * binsPerDay, expected: 4 * binsPerDay });
});

test('a constant usage has one bin, and no usage has no distribution', () => {
  const constant = distributionOf(new Float64Array(14 * binsPerDay).fill(0.5));
  expect(constant).toMatchObject({ lowest: 0.5, step: 0, counts: [4032], peak: 0.5, p98: 0.5 });
  expect(distributionOf(new Float64Array(14 * binsPerDay).fill(Number.NaN))).toBeUndefined();
});
