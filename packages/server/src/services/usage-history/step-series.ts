/**
 * A series that seldom changes (replicas, requests). It stores only the changes, which are a few numbers instead of two
 * weeks of bins. NaN while the value is unknown.
 */
export class StepSeries {
  #starts: number[] = [];
  #values: number[] = [];

  /** The number of stored changes. */
  get size(): number {
    return this.#starts.length;
  }

  /** Replaces the bins from `from` on. Bins after the values are only kept up to `end`. */
  write(from: number, values: ArrayLike<number>, end = 0): void {
    const later = this.read(from + values.length, end);
    const keep = this.#starts.findIndex((start) => start >= from);
    if (keep >= 0) {
      this.#starts.length = keep;
      this.#values.length = keep;
    }
    this.#append(from, values);
    this.#append(from + values.length, later);
  }

  #append(from: number, values: ArrayLike<number>): void {
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? Number.NaN;
      if (this.#values.length > 0 && Object.is(this.#values.at(-1), value)) continue;
      this.#starts.push(from + index);
      this.#values.push(value);
    }
  }

  /** The bins [from, to); NaN before the first known bin. */
  read(from: number, to: number): Float64Array {
    const bins = new Float64Array(Math.max(0, to - from)).fill(Number.NaN);
    this.#starts.forEach((start, index) => {
      const next = this.#starts[index + 1] ?? to;
      if (next <= from || start >= to) return;
      bins.fill(this.#values[index] ?? Number.NaN, Math.max(start, from) - from, Math.min(next, to) - from);
    });
    return bins;
  }

  /** Drops the values that ended before `from`. */
  dropBefore(from: number): void {
    let past = 0;
    while (past + 1 < this.#starts.length && (this.#starts[past + 1] ?? 0) <= from) past++;
    if (past === 0) return;
    this.#starts = this.#starts.slice(past);
    this.#values = this.#values.slice(past);
  }

  /** Pairs of first bin and value, for storing the series. */
  entries(): readonly (readonly [start: number, value: number])[] {
    return this.#starts.map((start, index) => [start, this.#values[index] ?? Number.NaN]);
  }

  static of(entries: Iterable<readonly [start: number, value: number]>): StepSeries {
    const steps = new StepSeries();
    for (const [start, value] of entries) {
      steps.#starts.push(start);
      steps.#values.push(value);
    }
    return steps;
  }
}
