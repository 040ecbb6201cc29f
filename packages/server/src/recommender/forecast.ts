import { type BinnedSeries, binsPerDay, knownSoFar } from './bins.ts';
import {
  type ExpertGround,
  type ExpertName,
  expertForecasts,
  expertGround,
  forecastExperts,
} from './forecast-experts.ts';
import { quantileBySelection } from './quantile.ts';

/**
 * The forecast of usage five to sixty minutes ahead: nine simple experts, weighted by their recent errors:
 *
 *     weight ~ (MAE over 6 h × MAE over 24 h)^-4, from errors known when the forecast was made
 *
 * MAE: mean absolute error. Source: docs/recommender.md. More complex methods (least squares, Fourier) had larger
 * errors on public traces; `bench/recommender` repeats the comparison.
 */
const shortWindow = 72;
const longWindow = binsPerDay;
const residualWindow = 7 * binsPerDay;
const leastResiduals = 50;

export type Mixture = {
  /** The mixed forecast of every bin, made `horizon` bins before it; NaN: no forecast. */
  readonly values: Float64Array;
  /** The weights of the last bin's forecast, largest first. They sum to 1; empty without a forecast. */
  readonly weights: readonly { readonly expert: ExpertName; readonly weight: number }[];
};

const experts = forecastExperts.length;

/**
 * Buffers that every call reuses and overwrites: allocating them would take half of the time of thousands of forecasts.
 * Index: `bin × experts + expert`; `sums` and `counts` have one bin more.
 */
const scratch = { bins: 0, predictions: new Float64Array(0), sums: new Float64Array(0), counts: new Float64Array(0) };

function buffersFor(bins: number): typeof scratch {
  if (bins <= scratch.bins) return scratch;
  scratch.bins = bins;
  scratch.predictions = new Float64Array(bins * experts);
  scratch.sums = new Float64Array((bins + 1) * experts);
  scratch.counts = new Float64Array((bins + 1) * experts);
  return scratch;
}

/** Running sums and counts of every expert's absolute errors, so that the mean of a window takes two lookups. */
function sumErrors({ predictions, sums, counts }: typeof scratch, actual: Float64Array): void {
  sums.fill(0, 0, experts);
  counts.fill(0, 0, experts);
  for (let bin = 0, at = 0; bin < actual.length; bin++) {
    const value = actual[bin] ?? Number.NaN;
    for (let expert = 0; expert < experts; expert++, at++) {
      const error = Math.abs((predictions[at] ?? Number.NaN) - value);
      const isKnown = error >= 0;
      sums[at + experts] = (sums[at] ?? 0) + (isKnown ? error : 0);
      counts[at + experts] = (counts[at] ?? 0) + (isKnown ? 1 : 0);
    }
  }
}

/** The mean error of an expert between two indexes; infinite when less than half of the window is known. */
function meanError({ sums, counts }: typeof scratch, start: number, end: number, window: number): number {
  const count = (counts[end] ?? 0) - (counts[start] ?? 0);
  if (count < window / 2) return Number.POSITIVE_INFINITY;
  return ((sums[end] ?? 0) - (sums[start] ?? 0)) / count;
}

function highest(series: Float64Array): number {
  let most = 0;
  for (const value of series) if (value > most) most = value;
  return most;
}

/** ratio^8 by three multiplications: `**` would take as long as the rest of the loop. */
function toTheEighth(ratio: number): number {
  const squared = ratio * ratio;
  const fourth = squared * squared;
  return fourth * fourth;
}

/**
 * Mixes the experts at one horizon, for the bins from `from` on. The forecast of a bin uses only samples that are at
 * least `horizon` bins older.
 */
export function mixExperts(ground: ExpertGround, horizon: number, from = 0): Mixture {
  const { series } = ground;
  const own = buffersFor(series.length);
  const { predictions } = own;
  expertForecasts(ground, horizon, predictions);
  sumErrors(own, series);
  const values = new Float64Array(series.length).fill(Number.NaN);
  const tiny = 1e-9 * highest(series);
  const scores = new Float64Array(experts);
  let total = 0;
  for (let bin = from; bin < series.length; bin++) {
    const end = Math.max(0, bin - horizon + 1);
    const [shortAgo, longAgo] = [Math.max(0, end - shortWindow), Math.max(0, end - longWindow)];
    let lowest = Number.POSITIVE_INFINITY;
    for (let expert = 0; expert < experts; expert++) {
      let score = Number.POSITIVE_INFINITY;
      if (!Number.isNaN(predictions[bin * experts + expert] ?? Number.NaN)) {
        const now = end * experts + expert;
        const short = meanError(own, shortAgo * experts + expert, now, shortWindow);
        const long = meanError(own, longAgo * experts + expert, now, longWindow);
        score = Math.sqrt(short * (long < Number.POSITIVE_INFINITY ? long : short)) + tiny;
      }
      scores[expert] = score;
      if (score < lowest) lowest = score;
    }
    total = 0;
    let sum = 0;
    for (let expert = 0; expert < experts; expert++) {
      const score = scores[expert] ?? Number.POSITIVE_INFINITY;
      if (score === Number.POSITIVE_INFINITY) {
        scores[expert] = 0;
        continue;
      }
      const weight = lowest > 0 ? toTheEighth(lowest / score) : score === 0 ? 1 : 0;
      scores[expert] = weight;
      total += weight;
      if (weight > 0) sum += weight * (predictions[bin * experts + expert] ?? 0);
    }
    values[bin] = total > 0 ? sum / total : (predictions[bin * experts] ?? Number.NaN);
  }
  const weights = forecastExperts
    .map((expert, index) => ({ expert, weight: total > 0 ? (scores[index] ?? 0) / total : 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return { values, weights };
}

/** The sorted errors (actual - forecast) of the seven days before `end`, as far as they were known then; without NaN. */
export function knownResiduals(
  series: Float64Array,
  predictions: Float64Array,
  end: number,
  horizon: number,
): Float64Array {
  return residualsOf(series, predictions, end, horizon).toSorted();
}

function residualsOf(series: Float64Array, predictions: Float64Array, end: number, horizon: number): Float64Array {
  const from = Math.max(0, end - residualWindow);
  const residuals = new Float64Array(Math.max(0, end - horizon - from));
  let count = 0;
  for (let index = from; index < end - horizon; index++) {
    const residual = (series[index] ?? Number.NaN) - (predictions[index] ?? Number.NaN);
    if (!Number.isNaN(residual)) residuals[count++] = residual;
  }
  return residuals.subarray(0, count);
}

type ForecastPoint = {
  /** Bins after the last sample, from 1. */
  readonly horizon: number;
  readonly value: number;
  /** One value per level, in the order given; null while fewer than 50 errors are known. */
  readonly quantiles: readonly (number | null)[];
};

export type Forecast = {
  readonly points: readonly ForecastPoint[];
  /** The weights of the farthest point. */
  readonly weights: Mixture['weights'];
};

/**
 * Forecasts the bins after the end of a series, one point per horizon. A quantile is the forecast plus that quantile of
 * the errors of the last seven days at the same horizon, at least 0. There are no points without samples.
 */
export function forecast(usage: BinnedSeries, horizons: readonly number[], levels: readonly number[]): Forecast {
  const farthest = Math.max(...horizons);
  const known = knownSoFar(usage);
  if (known.length === 0) return { points: [], weights: [] };
  // One extra bin, because the usual day is smoothed over its neighbors.
  const extended = new Float64Array(known.length + farthest + 1).fill(Number.NaN);
  extended.set(known);
  const ground = expertGround(extended);
  let weights: Mixture['weights'] = [];
  const points = horizons.map((horizon) => {
    const upTo = known.length + horizon;
    const from = Math.max(0, known.length - residualWindow);
    // Older bins influence neither the weights of the first residual nor anything after it.
    const start = Math.max(0, from - longWindow - horizon);
    const mixed = mixExperts(cut(ground, start, upTo), horizon, from - start);
    if (horizon === farthest) weights = mixed.weights;
    const value = mixed.values[upTo - start - 1] ?? Number.NaN;
    const residuals = residualsOf(extended.subarray(start), mixed.values, upTo - start, horizon);
    const quantiles = levels.map((level) =>
      residuals.length < leastResiduals ? null : Math.max(0, value + quantileBySelection(residuals, level)),
    );
    return { horizon, value, quantiles };
  });
  return { points: points.filter(({ value }) => Number.isFinite(value)), weights };
}

const cut = (ground: ExpertGround, start: number, end: number): ExpertGround => ({
  series: ground.series.subarray(start, end),
  hour: ground.hour.subarray(start, end),
  yesterday: ground.yesterday.subarray(start, end),
  lastWeek: ground.lastWeek.subarray(start, end),
  usual: ground.usual.subarray(start, end),
  fromUsual: ground.fromUsual.subarray(start, end),
  fromYesterday: ground.fromYesterday.subarray(start, end),
  fromLastWeek: ground.fromLastWeek.subarray(start, end),
});
