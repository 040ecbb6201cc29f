import { minuteMs } from '@trimtab/core';
import type { Clock } from '../../ports/index.ts';

export type Bounds<T> = {
  /** How much one principal's share weighs, in whatever `mostWeight` counts. */
  readonly weigh: (kept: T) => number;
  readonly mostWeight: number;
};

/** More than look at one server at a time; what is kept of a principal without answers is next to nothing. */
const mostPrincipals = 256;
/** Nobody with an open page is silent for so long. */
const idleAfterMs = 5 * minuteMs;

type Share<T> = { readonly kept: T; usedAt: number };

/**
 * What is kept for each principal, and for no two of them together (docs/decisions/0009). When all shares weigh too
 * much, those used least lately go; whoever is asking keeps theirs, so that a single one may weigh more than the bound.
 */
export class PerPrincipal<T> {
  readonly #shares = new Map<string, Share<T>>();
  readonly #clock: Clock;
  readonly #make: () => T;
  readonly #bounds: Bounds<T>;

  constructor(clock: Clock, make: () => T, bounds: Bounds<T>) {
    this.#clock = clock;
    this.#make = make;
    this.#bounds = bounds;
  }

  of(principal: string): T {
    const now = this.#clock.now();
    const share = this.#shares.get(principal) ?? { kept: this.#make(), usedAt: now };
    share.usedAt = now;
    // Last in the map: used last.
    this.#shares.delete(principal);
    this.#shares.set(principal, share);
    this.#dropIdle(now);
    return share.kept;
  }

  /** To be called when a share has become heavier. */
  trim(): void {
    let weight = 0;
    for (const { kept } of this.#shares.values()) weight += this.#bounds.weigh(kept);
    for (const [principal, { kept }] of this.#shares) {
      if (this.#shares.size <= 1 || weight <= this.#bounds.mostWeight) return;
      weight -= this.#bounds.weigh(kept);
      this.#shares.delete(principal);
    }
  }

  all(): Iterable<T> {
    return Array.from(this.#shares.values(), ({ kept }) => kept);
  }

  #dropIdle(now: number): void {
    for (const [principal, { usedAt }] of this.#shares) {
      if (now - usedAt < idleAfterMs && this.#shares.size <= mostPrincipals) return;
      this.#shares.delete(principal);
    }
  }
}
