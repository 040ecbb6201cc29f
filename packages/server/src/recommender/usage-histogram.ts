/**
 * A histogram with buckets that are 0.25 % wide. Old weights do not decay; new ones grow instead: a sample of block d
 * weighs 2^d times as much as one of block 0. This equals halving all older weights with every block.
 */
const growth = Math.log(1.0025);
const bucketCount = 7200;

/** Values up to this fall into the first bucket. The last of the 7,200 buckets is 6e7 times as high. */
const firstBucket = { cpu: 1e-4, memory: 1e6 } as const;

export class UsageHistogram {
  readonly #weights = new Float64Array(bucketCount);
  readonly #weightedValues = new Float64Array(bucketCount);
  readonly #first: number;
  #total = 0;
  #lowest = bucketCount;
  #highest = 0;

  constructor(resource: 'cpu' | 'memory') {
    this.#first = firstBucket[resource];
  }

  /** Empties the histogram. Clearing the written part is cheaper than allocating 100 KB. */
  clear(): void {
    this.#weights.fill(0, this.#lowest, this.#highest + 1);
    this.#weightedValues.fill(0, this.#lowest, this.#highest + 1);
    this.#total = 0;
    this.#lowest = bucketCount;
    this.#highest = 0;
  }

  /** The bucket of a value. Histograms of one resource share it, so that the logarithm is computed once. */
  bucketOf(value: number): number {
    if (value <= this.#first) return 0;
    return Math.min(bucketCount - 1, 1 + Math.floor(Math.log(value / this.#first) / growth));
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
    const goal = at * this.#total;
    let sum = 0;
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const weight = this.#weights[bucket] ?? 0;
      sum += weight;
      if (weight > 0 && sum >= goal) return (this.#weightedValues[bucket] ?? 0) / weight;
    }
    const last = this.#weights[this.#highest] ?? 0;
    return last > 0 ? (this.#weightedValues[this.#highest] ?? 0) / last : Number.NaN;
  }
}
