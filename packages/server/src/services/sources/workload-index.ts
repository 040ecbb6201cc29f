import type { Listing, Workload, WorkloadIdentity, WorkloadUsage } from '../../ports/index.ts';
import { workloadKey } from './workload-key.ts';

/** Entries of a list by their key. Made once per answer of a source: every request asks, and 10,000 take milliseconds. */
function createIndex<T extends WorkloadIdentity>(): (listing: Listing<T> | null) => ReadonlyMap<string, T> {
  const indexes = new WeakMap<Listing<T>, ReadonlyMap<string, T>>();
  return (listing) => {
    if (listing === null) return new Map();
    const known = indexes.get(listing);
    if (known !== undefined) return known;
    const index = new Map(listing.items.map((entry) => [workloadKey(entry), entry]));
    indexes.set(listing, index);
    return index;
  };
}

export const byKey = createIndex<Workload>();
export const usageByKey = createIndex<WorkloadUsage>();
