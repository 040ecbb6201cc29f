import { minuteMs } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/index.ts';

export type Bounds<T> = {
  /** The weight of one principal's share, in the unit of `mostWeight`. */
  readonly weigh: (share: T) => number;
  /** The maximum weight of all shares together. */
  readonly mostWeight: number;
};

/** More principals than use one server at the same time. A share without answers takes almost no memory. */
const mostPrincipals = 256;
/**
 * This many principals keep their answers even if these exceed the maximum together: the server itself and two callers.
 * With fewer, each of them would read a large cluster again whenever another one was active.
 */
const fewestPrincipals = 3;
/** An open page of the console sends requests more often than this. */
const idleAfterMs = 5 * minuteMs;

/**
 * One share of cached data for each principal. Principals never share data
 * (docs/decisions/0009-cache-answers-per-principal.md). When the weight exceeds its maximum, the least recently used shares
 * are evicted, except for the last three.
 */
export class PerPrincipal<T extends object> {
  readonly #shares: LRUCache<string, T>;
  readonly #make: () => T;
  readonly #bounds: Bounds<T>;

  constructor(clock: Clock, make: () => T, bounds: Bounds<T>) {
    this.#make = make;
    this.#bounds = bounds;
    this.#shares = new LRUCache({
      max: mostPrincipals,
      // An entry is stale when its age is greater than its ttl.
      ttl: idleAfterMs - 1,
      updateAgeOnGet: true,
      // Read the clock every time, because it may be simulated.
      ttlResolution: 0,
      perf: clock,
    });
  }

  /** The share of a principal; a new one at its first use and after five minutes without use. */
  of(principal: string): T {
    const known = this.#shares.get(principal);
    this.#shares.purgeStale();
    if (known !== undefined) return known;
    const share = this.#make();
    this.#shares.set(principal, share);
    return share;
  }

  drop(principal: string): void {
    this.#shares.delete(principal);
  }

  /** Call this when a share has grown. */
  trim(): void {
    let weight = 0;
    for (const share of this.#shares.values()) weight += this.#bounds.weigh(share);
    while (weight > this.#bounds.mostWeight && this.#shares.size > fewestPrincipals) {
      const evicted = this.#shares.pop();
      if (evicted !== undefined) weight -= this.#bounds.weigh(evicted);
    }
  }

  all(): Iterable<T> {
    return this.#shares.values();
  }
}
