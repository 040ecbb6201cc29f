import { daily, noisy, seeded, series } from '@trimtab/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { forecast } from './forecast.ts';
import { scoreForecasts, walkForward } from './forecast-walk.ts';

const horizons = [1, 3, 6, 12];
const levels = [0.5, 0.9, 0.95];

describe('forecast', () => {
  it('continues a constant series', () => {
    const { points } = forecast(
      series(3, () => 4),
      horizons,
      levels,
    );
    expect(points.map(({ value }) => value)).toEqual([4, 4, 4, 4]);
    expect(points.every(({ quantiles }) => quantiles.every((one) => one === 4))).toBe(true);
  });

  it('follows a daily pattern', () => {
    const whole = daily(8, 2);
    const { points, weights } = forecast(whole.subarray(0, 7.25 * binsPerDay), horizons, levels);
    for (const { horizon, value } of points) expect(value).toBeCloseTo(whole[7.25 * binsPerDay + horizon - 1] ?? 0, 2);
    expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  });

  it('does not depend on which farther horizons are requested', () => {
    const usage = noisy(9, 1);
    const alone = forecast(usage, [6], levels).points[0];
    expect(alone).toEqual(forecast(usage, [6, 12], levels).points[0]);
    expect(walkForward(usage, 6, 6)[usage.length + 5]).toBeCloseTo(alone?.value ?? 0, 12);
    expect(walkForward(usage, 6, 12)[usage.length + 5]).toBeCloseTo(alone?.value ?? 0, 12);
  });

  it('has ordered quantiles that are not negative', () => {
    const { points } = forecast(noisy(10, 0.2), horizons, levels);
    for (const { quantiles } of points) {
      expect(quantiles[0]).toBeLessThanOrEqual(quantiles[1] ?? 0);
      expect(quantiles[1]).toBeLessThanOrEqual(quantiles[2] ?? 0);
      expect(quantiles[0]).toBeGreaterThanOrEqual(0);
    }
  });

  it('has about 90 % of the samples below its 90 % quantile', () => {
    const whole = noisy(10, 1);
    let held = 0;
    for (let hour = 0; hour < 48; hour++) {
      const end = 8 * binsPerDay + hour * 12;
      const [point] = forecast(whole.subarray(0, end), [6], [0.9]).points;
      if ((whole[end + 5] ?? 0) <= (point?.quantiles[0] ?? 0)) held++;
    }
    expect(held / 48).toBeGreaterThan(0.8);
    expect(held / 48).toBeLessThan(0.99);
  });

  it('has no quantiles with fewer than fifty errors, and no points without samples', () => {
    expect(
      forecast(
        series(0.1, () => 1),
        [6],
        [0.9],
      ).points[0]?.quantiles,
    ).toEqual([null]);
    expect(
      forecast(
        series(2, () => Number.NaN),
        [6],
        [0.9],
      ),
    ).toEqual({ points: [], weights: [] });
    expect(forecast(new Float64Array(0), [6], [0.9]).points).toEqual([]);
  });

  it('does not treat the time before the first sample as zero usage', () => {
    const young = series(14, (bin) => (bin < 13 * binsPerDay ? Number.NaN : bin % 2));
    const [point] = forecast(young, [6], [0.95]).points;
    expect(point?.quantiles[0]).toBeGreaterThan(0.5);
  });
});

describe('walkForward', () => {
  it('uses no sample newer than the horizon', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 300, max: 800 }), (seed, cut) => {
        const random = seeded(seed);
        const usage = series(3, () => (random() < 0.1 ? Number.NaN : random()));
        const changed = usage.map((value, bin) => (bin < cut ? value : 99));
        const [from, to] = [walkForward(usage, 6, 12), walkForward(changed, 6, 12)];
        // A billionth of the highest value breaks ties between experts without errors, so the whole series matters.
        const apart = from.map((value, bin) => (bin < cut + 6 ? Math.abs(value - (to[bin] ?? 0)) : 0));
        expect(Math.max(...apart.filter((value) => !Number.isNaN(value)))).toBeLessThan(1e-4);
        const silent = (walked: Float64Array) => walked.subarray(0, cut + 6).filter(Number.isNaN).length;
        expect(silent(to)).toBe(silent(from));
      }),
      { numRuns: 20 },
    );
  });

  it('continues after the end with the values of `forecast`', () => {
    const usage = noisy(9, 3);
    const walked = walkForward(usage, 6, 12);
    const said = forecast(usage, [6, 9, 12], []).points.map(({ value }) => value);
    expect(walked).toHaveLength(usage.length + 12);
    [6, 9, 12].forEach((horizon, index) => expect(walked[usage.length + horizon - 1]).toBeCloseTo(said[index] ?? 0, 6));
  });

  it('has no values for a series without samples', () => {
    expect(
      walkForward(
        series(1, () => Number.NaN),
        6,
        12,
      ).every(Number.isNaN),
    ).toBe(true);
  });
});

describe('scoreForecasts', () => {
  it('is better than the value of yesterday after a level shift', () => {
    const usage = series(4, (bin) => (bin < 3 * binsPerDay ? 1 : 2));
    const score = scoreForecasts(usage, 6, binsPerDay);
    expect(score.bins).toBe(binsPerDay);
    expect(score.seasonalNaiveWape).toBe(0.5);
    expect(score.wape).toBeLessThan(0.05);
  });

  it('has no score without usage', () => {
    expect(
      scoreForecasts(
        series(3, () => 0),
        6,
        binsPerDay,
      ),
    ).toMatchObject({ wape: null, seasonalNaiveWape: null });
  });

  it('counts the samples inside the band, and has no coverage without a band', () => {
    expect(scoreForecasts(noisy(9, 1), 6, 7 * binsPerDay).coverage).toBeCloseTo(0.8, 1);
    expect(scoreForecasts(noisy(1, 1), 6, binsPerDay).coverage).toBeNull();
  });
});
