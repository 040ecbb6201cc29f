import { isResourceName, type ResourceName } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { Bins } from '../../../ports/index.ts';
import type { RangeSeries, Sample } from '../client/response.ts';
import { keyOf, podKey } from '../inventory/owners.ts';
import { binAt } from './bins.ts';

const seriesKey = ({ labels }: { labels: Sample['labels'] }) =>
  keyOf(labels['namespace'], labels['pod'], labels['container'], labels['resource']);

/** Names of pods whose lowest and highest requests differ: resized, or replaced by a pod of the same name. */
export function podsThatChanged(least: readonly Sample[], most: readonly Sample[]): string[] {
  const lowest = new Map(least.map((sample) => [seriesKey(sample), sample.value]));
  return [
    ...new Set(
      most
        .filter((sample) => lowest.get(seriesKey(sample)) !== sample.value)
        .flatMap(({ labels }) => labels['pod'] ?? []),
    ),
  ];
}

/** A number that applies to all bins, or one number per bin. */
type Request = number | ReadonlyMap<number, number>;

/** The requests of pods in one slice. Most containers have one number, because requests rarely change. */
export class PodRequests {
  readonly #pods = new Map<string, Record<ResourceName, Map<string, Request>>>();

  constructor(most: readonly Sample[], changes: readonly RangeSeries[], startSeconds: number) {
    for (const sample of most) if (sample.value !== null) this.#put(sample, sample.value);
    for (const series of changes) {
      const known = [...series.points].flatMap(([time, value]): [number, number][] =>
        value === null ? [] : [[binAt(startSeconds, time), value]],
      );
      this.#put(series, new Map(known));
    }
  }

  #pod(pod: string): Record<ResourceName, Map<string, Request>> {
    return getOrInsert(this.#pods, pod, () => ({ cpu: new Map(), memory: new Map() }));
  }

  #put(of: { labels: Sample['labels'] }, request: Request): void {
    const { resource = '', container = '' } = of.labels;
    if (isResourceName(resource)) this.#pod(podKey(of.labels))[resource].set(container, request);
  }

  /** Adds a container with a request of 0, unless its requests are already known. */
  ensureContainer(pod: string, container: string): void {
    for (const requests of Object.values(this.#pod(pod))) if (!requests.has(container)) requests.set(container, 0);
  }

  /** Adds request × weight of a pod to a bin. If a container has no request, the sum is unknown for all pods. */
  addTo(
    bins: Bins,
    { pod, resource, bin, weight }: { pod: string; resource: ResourceName; bin: number; weight: number },
  ): void {
    const requests = this.#pods.get(pod)?.[resource];
    if (requests === undefined || requests.size === 0) return;
    let sum = 0;
    for (const request of requests.values()) {
      const value = typeof request === 'number' ? request : (request.get(bin) ?? 0);
      // A request of 0 counts as no request: it reserves nothing.
      sum += value > 0 ? value : Number.POSITIVE_INFINITY;
    }
    const before = bins[bin] ?? Number.NaN;
    // Infinity marks an incomplete sum until all pods are added. NaN cannot mark it, because NaN means that no pod was
    // added.
    if (weight > 0) bins[bin] = (Number.isNaN(before) ? 0 : before) + sum * weight;
    else if (Number.isNaN(before)) bins[bin] = 0;
  }
}

/** Marks incomplete sums as unknown (NaN). Call it after all pods were added. */
export function clearIncompleteSums(bins: Bins): void {
  for (const [bin, value] of bins.entries()) if (value === Number.POSITIVE_INFINITY) bins[bin] = Number.NaN;
}
