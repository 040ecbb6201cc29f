import {
  bucketStart,
  bucketStarts,
  type CostAnalysis,
  type CostBucket,
  compareText,
  dayMs,
  defaultNodeSettings,
  hourMs,
  hoursToDollars,
  minuteMs,
  type NodeSettings,
  type ResourceHours,
  targetKey,
} from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../get-or-insert.ts';
import type { Clock, RequestContext, Window } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { SharedCache } from '../cache/shared-cache.ts';
import type { CostHistory, TargetName } from '../rollups/cost-history.ts';
import { addSums, type GapSums, zeroGaps } from '../rollups/request-gaps.ts';

/** A chart shows about twelve contributors. Other clients may need more, but not 10,000. */
const mostContributors = 250;
const gridMs = 5 * minuteMs;
/** A year and two shorter windows. The sums of one part take half a megabyte for 10,000 targets. */
const mostKnownSums = 24;

/** `incomplete`: sentences that name what is missing in the figures; absent if nothing is. */
type CostAnalysisResult = CostAnalysis & { readonly incomplete?: readonly string[] };

/**
 * The cost breakdown: what was saved and wasted over time, and which targets saved most. The window is extended to the
 * five-minute grid, and an end in the future is replaced by now.
 */
export function createCostAnalysis(history: CostHistory, stored: () => Promise<StoredState>, clock: Clock) {
  // The key contains all inputs, and its window moves with time, so an entry stays correct.
  const cache = new SharedCache<CostAnalysisResult>(clock, { freshMs: gridMs });
  const knownSums = new LRUCache<string, Sums>({ max: mostKnownSums });
  const sumsOf = async ({ window, share }: Part, bucket: CostBucket, signal: AbortSignal): Promise<SharedSums> => {
    const key = JSON.stringify([window, bucket, await history.version(window)]);
    const sums = knownSums.get(key) ?? (await sumGaps(history, window, bucket, signal));
    knownSums.set(key, sums);
    return { ...sums, share };
  };
  return async (window: Window, bucket: CostBucket, { principal, signal }: RequestContext) => {
    const onGrid = {
      start: Math.floor(window.start / gridMs) * gridMs,
      end: Math.ceil(Math.min(window.end, clock.now()) / gridMs) * gridMs,
    };
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const key = JSON.stringify([principal, onGrid, bucket, settings, await history.version(onGrid)]);
    const compute = async (shared: AbortSignal) => {
      const sums = await Array.fromAsync(partsOf(onGrid), (part) => sumsOf(part, bucket, shared));
      return analysis(sums, onGrid, bucket, { settings, now: clock.now(), reach: await history.reach() });
    };
    return cache.get(key, compute, signal);
  };
}

/** A part of a window, and the share of its hours that the window contains. */
type Part = { readonly window: Window; readonly share: number };

/**
 * Whole days by month, the hours before and after them, and the hours at both ends, of which the window contains a share. All
 * windows of the same hour have the same parts, and a past month is the same part for a month.
 */
function partsOf({ start, end }: Window): readonly Part[] {
  const [firstHour, lastHour] = [Math.ceil(start / hourMs) * hourMs, Math.floor(end / hourMs) * hourMs];
  const [firstDay, lastDay] = [Math.ceil(start / dayMs) * dayMs, Math.floor(end / dayMs) * dayMs];
  if (firstDay >= lastDay) return [{ window: { start, end }, share: 1 }];
  return [
    { window: { start: firstHour - hourMs, end: firstHour }, share: (firstHour - start) / hourMs },
    { window: { start: firstHour, end: firstDay }, share: 1 },
    ...months(firstDay, lastDay).map((month) => ({ window: month, share: 1 })),
    { window: { start: lastDay, end: lastHour }, share: 1 },
    { window: { start: lastHour, end: lastHour + hourMs }, share: (end - lastHour) / hourMs },
  ].filter(({ window, share }) => window.start < window.end && share > 0);
}

/** The parts of a window that are in different UTC months. */
function months(start: number, end: number): readonly Window[] {
  const next = bucketStarts({ start, end }, 'Month').slice(1);
  return [start, ...next].map((from, index) => ({ start: from, end: next[index] ?? end }));
}

/** What was saved and wasted, by the start of the bucket and by target. */
type Sums = { readonly buckets: ReadonlyMap<number, GapSums>; readonly targets: TargetSums };
type SharedSums = Sums & Pick<Part, 'share'>;

/** The sums of targets in one array, which takes a quarter of the memory of one object for each. */
type TargetSums = { readonly names: readonly TargetName[]; readonly amounts: Float64Array };

const amountNames = [
  'realizedCpu',
  'realizedMemory',
  'unrealizedCpu',
  'unrealizedMemory',
  'hours',
  'unknownHours',
] as const satisfies readonly (keyof GapSums)[];

function packed(sums: ReadonlyMap<TargetName, GapSums>): TargetSums {
  const amounts = new Float64Array(sums.size * amountNames.length);
  let at = 0;
  for (const one of sums.values()) for (const name of amountNames) amounts[at++] = one[name];
  return { names: [...sums.keys()], amounts };
}

/** The sums of each target over all parts. */
function merged(parts: readonly SharedSums[]): TargetSums {
  const names: TargetName[] = [];
  const byName = new Map<string, number>();
  // Usually all parts have the same objects, and only new ones are compared by name: a target that was recorded meanwhile
  // is a different object.
  const places = new Map<TargetName, number>();
  const placeOf = (target: TargetName) =>
    getOrInsert(places, target, () => getOrInsert(byName, targetKey(target), () => names.push(target) - 1));
  const placesOfParts = parts.map(({ targets }) => targets.names.map(placeOf));
  const all = new Float64Array(names.length * amountNames.length);
  parts.forEach(({ targets: { amounts }, share }, part) => {
    let at = 0;
    for (const place of placesOfParts[part] ?? []) {
      const first = place * amountNames.length;
      for (let each = 0; each < amountNames.length; each += 1)
        all[first + each] = (all[first + each] ?? 0) + (amounts[at++] ?? 0) * share;
    }
  });
  return { names, amounts: all };
}

/** One sum of each target. */
function amountsOf({ names, amounts }: TargetSums, name: (typeof amountNames)[number]): readonly number[] {
  const first = amountNames.indexOf(name);
  return names.map((_, index) => amounts[index * amountNames.length + first] ?? 0);
}

async function sumGaps(history: CostHistory, window: Window, bucket: CostBucket, signal: AbortSignal): Promise<Sums> {
  const buckets = new Map<number, GapSums>();
  const targets = new Map<TargetName, GapSums>();
  // A year of 10,000 targets is 3.7 million visits, so the bucket of each start time is computed once.
  const byTime = new Map<number, GapSums>();
  const bucketAt = (at: number) =>
    getOrInsert(byTime, at, () => getOrInsert(buckets, bucketStart(at, bucket), zeroGaps));
  await history.gaps(
    window,
    (target, at, sums) => {
      addSums(bucketAt(at), sums);
      addSums(getOrInsert(targets, target, zeroGaps), sums);
    },
    signal,
  );
  return { buckets, targets: packed(targets) };
}

function analysis(
  parts: readonly SharedSums[],
  window: Window,
  bucket: CostBucket,
  { settings, now, reach }: { readonly settings: NodeSettings; readonly now: number; readonly reach: Window | null },
): CostAnalysisResult {
  const targets = merged(parts);
  const unknown = amountsOf(targets, 'unknownHours').filter((hours) => hours > 0).length;
  const incomplete = [...missingHistory(window, reach, now), ...missingFigures(unknown, targets.names.length)];
  return {
    breakdown: bucketStarts(window, bucket).map((start) => {
      const sums = zeroGaps();
      for (const { buckets, share } of parts) addSums(sums, buckets.get(start) ?? zeroGaps(), share);
      return { timestamp: new Date(start).toISOString(), realized: realized(sums), unrealized: unrealized(sums) };
    }),
    contributors: contributors(targets, settings),
    ...(incomplete.length === 0 ? {} : { incomplete }),
  };
}

const realized = (sums: GapSums): ResourceHours => ({
  cpu_core_hours: sums.realizedCpu,
  memory_byte_hours: sums.realizedMemory,
});
const unrealized = (sums: GapSums): ResourceHours => ({
  cpu_core_hours: sums.unrealizedCpu,
  memory_byte_hours: sums.unrealizedMemory,
});

/** Ordered by dollars saved, highest first. A name in several namespaces is shown with its namespace. */
function contributors(all: TargetSums, settings: NodeSettings): CostAnalysisResult['contributors'] {
  const [cpu, memory] = [amountsOf(all, 'realizedCpu'), amountsOf(all, 'realizedMemory')];
  const saving = all.names.flatMap((target, index) => {
    const hours: ResourceHours = { cpu_core_hours: cpu[index] ?? 0, memory_byte_hours: memory[index] ?? 0 };
    const isAny = hours.cpu_core_hours !== 0 || hours.memory_byte_hours !== 0;
    return isAny ? [{ target, hours, dollars: hoursToDollars(hours, settings) ?? 0 }] : [];
  });
  const targetsByName = new Map<string, number>();
  for (const { target } of saving) targetsByName.set(target.name, (targetsByName.get(target.name) ?? 0) + 1);
  return saving
    .toSorted(
      (a, b) =>
        b.dollars - a.dollars ||
        compareText(a.target.name, b.target.name) ||
        compareText(a.target.namespace, b.target.namespace),
    )
    .slice(0, mostContributors)
    .map(({ target: { namespace, name }, hours }) => ({
      name: (targetsByName.get(name) ?? 0) > 1 ? `${namespace}/${name}` : name,
      resource_savings: hours,
    }));
}

/** An hour is recorded some minutes after its end. */
const settlesWithinMs = 2 * hourMs;

function missingHistory(window: Window, reach: Window | null, now: number): readonly string[] {
  if (window.start >= window.end) return [];
  if (reach === null) return ['No hour was recorded yet. The first hour is recorded some minutes after its end.'];
  const end = Math.min(window.end, now);
  return [
    ...(window.start < reach.start ? [`There are no recorded hours before ${minutes(reach.start)}.`] : []),
    ...(end - reach.end > settlesWithinMs ? [`There are no recorded hours after ${minutes(reach.end)}.`] : []),
  ];
}

const minutes = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

function missingFigures(unknown: number, of: number): readonly string[] {
  if (unknown === 0) return [];
  const affected = `${unknown} of ${of} ${of === 1 ? 'target' : 'targets'}`;
  return [
    `For a part of the time, ${affected} had no suggestion, no request or no record of the state before autonomous mode; that part counts as 0.`,
  ];
}
