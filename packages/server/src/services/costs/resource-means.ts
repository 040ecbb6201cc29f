import { advisedOf, type HourlyFigures } from '../rollups/hourly-figures.ts';

/** What is averaged of one resource of a target. */
export class ResourceMeans {
  readonly used = new Mean();
  readonly requested = new Mean();
  readonly before = new CompletedMean();
  readonly advised = new CompletedMean();
  readonly resized = new PairOfMeans();
  readonly rescaled = new PairOfMeans();

  /** Called for every hour of a year of many targets, so it creates no object. All amounts but `advisedPod` are of all pods. */
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

/** The requests with the suggested replicas only. Without pods they are 0, as in `advisedOf`, and not 0 / 0. */
function rescaledOf({ replicas, advisedReplicas }: HourlyFigures, requested: number): number {
  if (replicas === 0) return 0 * advisedReplicas;
  return (requested / replicas) * advisedReplicas;
}

/** A mean over the hours in which the amount is known. */
class Mean {
  #sum = 0;
  #hours = 0;

  add(amount: number, hours: number): void {
    this.#sum += amount * hours;
    this.#hours += hours;
  }

  get value(): number | null {
    return meanOf(this.#sum, this.#hours);
  }
}

/** The means of the requests and of other requests over the hours in which both are known. */
export class PairOfMeans {
  #requested = 0;
  #other = 0;
  #hours = 0;

  add(requested: number, other: number, hours: number): void {
    if (!Number.isFinite(other)) return;
    this.#requested += requested * hours;
    this.#other += other * hours;
    this.#hours += hours;
  }

  get requested(): number | null {
    return meanOf(this.#requested, this.#hours);
  }

  get other(): number | null {
    return meanOf(this.#other, this.#hours);
  }
}

/** The mean of other requests over all hours of the requests. An hour in which they are unknown counts with the requests. */
export class CompletedMean {
  #sum = 0;
  #knownHours = 0;
  #unknownHours = 0;

  add(requested: number, other: number, hours: number): void {
    const isKnown = Number.isFinite(other);
    this.#sum += (isKnown ? other : requested) * hours;
    if (isKnown) this.#knownHours += hours;
    else this.#unknownHours += hours;
  }

  /** Null if they are unknown in all hours. */
  get value(): number | null {
    return this.#knownHours === 0 ? null : meanOf(this.#sum, this.#knownHours + this.#unknownHours);
  }

  /** The hours that count with the requests; 0 without a value. */
  get unknownHours(): number {
    return this.#knownHours === 0 ? 0 : this.#unknownHours;
  }
}

const meanOf = (sum: number, hours: number): number | null => (hours === 0 ? null : sum / hours);
