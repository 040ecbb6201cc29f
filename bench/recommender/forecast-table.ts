import { binsPerDay } from '../../packages/server/src/recommender/bins.ts';
import { walkQuantiles } from '../../packages/server/src/recommender/forecast-walk.ts';
import { quantileOfSorted } from '../../packages/server/src/recommender/quantile.ts';
import {
  holtWinters,
  lastValue,
  type Method,
  oursMix,
  seasonalNaiveDay,
  seasonalNaiveWeek,
} from './forecast-methods.ts';
import { print } from './print.ts';
import { fiveMinutes, type Trace } from './traces.ts';

const methodList: Record<string, Method> = {
  last: lastValue,
  snaive_day: seasonalNaiveDay,
  snaive_week: seasonalNaiveWeek,
  holt_winters: holtWinters,
  ours: oursMix,
};
const horizons = [3, 6, 12];
const levelValues = [0.1, 0.5, 0.9, 0.95];

type Scores = { wape: number; mase: number; pinball: number[]; coverage: number[] };

/**
 * Intervals are computed in the same way for every method: quantiles of its errors of the last seven days, renewed at
 * midnight.
 */
function scoreForecast(series: Float64Array, said: Float64Array, horizon: number, warmUp: number): Scores {
  const quantiles = walkQuantiles(series, said, horizon, levelValues);
  let scale = 0;
  for (let bin = binsPerDay; bin < warmUp; bin++)
    scale += Math.abs((series[bin] ?? 0) - (series[bin - binsPerDay] ?? 0));
  scale = scale / (warmUp - binsPerDay) + 1e-12;
  let error = 0;
  let used = 0;
  let count = 0;
  const pinball = levelValues.map(() => 0);
  const covered = levelValues.map(() => 0);
  const judged = levelValues.map(() => 0);
  for (let bin = warmUp; bin < series.length; bin++) {
    const value = series[bin] ?? 0;
    const forecast = said[bin] ?? Number.NaN;
    if (Number.isNaN(forecast)) continue;
    error += Math.abs(value - forecast);
    used += value;
    count++;
    levelValues.forEach((level, index) => {
      const difference = value - (quantiles[index]?.[bin] ?? Number.NaN);
      if (difference <= 0) covered[index] = (covered[index] ?? 0) + 1;
      if (Number.isNaN(difference)) return;
      judged[index] = (judged[index] ?? 0) + 1;
      pinball[index] = (pinball[index] ?? 0) + Math.max(level * difference, (level - 1) * difference);
    });
  }
  const mean = used / count;
  return {
    wape: error / used,
    mase: error / count / scale,
    pinball: pinball.map((sum, index) => sum / (judged[index] ?? 1) / mean),
    coverage: covered.map((sum) => sum / count),
  };
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number =>
  quantileOfSorted(
    values.toSorted((a, b) => a - b),
    0.5,
  );
const pad = (value: number, width = 7): string => value.toFixed(3).padStart(width);

export const forecastSeries = (traces: readonly Trace[]): Float64Array[] =>
  traces
    .filter(({ kind }) => kind !== 'memory')
    .map(fiveMinutes)
    .filter((values) => values.length >= 9 * binsPerDay);

export const warmUpOf = (values: Float64Array): number => (values.length >= 28 * binsPerDay ? 14 : 7) * binsPerDay;

/** Mean WAPE of one method over all series at one horizon (in bins). */
export const meanWape = (traces: readonly Trace[], method: Method, horizon: number): number =>
  mean(
    forecastSeries(traces).map((values) => {
      const warmUp = warmUpOf(values);
      return scoreForecast(values, method(values, horizon, warmUp), horizon, warmUp).wape;
    }),
  );

export function printForecasts(traces: readonly Trace[]): void {
  const series = forecastSeries(traces);
  print(
    `\n## forecast: ${series.length} series (means over series; pinball relative to snaive_day: geometric mean of ratios)`,
  );
  print(
    'method          h     WAPE  medWAPE   MASE  relPin.5 relPin.9 relPin.95  cover.9 cover.95 cover.1-.9 wins_vs_snaive',
  );
  for (const horizon of horizons) {
    const scores = new Map(
      Object.entries(methodList).map(([name, method]) => [
        name,
        series.map((values) => {
          const warmUp = warmUpOf(values);
          return scoreForecast(values, method(values, horizon, warmUp), horizon, warmUp);
        }),
      ]),
    );
    const naive = scores.get('snaive_day') ?? [];
    for (const [name, rows] of scores) {
      const relative = (level: number): number =>
        Math.exp(
          mean(
            rows.map((row, index) =>
              Math.log(((row.pinball[level] ?? 0) + 1e-9) / ((naive[index]?.pinball[level] ?? 0) + 1e-9)),
            ),
          ),
        );
      const wins = mean(rows.map((row, index) => (row.wape < (naive[index]?.wape ?? 0) ? 1 : 0)));
      const figures = [
        mean(rows.map(({ wape }) => wape)),
        median(rows.map(({ wape }) => wape)),
        mean(rows.map(({ mase }) => mase)),
        relative(1),
        relative(2),
        relative(3),
        mean(rows.map(({ coverage }) => coverage[2] ?? 0)),
        mean(rows.map(({ coverage }) => coverage[3] ?? 0)),
        mean(rows.map(({ coverage }) => (coverage[2] ?? 0) - (coverage[0] ?? 0))),
      ];
      print(
        `${name.padEnd(14)} ${String(horizon * 5).padStart(3)}m ${figures.map((figure) => pad(figure, 8)).join(' ')}  ${wins.toFixed(2)}`,
      );
    }
  }
}
