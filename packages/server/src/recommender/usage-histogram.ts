import { bucketCount } from './usage-buckets.ts';

/**
 * A weighted histogram over the buckets of `usage-buckets.ts`. The weights of new samples grow instead of the old
 * weights decaying: a sample of day d weighs 2^d times as much as one of day 0. The result is the same as halving all
 * older weights every day.
 */
export class UsageHistogram {
  readonly #weights = new Float64Array(bucketCount);
  readonly #weightedValues = new Float64Array(bucketCount);
  #total = 0;
  #lowest = bucketCount;
  #highest = 0;

  /** Empties the histogram. Clearing the written part is cheaper than allocating 100 KB. */
  clear(): void {
    this.#weights.fill(0, this.#lowest, this.#highest + 1);
    this.#weightedValues.fill(0, this.#lowest, this.#highest + 1);
    this.#total = 0;
    this.#lowest = bucketCount;
    this.#highest = 0;
  }

  add(bucket: number, value: number, weight: number): void {
    this.#weights[bucket] = (this.#weights[bucket] ?? 0) + weight;
    this.#weightedValues[bucket] = (this.#weightedValues[bucket] ?? 0) + weight * value;
    this.#total += weight;
    if (bucket < this.#lowest) this.#lowest = bucket;
    if (bucket > this.#highest) this.#highest = bucket;
  }

  /** The mean value of the bucket with the weighted quantile; NaN while the total weight is 0. */
  quantile(at: number): number {
    if (this.#total <= 0) return Number.NaN;
    // Start at the top, because callers only need high quantiles.
    const goal = (1 - at) * this.#total;
    let sum = 0;
    for (let bucket = this.#highest; bucket > this.#lowest; bucket--) {
      sum += this.#weights[bucket] ?? 0;
      if (sum > goal) return this.#meanOf(bucket);
    }
    return this.#meanOf(this.#lowest);
  }

  #meanOf(bucket: number): number {
    return (this.#weightedValues[bucket] ?? 0) / (this.#weights[bucket] ?? 0);
  }
}
