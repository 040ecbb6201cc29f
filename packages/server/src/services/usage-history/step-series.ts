/**
 * A series that seldom changes (replicas, requests), kept as the bins at which it does: a few numbers instead of two
 * weeks of bins. NaN where nothing is known.
 */
export class StepSeries {
  #starts: number[] = [];
  #values: number[] = [];

  /** How many changes are kept. */
  get size(): number {
    return this.#starts.length;
  }

  /** Sets the bins from `from` on; what was known of them and of later ones is forgotten. */
  write(from: number, values: ArrayLike<number>): void {
    const keep = this.#starts.findIndex((start) => start >= from);
    if (keep >= 0) {
      this.#starts.length = keep;
      this.#values.length = keep;
    }
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? Number.NaN;
      if (this.#values.length > 0 && Object.is(this.#values.at(-1), value)) continue;
      this.#starts.push(from + index);
      this.#values.push(value);
    }
  }

  /** The bins [from, to); what lies before the first known bin is NaN. */
  read(from: number, to: number): Float64Array {
    const bins = new Float64Array(Math.max(0, to - from)).fill(Number.NaN);
    this.#starts.forEach((start, index) => {
      const next = this.#starts[index + 1] ?? to;
      if (next <= from || start >= to) return;
      bins.fill(this.#values[index] ?? Number.NaN, Math.max(start, from) - from, Math.min(next, to) - from);
    });
    return bins;
  }

  /** Forgets what ended before `from`. */
  dropBefore(from: number): void {
    let past = 0;
    while (past + 1 < this.#starts.length && (this.#starts[past + 1] ?? 0) <= from) past++;
    if (past === 0) return;
    this.#starts = this.#starts.slice(past);
    this.#values = this.#values.slice(past);
  }

  /** Starts and values, one after the other, for keeping. */
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
