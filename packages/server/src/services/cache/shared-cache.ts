import { type Clock, silentTelemetry, type Telemetry } from '../../ports/index.ts';

type Entry<T> = {
  readonly controller: AbortController;
  readonly value: Promise<T>;
  /** Callers that wait for a value that is still being computed. */
  waiting: number;
  settledAt: number | null;
  /** How long computing took: what is expensive is kept longer. */
  tookMs: number;
  /** What it takes of the room that there is; 0 until it is settled. */
  weight: number;
  refreshing: boolean;
};

const freshForMs = 5_000;
const staleForMs = 30_000;
const maximumEntries = 64;

export type CacheOptions<T> = {
  /** As the server's own figures call it. */
  readonly name?: string;
  readonly telemetry?: Telemetry | undefined;
  /** How long an answer that took long to compute may be served while a new one is made, at most. */
  readonly longestStaleMs?: number;
  /** How long an answer is served before a new one is made, at least: longer for one whose key holds all it hangs on. */
  readonly freshMs?: number;
  readonly weigh?: (value: T) => number;
  /** Called when the weight has grown. */
  readonly grown?: () => void;
};

/**
 * Answers computed once and shared by all requests of some seconds. Those that come while it is being computed wait for
 * the same computation; it is aborted only when the last of them has left, so that one client's
 * disconnect does not spoil the others' answer. After the fresh time the old answer is served while a new one is made,
 * for a bounded time: a list stays fast under steady load. Keys hold everything an answer depends on. What was read on
 * somebody's behalf is kept in a cache of theirs (docs/decisions/0009). Failures are never kept.
 */
export class SharedCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #clock: Clock;
  readonly #name: string;
  readonly #telemetry: Telemetry;
  readonly #longestStaleMs: number;
  readonly #freshMs: number;
  readonly #weigh: (value: T) => number;
  readonly #grown: () => void;

  constructor(clock: Clock, options: CacheOptions<T> = {}) {
    const { name = 'other', telemetry = silentTelemetry, longestStaleMs = 0, freshMs = freshForMs } = options;
    this.#weigh = options.weigh ?? (() => 1);
    this.#grown = options.grown ?? (() => undefined);
    this.#clock = clock;
    this.#name = name;
    this.#telemetry = telemetry;
    this.#longestStaleMs = longestStaleMs;
    this.#freshMs = freshMs;
  }

  async get(key: string, compute: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const existing = this.#entries.get(key);
    if (existing !== undefined && this.#usable(existing)) {
      const isOld = existing.settledAt !== null && this.#age(existing) >= this.#freshFor(existing);
      this.#telemetry.cache(this.#name, isOld ? 'stale' : 'hit');
      if (isOld) this.#refresh(key, existing, compute);
      return this.#wait(key, existing, signal);
    }
    this.#telemetry.cache(this.#name, 'miss');
    return this.#wait(key, this.#start(key, compute), signal);
  }

  get weight(): number {
    let weight = 0;
    for (const entry of this.#entries.values()) weight += entry.weight;
    return weight;
  }

  /** The next caller asks anew; those who wait already get what they wait for. */
  clear(): void {
    this.#entries.clear();
  }

  #age = (entry: Entry<T>): number => (entry.settledAt === null ? 0 : this.#clock.now() - entry.settledAt);

  // A clock that was set back must not keep an answer alive.
  #usable = (entry: Entry<T>): boolean => {
    const age = this.#age(entry);
    return age >= 0 && age < this.#freshFor(entry) + this.#staleFor(entry);
  };

  #freshFor = ({ tookMs }: Entry<T>): number => Math.max(this.#freshMs, Math.min(10 * tookMs, 30_000));

  #staleFor = ({ tookMs }: Entry<T>): number => Math.max(staleForMs, Math.min(50 * tookMs, this.#longestStaleMs));

  #start(key: string, compute: (signal: AbortSignal) => Promise<T>, keep = true): Entry<T> {
    const controller = new AbortController();
    const startedAt = this.#clock.now();
    const entry: Entry<T> = {
      controller,
      value: compute(controller.signal),
      waiting: 0,
      settledAt: null,
      tookMs: 0,
      weight: 0,
      refreshing: false,
    };
    if (keep) this.#put(key, entry);
    entry.value.then(
      (value) => {
        entry.settledAt = this.#clock.now();
        entry.tookMs = Math.max(0, entry.settledAt - startedAt);
        entry.weight = this.#weigh(value);
        this.#grown();
      },
      () => this.#drop(key, entry),
    );
    return entry;
  }

  #refresh(key: string, old: Entry<T>, compute: (signal: AbortSignal) => Promise<T>): void {
    if (old.refreshing) return;
    old.refreshing = true;
    const next = this.#start(key, compute, false);
    next.value.then(
      () => {
        if (this.#entries.get(key) === old) this.#put(key, next);
      },
      // The source is failing now; the next caller asks again and is told so.
      () => this.#drop(key, old),
    );
  }

  async #wait(key: string, entry: Entry<T>, signal: AbortSignal | undefined): Promise<T> {
    if (entry.settledAt !== null || signal === undefined) {
      if (entry.settledAt === null) entry.waiting += 1;
      return entry.value;
    }
    entry.waiting += 1;
    const leaving = new AbortController();
    const gone = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: leaving.signal });
    });
    try {
      return await Promise.race([entry.value, gone]);
    } finally {
      leaving.abort();
      entry.waiting -= 1;
      if (entry.waiting === 0 && entry.settledAt === null) {
        this.#drop(key, entry);
        entry.controller.abort();
      }
    }
  }

  #put(key: string, entry: Entry<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maximumEntries) break;
      this.#entries.delete(oldest);
    }
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}
