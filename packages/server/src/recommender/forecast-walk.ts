import { type BinnedSeries, binsPerDay, knownSoFar } from './bins.ts';
import { leastErrors, residualWindow } from './forecast.ts';
import { expertGround } from './forecast-experts.ts';
import { mixExperts } from './forecast-mix.ts';
import { quantileOfSorted, sortedSamples } from './quantile.ts';

/**
 * For every bin of `usage`, the forecast that was made `horizon` bins before it. Up to `farthest` entries for bins
 * after the end follow. Each of them uses the shortest horizon, starting with `horizon`, that reaches it. NaN: no
 * forecast. Each forecast uses only earlier samples.
 */
export function walkForward(usage: BinnedSeries, horizon: number, farthest: number): Float64Array {
  const walked = new Float64Array(usage.length + farthest).fill(Number.NaN);
  const known = knownSoFar(usage);
  if (known.length === 0) return walked;
  const skipped = usage.length - known.length;
  // One extra bin, because the values of the usual day are averaged with their neighbors.
  const extended = new Float64Array(known.length + farthest + 1).fill(Number.NaN);
  extended.set(known);
  const ground = expertGround(extended);
  const { values } = mixExperts(ground, horizon, { to: known.length + Math.min(horizon, farthest) });
  // At the beginning of a series, every forecast is the last known value.
  const from = Math.min(known.length, horizon);
  walked.set(values.subarray(from), skipped + from);
  for (let ahead = horizon + 1; ahead <= farthest; ahead++) {
    const bin = known.length + ahead - 1;
    walked[skipped + bin] = mixExperts(ground, ahead, { from: bin, to: bin + 1 }).values[0] ?? Number.NaN;
  }
  return walked;
}

/**
 * The quantiles of earlier forecasts, one list per level. A quantile is the forecast plus the quantile of its errors of
 * the seven days before, at least 0. It is recomputed once a day. NaN on the first day and while too few errors are
 * known.
 */
export function walkQuantiles(
  usage: BinnedSeries,
  walked: Float64Array,
  horizon: number,
  levels: readonly number[],
): Float64Array[] {
  const result = levels.map(() => new Float64Array(usage.length).fill(Number.NaN));
  for (let day = binsPerDay; day < usage.length; day += binsPerDay) {
    const from = Math.max(0, day - residualWindow);
    const errors = sortedSamples(
      usage.subarray(from, day - horizon).map((value, bin) => value - (walked[from + bin] ?? Number.NaN)),
    );
    if (errors.length < leastErrors) continue;
    for (const [index, level] of levels.entries()) {
      const shift = quantileOfSorted(errors, level);
      const until = Math.min(day + binsPerDay, usage.length);
      result[index]?.set(
        walked.subarray(day, until).map((value) => Math.max(value + shift, 0)),
        day,
      );
    }
  }
  return result;
}

/** The errors of the forecasts of one horizon, and those of "the same as a day before" on the same bins. */
export type ForecastScore = {
  readonly horizonBins: number;
  /** The number of bins that were compared. */
  readonly bins: number;
  /** Weighted absolute percentage error: sum of absolute errors ÷ sum of usage; null when the usage is 0. */
  readonly wape: number | null;
  readonly seasonalNaiveWape: number | null;
  /** The share of bins between the 10 % and the 90 % quantile of the forecast; null without quantiles. */
  readonly coverage: number | null;
};

/** The score over the last `bins` bins. Only bins with a sample and both forecasts count. */
export function scoreForecasts(usage: BinnedSeries, horizonBins: number, bins: number): ForecastScore {
  const walked = walkForward(usage, horizonBins, horizonBins);
  const [low, high] = walkQuantiles(usage, walked, horizonBins, [0.1, 0.9]);
  let count = 0;
  let used = 0;
  let error = 0;
  let naiveError = 0;
  let banded = 0;
  let inBand = 0;
  for (let bin = Math.max(binsPerDay, usage.length - bins); bin < usage.length; bin++) {
    const actual = usage[bin] ?? Number.NaN;
    const off = Math.abs(actual - (walked[bin] ?? Number.NaN));
    const naiveOff = Math.abs(actual - (usage[bin - binsPerDay] ?? Number.NaN));
    if (Number.isNaN(off) || Number.isNaN(naiveOff)) continue;
    count++;
    used += actual;
    error += off;
    naiveError += naiveOff;
    const [least, most] = [low?.[bin] ?? Number.NaN, high?.[bin] ?? Number.NaN];
    if (Number.isNaN(least) || Number.isNaN(most)) continue;
    banded++;
    if (actual >= least && actual <= most) inBand++;
  }
  return {
    horizonBins,
    bins: count,
    wape: used > 0 ? error / used : null,
    seasonalNaiveWape: used > 0 ? naiveError / used : null,
    coverage: banded > 0 ? inBand / banded : null,
  };
}
