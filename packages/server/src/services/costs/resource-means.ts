import { advisedOf, type HourlyFigures } from '../rollups/hourly-figures.ts';

/** What is averaged of one resource of a target. */
export class ResourceMeans {
  readonly used = new Mean();
  readonly requested = new Mean();
  readonly before = new CompletedMean();
  readonly advised = new CompletedMean();
  readonly resized = new PairOfMeans();
  readonly rescaled = new PairOfMeans();

  /**
   * It creates no object, because it is called for every hour of a year of many targets. All amounts are those of all pods,
   * except `advisedPod`.
   */
  add(
    figures: HourlyFigures,
    requested: number,
    used: number,
    before: number,
    advisedPod: number,
    hours: number,
  ): void {
    if (Number.isFinite(used)) this.used.add(used, hours);
    if (!Number.isFinite(requested)) return;
    this.requested.add(requested, hours);
    this.before.add(requested, before, hours);
    this.advised.add(requested, advisedOf(figures, requested, advisedPod), hours);
    this.resized.add(requested, advisedPod * figures.replicas, hours);
    this.rescaled.add(requested, rescaledOf(figures, requested), hours);
  }
}

/** The requests with the suggested replicas only; 0 without pods, as in `advisedOf`. NaN without a suggestion. */
function rescaledOf({ replicas, advisedReplicas }: HourlyFigures, requested: number): number {
  if (Number.isNaN(advisedReplicas)) return Number.NaN;
  return replicas === 0 ? 0 : (requested / replicas) * advisedReplicas;
}

/** A mean over the hours in which the amount is known. */
class Mean {
  #sum = 0;
  #hours = 0;

  add(amount: number, hours: number): void {
    this.#sum += amount * hours;
    this.#hours += hours;
  }

  /** Null without an hour. */
  get value(): number | null {
    return this.#hours === 0 ? null : this.#sum / this.#hours;
  }
}

/** The means of the requests and of other requests over the hours in which both are known. */
export class PairOfMeans {
  readonly requested = new Mean();
  readonly other = new Mean();

  add(requested: number, other: number, hours: number): void {
    if (!Number.isFinite(other)) return;
    this.requested.add(requested, hours);
    this.other.add(other, hours);
  }
}

/**
 * The mean of other requests over all hours of the requests. In an hour in which they are unknown, the requests count
 * instead.
 */
export class CompletedMean {
  readonly #all = new Mean();
  #knownHours = 0;
  #unknownHours = 0;

  add(requested: number, other: number, hours: number): void {
    const isKnown = Number.isFinite(other);
    this.#all.add(isKnown ? other : requested, hours);
    if (isKnown) this.#knownHours += hours;
    else this.#unknownHours += hours;
  }

  /** Null if they are unknown in all hours. */
  get value(): number | null {
    return this.#knownHours === 0 ? null : this.#all.value;
  }

  /** The hours in which the requests count instead; 0 without a value. */
  get unknownHours(): number {
    return this.#knownHours === 0 ? 0 : this.#unknownHours;
  }
}
