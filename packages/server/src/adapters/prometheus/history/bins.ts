import { type ResourceName, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { Bins, WorkloadHistory, WorkloadIdentity } from '../../../ports/index.ts';
import type { RangeSeries } from '../client/response.ts';
import { keyOf, type Owners, podKey } from '../inventory/owners.ts';
import type { Slice } from './slices.ts';

type BinsPerResource = Record<ResourceName, Bins>;

/** The history of one workload while its slices are being read. */
export type HistoryBuilder = {
  readonly identity: WorkloadIdentity;
  readonly containers: Map<string, BinsPerResource>;
  readonly total: BinsPerResource;
  readonly requested: BinsPerResource;
  readonly readyReplicas: Bins;
  readonly outOfMemory: WorkloadHistory['outOfMemory'][number][];
};

/** With more pods than this, CPU uses the 90th percentile of the pods, so that one unusual pod does not size them all. */
const fewPods = 5;

const emptyBins = (length: number): Bins => new Float64Array(length).fill(Number.NaN);
const emptyBinsPerResource = (length: number): BinsPerResource => ({
  cpu: emptyBins(length),
  memory: emptyBins(length),
});

/** The builders of all workloads in one reading. */
export type HistoryBuilders = {
  readonly of: (identity: WorkloadIdentity) => HistoryBuilder;
  readonly all: () => readonly HistoryBuilder[];
};

export function createHistoryBuilders(length: number): HistoryBuilders {
  const builders = new Map<string, HistoryBuilder>();
  return {
    all: () => [...builders.values()],
    of: (identity) =>
      getOrInsert(builders, workloadKey(identity), () => ({
        identity,
        containers: new Map(),
        total: emptyBinsPerResource(length),
        requested: emptyBinsPerResource(length),
        readyReplicas: emptyBins(length),
        outOfMemory: [],
      })),
  };
}

/** The usage that represents all pods of a container in one bin. Sorts `values` in place. */
function busiest(resource: ResourceName, values: Float64Array): number {
  values.sort();
  const last = values.length - 1;
  const rank = resource === 'cpu' && values.length > fewPods ? Math.ceil(values.length * 0.9) - 1 : last;
  return values[rank] ?? Number.NaN;
}

/** Adds to a bin, which is NaN until the first value is added. */
export function add(bins: Bins, at: number, value: number): void {
  const before = bins[at] ?? Number.NaN;
  bins[at] = Number.isNaN(before) ? value : before + value;
}

/** The bin of a point. A bin is evaluated at its end. */
export const binAt = (startSeconds: number, time: number): number => Math.round((time - startSeconds) / 300) - 1;

/** The bins of one pod, from its first value to its last. Short-lived pods have only a few bins. */
type PodBins = { readonly first: number; readonly values: Bins };

/** The bins of one container of a workload. */
type Row = {
  readonly identity: WorkloadIdentity;
  readonly container: string;
  readonly pods: Map<string, PodBins>;
};

const noBins: PodBins = { first: 0, values: new Float64Array(0) };

/** The same values in bins that are extended to the range from `first` to `last`. */
function widened({ first, values }: PodBins, from: number, to: number): PodBins {
  if (values.length === 0) return { first: from, values: emptyBins(to - from + 1) };
  const end = first + values.length - 1;
  if (from >= first && to <= end) return { first, values };
  const start = Math.min(first, from);
  const wider = emptyBins(Math.max(end, to) - start + 1);
  wider.set(values, first - start);
  return { first: start, values: wider };
}

/** The values of one slice, per workload, container and pod. Bins are counted from the start of the slice. */
export class PodValues {
  readonly #rows = new Map<string, Row>();
  /** The rows of each workload. */
  readonly #rowsOf = new Map<string, Row[]>();
  readonly #slice: Slice;
  readonly #owners: Owners;
  /** The number of values. */
  count = 0;

  constructor(slice: Slice, owners: Owners) {
    this.#slice = slice;
    this.#owners = owners;
  }

  /** Fills empty bins only, so that a second, coarser result fills the gaps of the first. */
  fill(result: readonly RangeSeries[], startSeconds: number): void {
    const length = this.#slice.to - this.#slice.from;
    for (const { labels, points } of result) {
      const pod = podKey(labels);
      const identity = this.#owners.get(pod);
      if (!identity) continue;
      const binOf = (time: number) => binAt(startSeconds, time) - this.#slice.from;
      const inside = [...points].filter(([time, value]) => value !== null && binOf(time) >= 0 && binOf(time) < length);
      const [first, last] = [inside[0], inside.at(-1)];
      if (first === undefined || last === undefined) continue;
      const container = labels['container'] ?? '';
      const key = keyOf(workloadKey(identity), container);
      const { pods } = getOrInsert(this.#rows, key, () => {
        const row: Row = { identity, container, pods: new Map() };
        getOrInsert(this.#rowsOf, workloadKey(identity), () => []).push(row);
        return row;
      });
      const bins = widened(pods.get(pod) ?? noBins, binOf(first[0]), binOf(last[0]));
      pods.set(pod, bins);
      for (const [time, value] of inside) {
        const at = binOf(time) - bins.first;
        if (value === null || !Number.isNaN(bins.values[at])) continue;
        bins.values[at] = value;
        this.count += 1;
      }
    }
  }

  /** For each bin, whether a container of the pod has a value. A pod is `namespace/pod`. */
  knownBins(identity: WorkloadIdentity, pod: string): (bin: number) => boolean {
    const found = (this.#rowsOf.get(workloadKey(identity)) ?? []).flatMap(({ pods }) => pods.get(pod) ?? []);
    return (bin) =>
      found.some(({ first, values }) => !Number.isNaN(values[bin - this.#slice.from - first] ?? Number.NaN));
  }

  /** All containers of all pods that have a value. A pod is `namespace/pod`. */
  *containers(): Iterable<readonly [pod: string, container: string]> {
    for (const { container, pods } of this.#rows.values()) for (const pod of pods.keys()) yield [pod, container];
  }

  /** Adds the representative usage of each container, and the total CPU usage, to the histories. */
  addTo(builders: HistoryBuilders, resource: ResourceName, length: number): void {
    const { from, to } = this.#slice;
    for (const { identity, container, pods } of this.#rows.values()) {
      const builder = builders.of(identity);
      const bins = getOrInsert(builder.containers, container, () => emptyBinsPerResource(length));
      const { ends, values } = byBin([...pods.values()], to - from);
      let start = 0;
      for (const [at, end] of ends.entries()) {
        const present = values.subarray(start, end);
        start = end;
        if (present.length === 0) continue;
        if (resource === 'cpu') for (const value of present) add(builder.total.cpu, from + at, value);
        bins[resource][from + at] = busiest(resource, present);
      }
    }
  }
}

/** The values of all pods, sorted by bin. `ends` holds for each bin the index after its last value. */
function byBin(
  pods: readonly PodBins[],
  length: number,
): { readonly ends: Uint32Array; readonly values: Float64Array } {
  const ends = new Uint32Array(length);
  const each = (visit: (at: number, value: number) => void): void => {
    for (const { first, values } of pods) {
      for (const [index, value] of values.entries()) if (!Number.isNaN(value)) visit(first + index, value);
    }
  };
  each((at) => (ends[at] = (ends[at] ?? 0) + 1));
  let total = 0;
  // `ends` first holds the index where each bin starts. Placing the values moves it to where the bin ends.
  for (const [at, count] of ends.entries()) {
    ends[at] = total;
    total += count;
  }
  const values = new Float64Array(total);
  each((at, value) => {
    const place = ends[at] ?? 0;
    values[place] = value;
    ends[at] = place + 1;
  });
  return { ends, values };
}
