import { bucketStart, type CostBucket, costBuckets, dayMs, isInClusters } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../get-or-insert.ts';
import { untilAborted, type Window } from '../../ports/index.ts';
import type { CostHistory, NumberedTarget } from '../rollups/cost-history.ts';
import { groupOf, placeOf, targetsPerGroup } from '../rollups/group-day.ts';
import { addSums, type GapSums, zeroGaps } from '../rollups/request-gaps.ts';

/**
 * Every part takes 48 bytes for each target. The three ranges of the cost page have 15 parts of whole days, which take seconds to
 * read, and nine of hours, which are added up from memory and change every hour. They must not displace the others.
 */
const mostKeptParts = { ofDays: 20, ofHours: 12 };

/** The sums of targets, as an array for each group of targets: a quarter of the memory of an object for each target. */
export type TargetSums = ReadonlyMap<number, Float64Array>;

/** What was saved and wasted in a part of a window, by the start of the bucket and by target. */
export type PartSums = {
  readonly buckets: Readonly<Record<CostBucket, ReadonlyMap<number, GapSums>>>;
  readonly targets: TargetSums;
};

/** Where the sums of a target are in its array. */
const indexes = {
  realizedCpu: 0,
  realizedMemory: 1,
  unrealizedCpu: 2,
  unrealizedMemory: 3,
  hours: 4,
  unknownHours: 5,
} as const satisfies Readonly<Record<keyof GapSums, number>>;
const sumsPerTarget = 6;

/** Reads the sums of a part of time, of all clusters (null) or of some. It is read again only when its hours have changed. */
export function keptSums(history: CostHistory) {
  type Kept = LRUCache<string, { readonly version: string; readonly sums: Promise<PartSums> }>;
  const keptOfDays: Kept = new LRUCache({ max: mostKeptParts.ofDays });
  const keptOfHours: Kept = new LRUCache({ max: mostKeptParts.ofHours });
  return (
    window: Window,
    { version, clusters }: { readonly version: string; readonly clusters: readonly string[] | null },
    signal: AbortSignal,
  ): Promise<PartSums> => {
    const key = JSON.stringify([window.start, window.end, clusters]);
    const kept = window.start % dayMs === 0 && window.end % dayMs === 0 ? keptOfDays : keptOfHours;
    const known = kept.get(key);
    if (known?.version === version) return untilAborted(known.sums, signal);
    // It is read to the end even if this caller leaves, because others may wait for it, and the next one needs it.
    const entry = { version, sums: sumGaps(history, window, clusters) };
    kept.set(key, entry);
    entry.sums.catch(() => {
      if (kept.peek(key) === entry) kept.delete(key);
    });
    return untilAborted(entry.sums, signal);
  };
}

async function sumGaps(history: CostHistory, window: Window, clusters: readonly string[] | null): Promise<PartSums> {
  const own = clusters && (await history.targets()).filter(({ namespace }) => isInClusters(namespace, clusters));
  const counted = own && new Set(own.map(({ id }) => id));
  const targets = new Map<number, Float64Array>();
  // A year of 10,000 targets is 3.7 million visits, so each adds to one sum, and the buckets are added up afterwards.
  const byTime = new Map<number, GapSums>();
  await history.gaps(window, (target, at, sums) => {
    if (counted?.has(target) === false) return;
    addSums(getOrInsert(byTime, at, zeroGaps), sums);
    const amounts = getOrInsert(targets, groupOf(target), newAmounts);
    const first = placeOf(target) * sumsPerTarget;
    add(amounts, first + indexes.realizedCpu, sums.realizedCpu);
    add(amounts, first + indexes.realizedMemory, sums.realizedMemory);
    add(amounts, first + indexes.unrealizedCpu, sums.unrealizedCpu);
    add(amounts, first + indexes.unrealizedMemory, sums.unrealizedMemory);
    add(amounts, first + indexes.hours, sums.hours);
    add(amounts, first + indexes.unknownHours, sums.unknownHours);
  });
  const buckets = {
    Day: new Map<number, GapSums>(),
    Week: new Map<number, GapSums>(),
    Month: new Map<number, GapSums>(),
  };
  for (const [at, sums] of byTime)
    for (const bucket of costBuckets) addSums(getOrInsert(buckets[bucket], bucketStart(at, bucket), zeroGaps), sums);
  return { buckets, targets };
}

function add(amounts: Float64Array, at: number, amount: number): void {
  amounts[at] = (amounts[at] ?? 0) + amount;
}

const newAmounts = () => new Float64Array(targetsPerGroup * sumsPerTarget);

export type SharedSums = PartSums & { /** How much of the part counts. */ readonly share: number };

/** Adds up the sums of each target over all parts, into arrays that are used again: of 10,000 targets they take 480 kB. */
export function merge(parts: readonly SharedSums[], all: Map<number, Float64Array>): TargetSums {
  for (const amounts of all.values()) amounts.fill(0);
  for (const { targets, share } of parts) {
    for (const [group, amounts] of targets) {
      const into = getOrInsert(all, group, newAmounts);
      for (let each = 0; each < amounts.length; each += 1)
        into[each] = (into[each] ?? 0) + (amounts[each] ?? 0) * share;
    }
  }
  return all;
}

/** One sum of a target. */
export function amountOf(sums: TargetSums, { id }: Pick<NumberedTarget, 'id'>, name: keyof GapSums): number {
  return sums.get(groupOf(id))?.[placeOf(id) * sumsPerTarget + indexes[name]] ?? 0;
}

/** The number of targets with recorded hours, and of those in which something is unknown in some hours. */
export function countTargets(sums: TargetSums): { readonly recorded: number; readonly unknown: number } {
  let [recorded, unknown] = [0, 0];
  for (const amounts of sums.values()) {
    for (let first = 0; first < amounts.length; first += sumsPerTarget) {
      if ((amounts[first + indexes.hours] ?? 0) > 0) recorded += 1;
      if ((amounts[first + indexes.unknownHours] ?? 0) > 0) unknown += 1;
    }
  }
  return { recorded, unknown };
}
