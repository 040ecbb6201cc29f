import { type BinnedSeries, binsPerDay, fiveMinutes, type Grid, knownSoFar } from './bins.ts';
import { type ExpertGround, expertGround } from './forecast-experts.ts';
import { type Mixture, mixExperts, type Range } from './forecast-mix.ts';
import { quantileBySelection } from './quantile.ts';

export const residualWindow = 7 * binsPerDay;
/** With fewer errors there are no quantiles. */
export const leastErrors = 50;
/**
 * If there are more errors than this, only every second, third, … error is used; of a whole week, every seventh.
 * Neighboring errors are similar. Seven bins do not divide an hour, so all minutes of the hour are included.
 * `bench/recommender` measures the time and the coverage of the quantiles.
 */
const enoughErrors = 280;
/** Errors are measured at these horizons only, for speed. Quantiles of other horizons are interpolated. */
const measuredHorizons = [1, 2, 5, 12, 24];

type ForecastPoint = {
  /** How many bins after the last sample, from 1. */
  readonly horizon: number;
  readonly value: number;
  /** One value per level, in the order given; null while fewer than 50 errors are known. */
  readonly quantiles: readonly (number | null)[];
};

export type Forecast = {
  readonly points: readonly ForecastPoint[];
  /** The weights of the experts in the forecast of the farthest point. */
  readonly weights: Mixture['weights'];
};

/** Returns the forecasts of some bins at one horizon, as `mixExperts` computes them. */
export type Mix = (horizon: number, range: Range & { readonly from: number; readonly to: number }) => Mixture;

export const mixOf =
  (ground: ExpertGround): Mix =>
  (horizon, range) =>
    mixExperts(ground, horizon, range);

/**
 * Forecasts the bins after the end of a series, one point per horizon of up to a day. A quantile is the forecast plus
 * that quantile of the errors of the last seven days at the same horizon, at least 0. There are no points without samples.
 */
export function forecast(
  usage: BinnedSeries,
  horizons: readonly number[],
  levels: readonly number[],
  grid: Grid = fiveMinutes,
): Forecast {
  const farthest = Math.max(...horizons);
  const known = knownSoFar(usage);
  if (known.length === 0) return { points: [], weights: [] };
  // One extra bin, because the values of the usual day are averaged with their neighbors.
  const extended = new Float64Array(known.length + farthest + 1).fill(Number.NaN);
  extended.set(known);
  const ground = expertGround(extended, known.length - residualWindow - binsPerDay - farthest, grid);
  return forecastByMix(mixOf(ground), known, horizons, levels);
}

/** Like `forecast`, but `mix` returns the forecasts, which may be computed already. `known` has no gaps. */
export function forecastByMix(
  mix: Mix,
  known: BinnedSeries,
  horizons: readonly number[],
  levels: readonly number[],
): Forecast {
  const farthest = Math.max(...horizons);
  const shiftsAt = measuredShifts(mix, known, levels);
  let weights: Mixture['weights'] = [];
  const points = horizons.map((horizon) => {
    const bin = known.length + horizon - 1;
    const mixed = mix(horizon, { from: bin, to: bin + 1 });
    if (horizon === farthest) weights = mixed.weights;
    const value = mixed.values[0] ?? Number.NaN;
    const quantiles = shiftsAt(horizon).map((shift) => (shift === null ? null : Math.max(0, value + shift)));
    return { horizon, value, quantiles };
  });
  return { points: points.filter(({ value }) => Number.isFinite(value)), weights };
}

/** The quantiles of the errors at any horizon; null while too few errors are known. */
function measuredShifts(
  mix: Mix,
  known: BinnedSeries,
  levels: readonly number[],
): (horizon: number) => (number | null)[] {
  const measured = new Map<number, readonly (number | null)[]>();
  const measure = (horizon: number) => {
    const shifts = measured.get(horizon) ?? errorQuantiles(mix, known, horizon, levels);
    measured.set(horizon, shifts);
    return shifts;
  };
  return (horizon) => {
    const near = measuredHorizons.findLast((one) => one <= horizon) ?? horizon;
    const far = measuredHorizons.find((one) => one >= horizon) ?? horizon;
    const share = far > near ? (horizon - near) / (far - near) : 0;
    return levels.map((_, index) => {
      const from = measure(near)[index] ?? null;
      const to = measure(far)[index] ?? null;
      return from === null || to === null ? null : from + share * (to - from);
    });
  };
}

/** The quantiles of the errors (actual - forecast) of the last week (2,016 bins); null while few are known. */
export function errorQuantiles(
  mix: Mix,
  known: BinnedSeries,
  horizon: number,
  levels: readonly number[],
): (number | null)[] {
  const to = known.length;
  const from = Math.max(0, to + horizon - residualWindow);
  const step = Math.max(1, Math.floor((to - from) / enoughErrors));
  const { values } = mix(horizon, { from, to, step });
  const errors = new Float64Array(Math.ceil((to - from) / step));
  let count = 0;
  for (let index = (to - from - 1) % step; index < values.length; index += step) {
    const error = (known[from + index] ?? Number.NaN) - (values[index] ?? Number.NaN);
    if (!Number.isNaN(error)) errors[count++] = error;
  }
  return levels.map((level) => (count < leastErrors ? null : quantileBySelection(errors.subarray(0, count), level)));
}
