import { LRUCache } from 'lru-cache';
import { type Clock, silentTelemetry, type Telemetry, untilAborted } from '../../ports/index.ts';

type Entry<T> = {
  readonly controller: AbortController;
  readonly value: Promise<T>;
  /** Null while the value is being computed, and after a failure. */
  result: { readonly value: T } | null;
  /** How many callers wait for the value while it is being computed. */
  waiting: number;
  /** Null while the value is being computed. */
  settledAt: number | null;
  /** How long the computation took. An expensive value is used for longer. */
  tookMs: number;
  isFailed: boolean;
  /** 0 until the value is settled. */
  weight: number;
  isRefreshing: boolean;
};

const freshForMs = 5_000;
const staleForMs = 30_000;
const maximumEntries = 64;

export type CacheOptions<T> = {
  /** The name in the server's metrics. */
  readonly name?: string;
  readonly telemetry?: Telemetry | undefined;
  /** The longest time for which an expensive value is served while a new one is computed. */
  readonly longestStaleMs?: number;
  /** The shortest time for which a value counts as fresh. */
  readonly freshMs?: number;
  /** How long a failure is given to all callers before the value is computed again; 0 by default. */
  readonly failureMs?: number;
  /** The size of a value, in any unit; 1 by default. */
  readonly weigh?: (value: T) => number;
  /** Called after the weight of the cache has grown. */
  readonly grown?: () => void;
};

/**
 * A cache of computed answers. `lru-cache` holds the entries, and this class adds three rules:
 * - Callers that need a value while it is being computed share the computation. It is aborted when the last of them
 * leaves. If that one left because of its time limit, the computation goes on instead, and the next caller gets the value.
 * - A value is fresh for 10 times the computation time, but for at least 5 s and at most 30 s. If the computation took
 * longer than 30 s, the value is fresh for as long as the computation took. After that it is stale: it is still served for
 * at least 30 s and twice the computation time, while one new value is computed.
 * A list therefore stays fast under steady load.
 * - Failures are not stored, except for `failureMs`. If the refresh of a stale value fails, the stale value is dropped.
 *
 * The key must contain everything that the answer depends on. Answers that were read on behalf of a principal belong in
 * a cache of that principal (`PerPrincipal`, docs/decisions/0009-cache-answers-per-principal.md).
 */
export class SharedCache<T> {
  readonly #entries = new LRUCache<string, Entry<T>>({ max: maximumEntries });
  readonly #clock: Clock;
  readonly #options: Required<Omit<CacheOptions<T>, 'telemetry'>> & { readonly telemetry: Telemetry };

  constructor(clock: Clock, options: CacheOptions<T> = {}) {
    this.#clock = clock;
    this.#options = {
      name: 'other',
      longestStaleMs: 0,
      freshMs: freshForMs,
      failureMs: 0,
      weigh: () => 1,
      grown: () => undefined,
      ...options,
      telemetry: options.telemetry ?? silentTelemetry,
    };
  }

  async get(key: string, compute: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const { name, telemetry } = this.#options;
    const existing = this.#entries.get(key);
    if (existing !== undefined && this.#isUsable(existing)) {
      const isStale =
        existing.settledAt !== null && !existing.isFailed && this.#age(existing) >= this.#freshFor(existing);
      telemetry.cache(name, isStale ? 'stale' : 'hit');
      if (isStale) this.#refresh(key, existing, compute);
      return this.#wait(key, existing, signal);
    }
    telemetry.cache(name, 'miss');
    const entry = this.#start(key, compute);
    this.#entries.set(key, entry);
    return this.#wait(key, entry, signal);
  }

  get weight(): number {
    let weight = 0;
    for (const entry of this.#entries.values()) weight += entry.weight;
    return weight;
  }

  /** Drops all entries. Callers that are already waiting still get their value. */
  clear(): void {
    this.#entries.clear();
  }

  /** Drops the entries with such a value. */
  dropIf(isDropped: (value: T) => boolean): void {
    const dropped = [...this.#entries.entries()].filter(([, { result }]) => result !== null && isDropped(result.value));
    for (const [key] of dropped) this.#entries.delete(key);
  }

  #age = (entry: Entry<T>): number => (entry.settledAt === null ? 0 : this.#clock.now() - entry.settledAt);

  // A negative age means that the clock was set back, so the entry's real age is unknown.
  #isUsable = (entry: Entry<T>): boolean => {
    const age = this.#age(entry);
    if (entry.isFailed) return age >= 0 && age < this.#options.failureMs;
    return age >= 0 && age < this.#freshFor(entry) + this.#staleFor(entry);
  };

  #freshFor = ({ tookMs }: Entry<T>): number => Math.max(this.#options.freshMs, Math.min(10 * tookMs, 30_000), tookMs);

  #staleFor = ({ tookMs }: Entry<T>): number =>
    Math.max(staleForMs, 2 * tookMs, Math.min(50 * tookMs, this.#options.longestStaleMs));

  #start(key: string, compute: (signal: AbortSignal) => Promise<T>): Entry<T> {
    const controller = new AbortController();
    const startedAt = this.#clock.now();
    const entry: Entry<T> = {
      controller,
      value: compute(controller.signal),
      result: null,
      waiting: 0,
      settledAt: null,
      tookMs: 0,
      isFailed: false,
      weight: 0,
      isRefreshing: false,
    };
    entry.value.then(
      (value) => {
        entry.result = { value };
        entry.settledAt = this.#clock.now();
        entry.tookMs = Math.max(0, entry.settledAt - startedAt);
        entry.weight = this.#options.weigh(value);
        this.#options.grown();
      },
      () => {
        entry.settledAt = this.#clock.now();
        entry.isFailed = true;
        if (this.#options.failureMs === 0) this.#drop(key, entry);
      },
    );
    return entry;
  }

  #refresh(key: string, stale: Entry<T>, compute: (signal: AbortSignal) => Promise<T>): void {
    if (stale.isRefreshing) return;
    stale.isRefreshing = true;
    const next = this.#start(key, compute);
    const replace = (): void => {
      if (this.#entries.peek(key) === stale) this.#entries.set(key, next);
    };
    // A failed entry is used for `failureMs`. After that, the next caller starts the computation again.
    next.value.then(replace, replace);
  }

  async #wait(key: string, entry: Entry<T>, signal: AbortSignal | undefined): Promise<T> {
    if (entry.settledAt !== null) return entry.value;
    entry.waiting += 1;
    if (signal === undefined) return entry.value;
    try {
      return await untilAborted(entry.value, signal);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0 && entry.settledAt === null && !isTimeout(signal)) {
        this.#drop(key, entry);
        entry.controller.abort();
      }
    }
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.peek(key) === entry) this.#entries.delete(key);
  }
}

const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';
