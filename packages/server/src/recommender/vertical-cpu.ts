import { type BinnedSeries, binsPerDay } from './bins.ts';
import { bucketCount, bucketOfWord, firstBucket, upperEnds, wordsOf } from './usage-buckets.ts';
import { sizedDays } from './vertical-rules.ts';

/** A sample weighs half as much as one that is two days younger. */
const halfLifeBins = 2 * binsPerDay;
const weights = Float64Array.from({ length: sizedDays * binsPerDay }, (_, age) => 2 ** (-age / halfLifeBins));

/** The cost of a request is averaged over requests from 3 % below to 3 % above it: at most 16 buckets each. */
const smoothing = 1.03;
const smoothedBuckets = 16;

/** Among requests with about the lowest cost, the highest: up to 1 % more cost, up to 10 % above the cheapest. */
const equalCost = 1.01;
const mostAboveCheapest = 1.1;
/** The number of buckets in a range of 10 %. */
const equalBuckets = 50;

/** Sums per bucket over its samples, with w = weight, u = usage, m = mean usage of the day: w, w·u, w ÷ m, w·u ÷ m. */
const sumCount = 4;

/** Reused by every call, which clears `sums`. Allocating them would take longer than the call. */
const sums = new Float64Array(sumCount * bucketCount);
const slacks = new Float64Array(bucketCount);
const overs = new Float64Array(bucketCount);
const meanCosts = new Float64Array(bucketCount);
const candidates = upperEnds.cpu;

type Filled = { readonly lowest: number; readonly highest: number };

/** `value` in cores. `slack` and `over` belong to this value. */
type LeastCost = { readonly value: number; readonly slack: number; readonly over: number };

/**
 * The constant CPU request that would have had the lowest cost over the last 14 days. If several have about the same
 * cost, the highest of them. Null without samples. With the usage u and the weight 2^(-age / 2 days) of a sample:
 *
 * cost(c) = slack(c) + lambda × over(c)
 * slack(c) = mean of max(c - u, 0) / c
 * over(c) = share of samples with u > c, plus mean of max(u - c, 0) / mean usage of that day
 *
 * The cost of a request is the mean over the requests from 3 % below it to 3 % above it, so that the result does not
 * depend on single samples. The candidates are the ends of the buckets of a histogram.
 */
export function leastCostRequest(usage: BinnedSeries, lambda: number): LeastCost | null {
  const filled = addSamples(usage.subarray(-sizedDays * binsPerDay));
  if (filled === null) return null;
  const from = Math.max(0, filled.lowest - smoothedBuckets);
  const to = Math.min(bucketCount - 1, filled.highest + 2 * smoothedBuckets + equalBuckets);
  judge(filled, from, to);
  sums.fill(0, sumCount * filled.lowest, sumCount * (filled.highest + 1));
  const best = cheapest(from, to, lambda);
  return { value: candidates[best] ?? 0, slack: slacks[best] ?? 0, over: overs[best] ?? 0 };
}

/** Adds the samples of each day to the sums of their buckets. */
function addSamples(usage: BinnedSeries): Filled | null {
  const words = wordsOf(usage);
  let lowest = bucketCount;
  let highest = -1;
  for (let end = usage.length; end > 0; end -= binsPerDay) {
    const start = Math.max(0, end - binsPerDay);
    const perMean = 1 / meanOf(usage, start, end);
    for (let bin = start; bin < end; bin++) {
      const used = usage[bin] ?? 0;
      if (Number.isNaN(used)) continue;
      const bucket = bucketOfWord(words[2 * bin + 1] ?? 0, firstBucket.cpu);
      if (bucket < lowest) lowest = bucket;
      if (bucket > highest) highest = bucket;
      const weight = weights[usage.length - 1 - bin] ?? 0;
      const relative = perMean < Number.POSITIVE_INFINITY ? weight * perMean : 0;
      const at = sumCount * bucket;
      sums[at] = (sums[at] ?? 0) + weight;
      sums[at + 1] = (sums[at + 1] ?? 0) + weight * used;
      sums[at + 2] = (sums[at + 2] ?? 0) + relative;
      sums[at + 3] = (sums[at + 3] ?? 0) + relative * used;
    }
  }
  return highest < 0 ? null : { lowest, highest };
}

/** The mean of the samples of some bins; NaN without samples. */
function meanOf(usage: BinnedSeries, start: number, end: number): number {
  let sum = 0;
  let samples = 0;
  for (let bin = start; bin < end; bin++) {
    const used = usage[bin] ?? 0;
    if (Number.isNaN(used)) continue;
    sum += used;
    samples++;
  }
  return sum / samples;
}

/** Computes `slacks` and `overs` of the candidates from sums over the buckets below them. */
function judge({ lowest, highest }: Filled, from: number, to: number): void {
  const total = [0, 0, 0, 0];
  for (let at = sumCount * lowest; at < sumCount * (highest + 1); at++) {
    total[at % sumCount] = (total[at % sumCount] ?? 0) + (sums[at] ?? 0);
  }
  const [weight = 0, , relativeWeight = 0, relativeUsage = 0] = total;
  let [within, usageWithin, relativeWithin, relativeUsageWithin] = [0, 0, 0, 0];
  for (let bucket = from; bucket <= to; bucket++) {
    const at = sumCount * bucket;
    within += sums[at] ?? 0;
    usageWithin += sums[at + 1] ?? 0;
    relativeWithin += sums[at + 2] ?? 0;
    relativeUsageWithin += sums[at + 3] ?? 0;
    const request = candidates[bucket] ?? 0;
    const timeAbove = weight - within;
    const workAbove = relativeUsage - relativeUsageWithin - (relativeWeight - relativeWithin) * request;
    slacks[bucket] = Math.max(0, (within - usageWithin / request) / weight);
    // Above the highest sample, the difference is only a rounding error.
    overs[bucket] = bucket >= highest ? 0 : (timeAbove + workAbove) / weight;
  }
}

/**
 * The highest candidate whose cost is at most 1 % above the lowest cost. It is at most 10 % higher than the cheapest
 * candidate, so that it stays close to it where the cost hardly changes.
 */
function cheapest(from: number, to: number, lambda: number): number {
  const end = to - smoothedBuckets;
  let [low, high, sum, best] = [from, from, 0, from];
  const cost = (bucket: number): number => (slacks[bucket] ?? 0) + lambda * (overs[bucket] ?? 0);
  for (let bucket = from; bucket <= end; bucket++) {
    const request = candidates[bucket] ?? 0;
    while (high <= to && (candidates[high] ?? 0) <= request * smoothing) sum += cost(high++);
    while ((candidates[low] ?? 0) * smoothing < request) sum -= cost(low++);
    meanCosts[bucket] = sum / (high - low);
    if ((meanCosts[bucket] ?? 0) < (meanCosts[best] ?? 0)) best = bucket;
  }
  const [most, highest] = [(meanCosts[best] ?? 0) * equalCost, (candidates[best] ?? 0) * mostAboveCheapest];
  let chosen = best;
  for (let bucket = best; bucket <= end && (candidates[bucket] ?? 0) <= highest; bucket++) {
    if ((meanCosts[bucket] ?? 0) <= most) chosen = bucket;
  }
  return chosen;
}
