import type { Bins } from '../../../ports/index.ts';
import type { Line, Sample } from '../client/response.ts';
import { keyOf } from '../inventory/owners.ts';
import { binAt, type Resource } from './bins.ts';

const podOf = ({ labels }: { labels: Sample['labels'] }) => keyOf(labels['namespace'], labels['pod']);
const keyOfLine = ({ labels }: { labels: Sample['labels'] }) =>
  keyOf(labels['namespace'], labels['pod'], labels['container'], labels['resource']);

/** Names of the pods whose least and most differ: resized in place, or another pod of the same name. */
export function podsThatChanged(least: readonly Sample[], most: readonly Sample[]): string[] {
  const lowest = new Map(least.map((sample) => [keyOfLine(sample), sample.value]));
  return [
    ...new Set(
      most
        .filter((sample) => lowest.get(keyOfLine(sample)) !== sample.value)
        .flatMap(({ labels }) => labels['pod'] ?? []),
    ),
  ];
}

/** A value that holds all along, or one per bin. */
type Request = number | ReadonlyMap<number, number>;

/** What pods requested in one slice: mostly one number per container, because requests belong to a pod for life. */
export class PodRequests {
  readonly #pods = new Map<string, Record<Resource, Map<string, Request>>>();

  constructor(most: readonly Sample[], changes: readonly Line[], startSeconds: number) {
    for (const sample of most) if (sample.value !== null) this.#put(sample, sample.value);
    for (const line of changes) {
      const known = line.points.flatMap(([time, value]): [number, number][] =>
        value === null ? [] : [[binAt(startSeconds, time), value]],
      );
      this.#put(line, new Map(known));
    }
  }

  #pod(pod: string): Record<Resource, Map<string, Request>> {
    const known = this.#pods.get(pod);
    if (known) return known;
    const made = { cpu: new Map<string, Request>(), memory: new Map<string, Request>() };
    this.#pods.set(pod, made);
    return made;
  }

  #put(of: { labels: Sample['labels'] }, request: Request): void {
    const { resource, container = '' } = of.labels;
    if (resource === 'cpu' || resource === 'memory') this.#pod(podOf(of))[resource].set(container, request);
  }

  /** A container that is there, whether it requests anything or not. */
  mustHave(pod: string, container: string): void {
    for (const requests of Object.values(this.#pod(pod))) if (!requests.has(container)) requests.set(container, 0);
  }

  /** Adds what a pod requested in a bin; a sum that cannot be whole, for lack of a request, is unknown for good. */
  addTo(
    bins: Bins,
    { pod, resource, bin, weight }: { pod: string; resource: Resource; bin: number; weight: number },
  ): void {
    const requests = this.#pods.get(pod)?.[resource];
    if (requests === undefined || requests.size === 0) return;
    let sum = 0;
    for (const request of requests.values()) {
      const value = typeof request === 'number' ? request : (request.get(bin) ?? 0);
      // A request of 0 counts as none: it reserves nothing.
      sum += value > 0 ? value : Number.POSITIVE_INFINITY;
    }
    const before = bins[bin] ?? Number.NaN;
    // Infinity stands for "not whole" until all pods were added, because NaN says that nothing was.
    if (weight > 0) bins[bin] = (Number.isNaN(before) ? 0 : before) + sum * weight;
    else if (Number.isNaN(before)) bins[bin] = 0;
  }
}

/** Once everything was added: what is not whole is not known. */
export function settle(bins: Bins): void {
  for (const [bin, value] of bins.entries()) if (value === Number.POSITIVE_INFINITY) bins[bin] = Number.NaN;
}
