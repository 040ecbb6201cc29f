import type { Bins, WorkloadHistory, WorkloadIdentity } from '../../../ports/index.ts';
import type { Line } from '../client/response.ts';
import { keyOf, type Owners, workloadKey } from '../inventory/owners.ts';
import type { Slice } from './slices.ts';

export type Resource = 'cpu' | 'memory';
type PerResource = Record<Resource, Bins>;

/** A history while it is being filled, slice by slice. */
export type Filling = {
  readonly identity: WorkloadIdentity;
  readonly containers: Map<string, PerResource>;
  readonly total: PerResource;
  readonly requested: PerResource;
  readonly readyReplicas: Bins;
  readonly outOfMemory: WorkloadHistory['outOfMemory'][number][];
};

/** Beyond this many pods the 90th percentile of pods stands for the busiest: one odd pod must not size them all. */
const fewPods = 5;

const unknown = (length: number): Bins => new Float64Array(length).fill(Number.NaN);
const unknownBoth = (length: number): PerResource => ({ cpu: unknown(length), memory: unknown(length) });

/** All histories of a question, by workload. */
export type Fillings = { readonly of: (identity: WorkloadIdentity) => Filling; readonly all: () => readonly Filling[] };

export function createFillings(length: number): Fillings {
  const fillings = new Map<string, Filling>();
  return {
    all: () => [...fillings.values()],
    of: (identity) => {
      const key = workloadKey(identity);
      const known = fillings.get(key);
      if (known) return known;
      const made: Filling = {
        identity,
        containers: new Map(),
        total: unknownBoth(length),
        requested: unknownBoth(length),
        readyReplicas: unknown(length),
        outOfMemory: [],
      };
      fillings.set(key, made);
      return made;
    },
  };
}

/** What the pods of one bin come to; `values` is put in order. */
function busiest(resource: Resource, values: Float64Array): number {
  values.sort();
  const last = values.length - 1;
  const rank = resource === 'cpu' && values.length > fewPods ? Math.ceil(values.length * 0.9) - 1 : last;
  return values[rank] ?? Number.NaN;
}

/** Adds to a sum that is unknown until something adds to it. */
export function add(bins: Bins, at: number, value: number): void {
  const before = bins[at] ?? Number.NaN;
  bins[at] = Number.isNaN(before) ? value : before + value;
}

/** Turns times into bins: the value of a bin was asked for at its end. */
export const binAt = (startSeconds: number, time: number): number => Math.round((time - startSeconds) / 300) - 1;

/** Pods' values of one slice by workload and container, each pod's on a grid of the slice's own. */
export class PodValues {
  readonly #rows = new Map<string, { identity: WorkloadIdentity; container: string; pods: Map<string, Bins> }>();
  readonly #slice: Slice;
  readonly #owners: Owners;
  /** How many values there are. */
  count = 0;

  constructor(slice: Slice, owners: Owners) {
    this.#slice = slice;
    this.#owners = owners;
  }

  /** Takes what is not known yet, so that a second, coarser answer fills the gaps of the first. */
  take(lines: readonly Line[], startSeconds: number): void {
    const { from, to } = this.#slice;
    for (const { labels, points } of lines) {
      const pod = keyOf(labels['namespace'], labels['pod']);
      const identity = this.#owners.get(pod);
      if (!identity) continue;
      const container = labels['container'] ?? '';
      const key = keyOf(workloadKey(identity), container);
      const row = this.#rows.get(key) ?? { identity, container, pods: new Map<string, Bins>() };
      this.#rows.set(key, row);
      const values = row.pods.get(pod) ?? unknown(to - from);
      row.pods.set(pod, values);
      for (const [time, value] of points) {
        const at = binAt(startSeconds, time) - from;
        if (value === null || at < 0 || at >= values.length || !Number.isNaN(values[at])) continue;
        values[at] = value;
        this.count += 1;
      }
    }
  }

  /** Every container of every pod that has a value, as `namespace/pod` with the container's name. */
  *containers(): Iterable<readonly [pod: string, container: string]> {
    for (const { container, pods } of this.#rows.values()) for (const pod of pods.keys()) yield [pod, container];
  }

  fold(resource: Resource, fillings: Fillings, length: number): void {
    const { from, to } = this.#slice;
    for (const { identity, container, pods } of this.#rows.values()) {
      const filling = fillings.of(identity);
      const bins = filling.containers.get(container) ?? unknownBoth(length);
      filling.containers.set(container, bins);
      const rows = [...pods.values()];
      const present = new Float64Array(rows.length);
      for (let at = 0; at < to - from; at += 1) {
        let count = 0;
        for (const row of rows) {
          const value = row[at] ?? Number.NaN;
          if (Number.isNaN(value)) continue;
          present[count] = value;
          count += 1;
          add(filling.total[resource], from + at, value);
        }
        if (count > 0) bins[resource][from + at] = busiest(resource, present.subarray(0, count));
      }
    }
  }
}
