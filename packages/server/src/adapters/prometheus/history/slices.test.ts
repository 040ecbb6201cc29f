import { describe, expect, test } from 'vitest';
import { halves, planSlices, seriesCountStepSeconds } from './slices.ts';

const fortnight = 14 * 288;
const seriesCounts = (...counts: number[]) => [
  { labels: {}, points: counts.map((count, index): [number, number] => [index * seriesCountStepSeconds, count]) },
];
const lengths = (slices: readonly { from: number; to: number }[]) => slices.map(({ from, to }) => to - from);

describe('slices of a history', () => {
  test('a small namespace, or one without a series count, is read in one slice', () => {
    expect(planSlices(fortnight, seriesCounts(...Array.from({ length: 57 }, () => 30)), 0)).toEqual([
      { from: 0, to: fortnight },
    ]);
    expect(planSlices(fortnight, [], 0)).toEqual([{ from: 0, to: fortnight }]);
    expect(planSlices(0, [], 0)).toEqual([]);
  });

  test('1,000 containers over two weeks are split into responses of at most 125,000 values, without gap or overlap', () => {
    const slices = planSlices(fortnight, seriesCounts(...Array.from({ length: 57 }, () => 1000)), 0);
    expect(slices).toHaveLength(34);
    expect(Math.max(...lengths(slices)) * 1000).toBeLessThanOrEqual(125_000);
    expect(slices[0]?.from).toBe(0);
    for (const [index, { to }] of slices.entries()) expect(slices[index + 1]?.from ?? fortnight).toBe(to);
  });

  test('the large responses of a slice fit together into the 16 MiB that one read may hold', () => {
    const [slice] = planSlices(fortnight, seriesCounts(...Array.from({ length: 57 }, () => 1000)), 0);
    // The CPU, the peak and the mean of memory of each container, and the readiness of its pod.
    const bytes = ['0.30123456789012345', '13421772800', '13421772800.2', '1'].map(
      (value) => `[1763856000,"${value}"],`.length,
    );
    expect(1000 * (slice?.to ?? Number.NaN) * bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(16 * 2 ** 20);
  });

  test('slices become shorter where the number of series grows', () => {
    const slices = planSlices(144, seriesCounts(10, 10, 50_000), 0);
    expect(lengths(slices)).toEqual([72, 12, 12, 12, 12, 12, 12]);
  });

  test('no slice is shorter than one hour', () => {
    expect(halves({ from: 5, to: 30 })).toEqual([
      { from: 5, to: 17 },
      { from: 17, to: 30 },
    ]);
    expect(halves({ from: 0, to: 23 })).toBeNull();
  });
});
