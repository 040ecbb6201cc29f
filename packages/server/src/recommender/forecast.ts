import { BINS_PER_DAY, type BinnedSeries, knownSoFar } from './bins.ts';
import { EXPERTS, type ExpertGround, type ExpertName, expertForecasts, expertGround } from './forecast-experts.ts';
import { quantileOfSorted } from './quantile.ts';

/**
 * The forecast of usage five to sixty minutes ahead: nine one-line experts, mixed by how well each did lately.
 *
 *     weight ~ (MAE over 6 h × MAE over 24 h)^-4, from errors known when the forecast was made
 *
 * Source: design page "recommender", section 4b. Methods that are cleverer on paper (least squares, Fourier) lost to
 * this on public traces; `bench/recommender` repeats the comparison.
 */
const SHORT_WINDOW = 72;
const LONG_WINDOW = BINS_PER_DAY;
const SHARPNESS = 8;
const RESIDUAL_WINDOW = 7 * BINS_PER_DAY;
const LEAST_RESIDUALS = 50;

export type Mixture = {
  /** The mixed forecast of every bin, made `horizon` bins before; NaN where nothing could be said. */
  readonly values: Float64Array;
  /** The weights behind the last bin's forecast, heaviest first; they sum to 1, or there are none. */
  readonly weights: readonly { readonly expert: ExpertName; readonly weight: number }[];
};

/** Sums of an expert's absolute errors and of their number, so that the mean over any window is two look-ups. */
function errorSums(said: Float64Array, actual: Float64Array): { sums: Float64Array; counts: Float64Array } {
  const sums = new Float64Array(actual.length + 1);
  const counts = new Float64Array(actual.length + 1);
  for (let index = 0; index < actual.length; index++) {
    const error = Math.abs((said[index] ?? Number.NaN) - (actual[index] ?? Number.NaN));
    const known = !Number.isNaN(error);
    sums[index + 1] = (sums[index] ?? 0) + (known ? error : 0);
    counts[index + 1] = (counts[index] ?? 0) + (known ? 1 : 0);
  }
  return { sums, counts };
}

function meanError(errors: { sums: Float64Array; counts: Float64Array }, end: number, window: number): number {
  const start = Math.max(0, end - window);
  const count = (errors.counts[end] ?? 0) - (errors.counts[start] ?? 0);
  if (count < window / 2) return Number.POSITIVE_INFINITY;
  return ((errors.sums[end] ?? 0) - (errors.sums[start] ?? 0)) / Math.max(count, 1);
}

/**
 * Mixes the experts at one horizon, for the bins from `from` on (all of them by default): a walk forward in which no
 * forecast knows anything younger than `horizon` bins.
 */
export function mixExperts(ground: ExpertGround, horizon: number, from = 0): Mixture {
  const { series } = ground;
  const experts = expertForecasts(ground, horizon);
  const errors = experts.map((said) => errorSums(said, series));
  const values = new Float64Array(series.length).fill(Number.NaN);
  const tiny = 1e-9 * series.reduce((highest, value) => (value > highest ? value : highest), 0);
  const scores = new Float64Array(experts.length);
  let total = 0;
  for (let bin = from; bin < series.length; bin++) {
    const end = Math.max(0, bin - horizon + 1);
    let lowest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < experts.length; index++) {
      const known = errors[index];
      const usable = known !== undefined && !Number.isNaN(experts[index]?.[bin] ?? Number.NaN);
      const short = usable ? meanError(known, end, SHORT_WINDOW) : Number.POSITIVE_INFINITY;
      const long = usable ? meanError(known, end, LONG_WINDOW) : Number.POSITIVE_INFINITY;
      const score = Math.sqrt(short * (Number.isFinite(long) ? long : short)) + tiny;
      scores[index] = score;
      if (score < lowest) lowest = score;
    }
    total = 0;
    let sum = 0;
    for (let index = 0; index < experts.length; index++) {
      const score = scores[index] ?? Number.POSITIVE_INFINITY;
      const weight = Number.isFinite(score) ? (lowest > 0 ? (score / lowest) ** -SHARPNESS : score === 0 ? 1 : 0) : 0;
      scores[index] = weight;
      total += weight;
      if (weight > 0) sum += weight * (experts[index]?.[bin] ?? 0);
    }
    values[bin] = total > 0 ? sum / total : (experts[0]?.[bin] ?? Number.NaN);
  }
  const weights = EXPERTS.map((expert, index) => ({ expert, weight: total > 0 ? (scores[index] ?? 0) / total : 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return { values, weights };
}

/** The sorted errors (actual - forecast) of the last seven days before `end`, known at that moment; NaN left out. */
export function knownResiduals(series: Float64Array, said: Float64Array, end: number, horizon: number): Float64Array {
  const from = Math.max(0, end - RESIDUAL_WINDOW);
  const residuals = new Float64Array(Math.max(0, end - horizon - from));
  let count = 0;
  for (let index = from; index < end - horizon; index++) {
    const residual = (series[index] ?? Number.NaN) - (said[index] ?? Number.NaN);
    if (!Number.isNaN(residual)) residuals[count++] = residual;
  }
  return residuals.subarray(0, count).toSorted();
}

export type ForecastPoint = {
  /** Bins after the last sample, from 1. */
  readonly horizon: number;
  readonly value: number;
  /** For each level asked for, in that order; null while fewer than 50 residuals are known. */
  readonly quantiles: readonly (number | null)[];
};

export type Forecast = {
  readonly points: readonly ForecastPoint[];
  /** Behind the farthest point. */
  readonly weights: Mixture['weights'];
};

/**
 * What comes after a series' end, one point per horizon. A quantile is the forecast plus that quantile of the errors of
 * the last seven days at the same horizon; nothing is negative. No points without a single sample.
 */
export function forecast(usage: BinnedSeries, horizons: readonly number[], levels: readonly number[]): Forecast {
  const farthest = Math.max(...horizons);
  const known = knownSoFar(usage);
  if (known.length === 0) return { points: [], weights: [] };
  const extended = new Float64Array(known.length + farthest).fill(Number.NaN);
  extended.set(known);
  const ground = expertGround(extended);
  let weights: Mixture['weights'] = [];
  const points = horizons.map((horizon) => {
    const upTo = known.length + horizon;
    const from = Math.max(0, known.length - RESIDUAL_WINDOW);
    // Older bins have no say any more: neither in the weights of the residuals' first bin nor in what follows.
    const start = Math.max(0, from - LONG_WINDOW - horizon);
    const mixed = mixExperts(cut(ground, start, upTo), horizon, from - start);
    if (horizon === farthest) weights = mixed.weights;
    const value = mixed.values[upTo - start - 1] ?? Number.NaN;
    const residuals = knownResiduals(extended.subarray(start), mixed.values, upTo - start, horizon);
    const quantiles = levels.map((level) =>
      residuals.length < LEAST_RESIDUALS ? null : Math.max(0, value + quantileOfSorted(residuals, level)),
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
