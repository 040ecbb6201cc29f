import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { forecast } from '../../packages/server/src/recommender/forecast.ts';
import { outlookLevels } from '../../packages/server/src/recommender/outlook.ts';
import { forecastSeries, mean, warmUpOf } from './forecast-table.ts';
import { print } from './print.ts';
import type { Trace } from './traces.ts';

const horizons = Array.from({ length: binsPerHour }, (_, index) => index + 1);
/** This number has no factor in common with the bins of an hour or a day, so forecasts start at all times of both. */
const binsBetween = 37;
const fortnight = 14 * binsPerDay;

type Tally = { error: number; used: number; below: number[]; count: number };

/** Forecasts as the server makes them: from two weeks of samples, at many moments of each series. */
function tallies(values: Float64Array): Tally[] {
  const byHorizon = horizons.map((): Tally => ({ error: 0, used: 0, below: outlookLevels.map(() => 0), count: 0 }));
  for (let now = warmUpOf(values); now + binsPerHour <= values.length; now += binsBetween) {
    for (const { horizon, value, quantiles } of forecast(
      values.subarray(Math.max(0, now - fortnight), now),
      horizons,
      outlookLevels,
    ).points) {
      const tally = byHorizon[horizon - 1];
      const actual = values[now + horizon - 1] ?? Number.NaN;
      if (tally === undefined) continue;
      tally.error += Math.abs(actual - value);
      tally.used += actual;
      tally.count++;
      quantiles.forEach((quantile, level) => {
        if (actual <= (quantile ?? Number.NaN)) tally.below[level] = (tally.below[level] ?? 0) + 1;
      });
    }
  }
  return byHorizon;
}

/** The error of the forecasts of the next hour and the share of samples inside their band, per horizon. */
export function printIssued(traces: readonly Trace[]): void {
  const series = forecastSeries(traces).map(tallies);
  const count = series.reduce((sum, [first]) => sum + (first?.count ?? 0), 0);
  print(`\n## forecast of the next hour as the server makes it: ${series.length} series, ${count} forecasts`);
  print(`   h     WAPE ${outlookLevels.map((level) => `below.${level * 100}`).join(' ')}  in 80 % band`);
  for (const horizon of horizons) {
    const rows = series.flatMap((own) => own[horizon - 1] ?? []);
    const share = (level: number): number => mean(rows.map((row) => (row.below[level] ?? 0) / row.count));
    const wape = mean(rows.map(({ error, used }) => error / used));
    const below = outlookLevels.map((_, level) => share(level).toFixed(3).padStart(8)).join(' ');
    const band = share(outlookLevels.length - 1) - share(0);
    print(`${String(horizon * 5).padStart(3)}m ${wape.toFixed(3).padStart(8)} ${below}  ${band.toFixed(3)}`);
  }
}
