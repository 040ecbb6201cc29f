import { binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { type forecast, forecastByMix, type Mix } from '../../packages/server/src/recommender/forecast.ts';
import { expertGround } from '../../packages/server/src/recommender/forecast-experts.ts';
import { mixExperts } from '../../packages/server/src/recommender/forecast-mix.ts';

/** The farthest horizon that the benchmark uses. */
const farthest = binsPerHour;

/**
 * Computes `forecast` at any bin of a series without gaps. It goes through the series once for each horizon, which is
 * some hundred times as fast as one forecast per bin. Unlike the server, it does not drop samples after two weeks,
 * which only affects the weights of the oldest of the seven days of errors.
 */
export function walkedForecasts(series: Float64Array): (bin: number) => typeof forecast {
  const extended = new Float64Array(series.length + farthest + 1).fill(Number.NaN);
  extended.set(series);
  const ground = expertGround(extended);
  const walks = new Map<number, Float64Array>();
  const walkAt = (horizon: number): Float64Array => {
    const walk = walks.get(horizon) ?? mixExperts(ground, horizon, { to: series.length + horizon }).values;
    walks.set(horizon, walk);
    return walk;
  };
  const mix: Mix = (horizon, { from, to }) => ({ values: walkAt(horizon).subarray(from, to), weights: [] });
  return (bin) => (_usage, horizons, levels) => forecastByMix(mix, series.subarray(0, bin), horizons, levels);
}
