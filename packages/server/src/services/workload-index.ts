import type { Listing, Workload } from '../ports/index.ts';
import { workloadKey } from './workload-key.ts';

const indexes = new WeakMap<Listing<Workload>, ReadonlyMap<string, Workload>>();

/** Workloads by their key. Made once per answer of the source: every request asks, and an index of 10,000 takes milliseconds. */
export function byKey(listing: Listing<Workload> | null): ReadonlyMap<string, Workload> {
  if (listing === null) return new Map();
  const known = indexes.get(listing);
  if (known !== undefined) return known;
  const index = new Map(listing.items.map((workload) => [workloadKey(workload), workload]));
  indexes.set(listing, index);
  return index;
}
