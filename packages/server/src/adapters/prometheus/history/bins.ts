import { type ResourceName, workloadKey } from '@trimtab/core';
import type { Bins, WorkloadHistory, WorkloadIdentity } from '../../../ports/index.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { RangeSeries } from '../client/response.ts';
import { keyOf, type Owners } from '../inventory/owners.ts';
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

/** The bin of a point. The value of a bin is evaluated at the end of the bin. */
export const binAt = (startSeconds: number, time: number): number => Math.round((time - startSeconds) / 300) - 1;

/** The values of one slice, per workload, container and pod. Bins are counted from the start of the slice. */
export class PodValues {
  readonly #rows = new Map<string, { identity: WorkloadIdentity; container: string; pods: Map<string, Bins> }>();
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
    const { from, to } = this.#slice;
    for (const { labels, points } of result) {
      const pod = keyOf(labels['namespace'], labels['pod']);
      const identity = this.#owners.get(pod);
      if (!identity) continue;
      const container = labels['container'] ?? '';
      const key = keyOf(workloadKey(identity), container);
      const { pods } = getOrInsert(this.#rows, key, () => ({ identity, container, pods: new Map<string, Bins>() }));
      const values = getOrInsert(pods, pod, () => emptyBins(to - from));
      for (const [time, value] of points) {
        const at = binAt(startSeconds, time) - from;
        if (value === null || at < 0 || at >= values.length || !Number.isNaN(values[at])) continue;
        values[at] = value;
        this.count += 1;
      }
    }
  }

  /** Every container of every pod that has a value; the pod as `namespace/pod`. */
  *containers(): Iterable<readonly [pod: string, container: string]> {
    for (const { container, pods } of this.#rows.values()) for (const pod of pods.keys()) yield [pod, container];
  }

  /** Adds the representative usage of each container to the histories, and the total of CPU. */
  addTo(builders: HistoryBuilders, resource: ResourceName, length: number): void {
    const { from, to } = this.#slice;
    for (const { identity, container, pods } of this.#rows.values()) {
      const builder = builders.of(identity);
      const bins = getOrInsert(builder.containers, container, () => emptyBinsPerResource(length));
      const rows = [...pods.values()];
      const present = new Float64Array(rows.length);
      for (let at = 0; at < to - from; at += 1) {
        let count = 0;
        for (const row of rows) {
          const value = row[at] ?? Number.NaN;
          if (Number.isNaN(value)) continue;
          present[count] = value;
          count += 1;
          if (resource === 'cpu') add(builder.total.cpu, from + at, value);
        }
        if (count > 0) bins[resource][from + at] = busiest(resource, present.subarray(0, count));
      }
    }
  }
}
