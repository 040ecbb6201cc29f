/** A binary heap: finds the first entry by `comesBefore` in constant time, adds and removes in O(log n). */
export class Heap<T> {
  readonly #entries: T[] = [];
  readonly #comesBefore: (a: T, b: T) => boolean;

  constructor(comesBefore: (a: T, b: T) => boolean) {
    this.#comesBefore = comesBefore;
  }

  get first(): T | undefined {
    return this.#entries[0];
  }

  add(entry: T): void {
    let at = this.#entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, parent)) return;
      at = parent;
    }
  }

  take(): T | undefined {
    const [first] = this.#entries;
    const last = this.#entries.pop();
    if (last === undefined || this.#entries.length === 0) return first;
    this.#entries[0] = last;
    for (let at = 0; ; ) {
      const child = this.#earlierChild(at);
      if (child === null || !this.#swapIfBefore(child, at)) return first;
      at = child;
    }
  }

  #earlierChild(at: number): number | null {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const [a, b] = [this.#entries[left], this.#entries[right]];
    if (a === undefined) return null;
    return b !== undefined && this.#comesBefore(b, a) ? right : left;
  }

  #swapIfBefore(at: number, other: number): boolean {
    const [a, b] = [this.#entries[at], this.#entries[other]];
    if (a === undefined || b === undefined || !this.#comesBefore(a, b)) return false;
    this.#entries[at] = b;
    this.#entries[other] = a;
    return true;
  }
}
