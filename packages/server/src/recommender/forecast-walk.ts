import { type BinnedSeries, binsPerDay, knownSoFar } from './bins.ts';
import { mixExperts } from './forecast.ts';
import { expertGround } from './forecast-experts.ts';

/**
 * What had been forecast for every bin `horizon` bins before it, and onwards past the end up to `farthest` bins: there
 * each bin has the forecast of the shortest horizon, from `horizon` on, that reaches it. The first `usage.length` entries
 * are the bins of `usage`; NaN where nothing could be said. A function of the samples alone, so that it can be repeated.
 */
export function walkForward(usage: BinnedSeries, horizon: number, farthest: number): Float64Array {
  const walked = new Float64Array(usage.length + farthest).fill(Number.NaN);
  const known = knownSoFar(usage);
  if (known.length === 0) return walked;
  const skipped = usage.length - known.length;
  // One bin more than is asked for: the usual day is smoothed over its neighbors, at the farthest horizon too.
  const extended = new Float64Array(known.length + farthest + 1).fill(Number.NaN);
  extended.set(known);
  const ground = expertGround(extended);
  const { values } = mixExperts(ground, horizon);
  // What the first hours say is the last value of a series that has only begun.
  const from = Math.min(known.length, horizon);
  walked.set(values.subarray(from, known.length + Math.min(horizon, farthest)), skipped + from);
  for (let ahead = horizon + 1; ahead <= farthest; ahead++) {
    const bin = known.length + ahead - 1;
    walked[skipped + bin] = mixExperts(ground, ahead, bin).values[bin] ?? Number.NaN;
  }
  return walked;
}

/** How forecasts of one horizon did, against what "the same as a day before" would have done on the same bins. */
export type ForecastScore = {
  readonly horizonBins: number;
  /** Bins that both were compared on. */
  readonly bins: number;
  /** Sum of absolute errors ÷ sum of usage; null where nothing was used. */
  readonly wape: number | null;
  readonly seasonalNaiveWape: number | null;
};

/** The score over the last `bins` bins; only bins with a sample count, and only where both had something to say. */
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
