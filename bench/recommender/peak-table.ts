import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { type Banded, dayAhead, weekAhead } from '../../packages/server/src/recommender/day-ahead.ts';
import { mean, warmUpOf } from './forecast-table.ts';
import { print } from './print.ts';
import { fiveMinutes, type Trace } from './traces.ts';

const fortnight = 14 * binsPerDay;

/**
 * One forecast of a peak, with the outcome and two simple forecasts. `hours off` is the difference of the time of day.
 */
type Outcome = {
  readonly said: Banded;
  readonly actual: number;
  readonly yesterday: number;
  readonly lastWeek: number;
  readonly hoursOff: number | null;
  readonly yesterdayHoursOff: number | null;
};

const highest = (values: Float64Array): number => values.reduce((most, value) => (value > most ? value : most), 0);

const hourOf = (day: Float64Array, peak: number): number => day.indexOf(peak) / binsPerHour;

function hoursApart(a: number, b: number): number {
  const apart = Math.abs(a - b) % 24;
  return Math.min(apart, 24 - apart);
}

/** Forecasts every six hours, from the two weeks before. */
function dayOutcomes(values: Float64Array): Outcome[] {
  const outcomes: Outcome[] = [];
  for (let now = warmUpOf(values); now + binsPerDay <= values.length; now += binsPerDay / 4) {
    const said = dayAhead(values.subarray(Math.max(0, now - fortnight), now))?.peak;
    if (said === undefined) continue;
    const [next, before] = [values.subarray(now, now + binsPerDay), values.subarray(now - binsPerDay, now)];
    const [actual, yesterday] = [highest(next), highest(before)];
    outcomes.push({
      said,
      actual,
      yesterday,
      lastWeek: highest(values.subarray(now - 7 * binsPerDay, now - 6 * binsPerDay)),
      hoursOff: hoursApart(said.hour + 0.5, hourOf(next, actual)),
      yesterdayHoursOff: hoursApart(hourOf(before, yesterday), hourOf(next, actual)),
    });
  }
  return outcomes;
}

/** Forecasts every twelve hours. */
function weekOutcomes(values: Float64Array): Outcome[] {
  const outcomes: Outcome[] = [];
  for (let now = fortnight; now + 7 * binsPerDay <= values.length; now += binsPerDay / 2) {
    const said = weekAhead(values.subarray(now - fortnight, now));
    if (said === null) continue;
    outcomes.push({
      said,
      actual: highest(values.subarray(now, now + 7 * binsPerDay)),
      yesterday: highest(values.subarray(now - binsPerDay, now)),
      lastWeek: highest(values.subarray(now - 7 * binsPerDay, now)),
      hoursOff: null,
      yesterdayHoursOff: null,
    });
  }
  return outcomes;
}

function printRow(name: string, series: readonly Outcome[][]): void {
  const wape = (of: (outcome: Outcome) => number): string =>
    mean(
      series.map((outcomes) => {
        const off = outcomes.reduce((sum, outcome) => sum + Math.abs(of(outcome) - outcome.actual), 0);
        return off / outcomes.reduce((sum, { actual }) => sum + actual, 0);
      }),
    )
      .toFixed(3)
      .padStart(9);
  const share = (is: (outcome: Outcome) => boolean): string =>
    mean(series.map((outcomes) => mean(outcomes.map((outcome) => (is(outcome) ? 1 : 0)))))
      .toFixed(3)
      .padStart(10);
  const hours = (of: (outcome: Outcome) => number | null): string => {
    const known = series.flatMap((outcomes) => (outcomes[0] && of(outcomes[0]) !== null ? [outcomes] : []));
    if (known.length === 0) return '-'.padStart(8);
    return mean(known.map((outcomes) => mean(outcomes.map((outcome) => of(outcome) ?? 0))))
      .toFixed(2)
      .padStart(8);
  };
  const count = series.reduce((sum, outcomes) => sum + outcomes.length, 0);
  print(
    `${name.padEnd(13)} ${String(series.length).padStart(6)} ${String(count).padStart(9)} ${wape(({ said }) => said.value)} ${wape(({ yesterday }) => yesterday)} ${wape(({ lastWeek }) => lastWeek)} ${share(({ said, actual }) => actual >= said.low && actual <= said.high)} ${hours(({ hoursOff }) => hoursOff)} ${hours(({ yesterdayHoursOff }) => yesterdayHoursOff)}`,
  );
}

/** The error of the forecasts of the next peak, beside repeating the last day and the same day or week before. */
export function printPeaks(traces: readonly Trace[]): void {
  const named = traces.map((trace) => ({ kind: trace.kind, values: fiveMinutes(trace) }));
  print(
    '\n## peak of the next 24 hours and of the next 7 days (WAPE, means over series; hours: error of the time of day)',
  );
  print('peak          series forecasts      ours yesterday last week in 80 % band    hours yesterday');
  const rows = (kinds: readonly string[], of: (values: Float64Array) => Outcome[]): Outcome[][] =>
    named.flatMap(({ kind, values }) => (kinds.includes(kind) ? [of(values)] : [])).filter(({ length }) => length > 0);
  printRow('day, CPU', rows(['cpu', 'load'], dayOutcomes));
  printRow('day, memory', rows(['memory'], dayOutcomes));
  printRow('week, all', rows(['cpu', 'load', 'memory'], weekOutcomes));
}
