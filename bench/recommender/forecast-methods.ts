import { binsPerDay } from '../../packages/server/src/recommender/bins.ts';
import { expertGround } from '../../packages/server/src/recommender/forecast-experts.ts';
import { mixExperts } from '../../packages/server/src/recommender/forecast-mix.ts';

/** Forecasts of every bin: entry u is the forecast for bin u from samples up to u - horizon. NaN without one. */
export type Method = (series: Float64Array, horizon: number, warmUp: number) => Float64Array;

function lagged(series: Float64Array, bins: number): Float64Array {
  const result = new Float64Array(series.length).fill(Number.NaN);
  if (bins < series.length) result.set(series.subarray(0, series.length - bins), bins);
  return result;
}

export const lastValue: Method = (series, horizon) => lagged(series, horizon);
export const seasonalNaiveDay: Method = (series) => lagged(series, binsPerDay);
export const seasonalNaiveWeek: Method = (series) => {
  const day = lagged(series, binsPerDay);
  return lagged(series, 7 * binsPerDay).map((value, bin) => (Number.isNaN(value) ? (day[bin] ?? value) : value));
};

/** Additive Holt-Winters with a daily season and no trend. Its two rates are chosen on the warm-up. */
export const holtWinters: Method = (series, horizon, warmUp) => {
  const run = (level0: number, season0: number, ahead: number, end: number): Float64Array => {
    const firstDay = series.subarray(0, binsPerDay);
    let level = firstDay.reduce((sum, value) => sum + value, 0) / binsPerDay;
    const season = firstDay.map((value) => value - level);
    const said = new Float64Array(end + ahead).fill(Number.NaN);
    for (let bin = binsPerDay; bin < end; bin++) {
      const slot = bin % binsPerDay;
      const error = (series[bin] ?? 0) - (level + (season[slot] ?? 0));
      level += level0 * error;
      season[slot] = (season[slot] ?? 0) + season0 * (1 - level0) * error;
      said[bin + ahead] = level + (season[(slot + ahead) % binsPerDay] ?? 0);
    }
    return said.subarray(0, end);
  };
  const end = Math.min(warmUp, 7 * binsPerDay);
  let best = { error: Number.POSITIVE_INFINITY, level: 0.3, season: 0.2 };
  for (const level of [0.05, 0.15, 0.3, 0.6, 0.9]) {
    for (const season of [0.05, 0.2, 0.5]) {
      const said = run(level, season, 6, end);
      let sum = 0;
      let count = 0;
      for (let bin = 2 * binsPerDay; bin < end; bin++) {
        const error = Math.abs((said[bin] ?? Number.NaN) - (series[bin] ?? 0));
        if (Number.isNaN(error)) continue;
        sum += error;
        count++;
      }
      if (sum / count < best.error) best = { error: sum / count, level, season };
    }
  }
  return run(best.level, best.season, horizon, series.length);
};

export const oursMix: Method = (series, horizon) => mixExperts(expertGround(series), horizon).values;
