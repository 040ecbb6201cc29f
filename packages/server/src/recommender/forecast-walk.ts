import { type BinnedSeries, binsPerDay, knownSoFar } from './bins.ts';
import { mixExperts } from './forecast.ts';
import { expertGround } from './forecast-experts.ts';

/**
 * For every bin of `usage`, the forecast that was made `horizon` bins before it. Up to `farthest` entries follow for the
 * bins after the end, each with the shortest horizon, from `horizon` on, that reaches it. NaN: no forecast. Uses only the
 * samples before each forecast.
 */
export function walkForward(usage: BinnedSeries, horizon: number, farthest: number): Float64Array {
  const walked = new Float64Array(usage.length + farthest).fill(Number.NaN);
  const known = knownSoFar(usage);
  if (known.length === 0) return walked;
  const skipped = usage.length - known.length;
  // One extra bin, because the usual day is smoothed over its neighbors.
  const extended = new Float64Array(known.length + farthest + 1).fill(Number.NaN);
  extended.set(known);
  const ground = expertGround(extended);
  const { values } = mixExperts(ground, horizon);
  // At the beginning of a series, every forecast is its last value.
  const from = Math.min(known.length, horizon);
  walked.set(values.subarray(from, known.length + Math.min(horizon, farthest)), skipped + from);
  for (let ahead = horizon + 1; ahead <= farthest; ahead++) {
    const bin = known.length + ahead - 1;
    walked[skipped + bin] = mixExperts(ground, ahead, bin).values[bin] ?? Number.NaN;
  }
  return walked;
}

/** The errors of the forecasts of one horizon, and those of "the same as a day before" on the same bins. */
export type ForecastScore = {
  readonly horizonBins: number;
  /** The number of bins that were compared. */
  readonly bins: number;
  /** Weighted absolute percentage error: sum of absolute errors ÷ sum of usage; null when the usage is 0. */
  readonly wape: number | null;
  readonly seasonalNaiveWape: number | null;
};

/** The score over the last `bins` bins. Only bins with a sample and both forecasts count. */
export function scoreForecasts(usage: BinnedSeries, horizonBins: number, bins: number): ForecastScore {
  const walked = walkForward(usage, horizonBins, horizonBins);
  let count = 0;
  let used = 0;
  let error = 0;
  let naiveError = 0;
  for (let bin = Math.max(binsPerDay, usage.length - bins); bin < usage.length; bin++) {
    const actual = usage[bin] ?? Number.NaN;
    const off = Math.abs(actual - (walked[bin] ?? Number.NaN));
    const naiveOff = Math.abs(actual - (usage[bin - binsPerDay] ?? Number.NaN));
    if (Number.isNaN(off) || Number.isNaN(naiveOff)) continue;
    count++;
    used += actual;
    error += off;
    naiveError += naiveOff;
  }
  return {
    horizonBins,
    bins: count,
    wape: used > 0 ? error / used : null,
    seasonalNaiveWape: used > 0 ? naiveError / used : null,
  };
}
