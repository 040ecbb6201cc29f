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
/** Each entry takes about a megabyte for 10,000 targets. */
const mostWholeDays = 3;

/** `incomplete`: sentences that name what is missing in the figures; absent if nothing is. */
type CostAnalysisResult = CostAnalysis & { readonly incomplete?: readonly string[] };

/**
 * The cost breakdown: what was saved and wasted over time, and which targets saved most. The window is extended to the
 * five-minute grid, and an end in the future is replaced by now.
 */
export function createCostAnalysis(history: CostHistory, stored: () => Promise<StoredState>, clock: Clock) {
  // The key contains all inputs, and its window moves with time, so an entry stays correct.
  const cache = new SharedCache<CostAnalysisResult>(clock, { freshMs: gridMs });
  // The sums of the whole days of a window. They are the same for all windows of a day and for all principals.
  const wholeDays = new LRUCache<string, Sums>({ max: mostWholeDays });
  const sumsOf = async (window: Window, bucket: CostBucket, signal: AbortSignal): Promise<readonly Sums[]> => {
    const whole = { start: Math.ceil(window.start / dayMs) * dayMs, end: Math.floor(window.end / dayMs) * dayMs };
    if (whole.start >= whole.end) return [await sumGaps(history, window, bucket, signal)];
    const key = JSON.stringify([whole, bucket, await history.version()]);
    const known = wholeDays.get(key) ?? (await sumGaps(history, whole, bucket, signal));
    wholeDays.set(key, known);
    const edges = [
      { start: window.start, end: whole.start },
      { start: whole.end, end: window.end },
    ].filter(({ start, end }) => start < end);
    return [known, ...(await Array.fromAsync(edges, (edge) => sumGaps(history, edge, bucket, signal)))];
  };
  return async (window: Window, bucket: CostBucket, { principal, signal }: RequestContext) => {
    const onGrid = {
      start: Math.floor(window.start / gridMs) * gridMs,
      end: Math.ceil(Math.min(window.end, clock.now()) / gridMs) * gridMs,
    };
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const key = JSON.stringify([principal, onGrid, bucket, settings, await history.version()]);
    const compute = async (shared: AbortSignal) => {
      const sums = await sumsOf(onGrid, bucket, shared);
      return analysis(sums, onGrid, bucket, { settings, now: clock.now(), reach: await history.reach() });
    };
    return cache.get(key, compute, signal);
  };
}

/** What was saved and wasted, by the start of the bucket and by target. */
type Sums = { readonly buckets: ReadonlyMap<number, GapSums>; readonly targets: ReadonlyMap<TargetName, GapSums> };

async function sumGaps(history: CostHistory, window: Window, bucket: CostBucket, signal: AbortSignal): Promise<Sums> {
  const [buckets, targets] = [new Map<number, GapSums>(), new Map<TargetName, GapSums>()];
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
  return { buckets, targets };
}

function analysis(
  parts: readonly Sums[],
  window: Window,
  bucket: CostBucket,
  { settings, now, reach }: { readonly settings: NodeSettings; readonly now: number; readonly reach: Window | null },
): CostAnalysisResult {
  const contributions = new Map<string, Contribution>();
  for (const { targets } of parts) {
    // Compare by name, because a target that was recorded meanwhile is a different object.
    for (const [target, sums] of targets)
      addSums(getOrInsert(contributions, targetKey(target), () => ({ target, sums: zeroGaps() })).sums, sums);
  }
  const unknown = [...contributions.values()].filter(({ sums }) => sums.unknownHours > 0).length;
  const incomplete = [...missingHistory(window, reach, now), ...missingFigures(unknown, contributions.size)];
  return {
    breakdown: bucketStarts(window, bucket).map((start) => {
      const sums = zeroGaps();
      for (const { buckets } of parts) addSums(sums, buckets.get(start) ?? zeroGaps());
      return { timestamp: new Date(start).toISOString(), realized: realized(sums), unrealized: unrealized(sums) };
    }),
    contributors: contributors([...contributions.values()], settings),
    ...(incomplete.length === 0 ? {} : { incomplete }),
  };
}

type Contribution = { readonly target: TargetName; readonly sums: GapSums };

const realized = (sums: GapSums): ResourceHours => ({
  cpu_core_hours: sums.realizedCpu,
  memory_byte_hours: sums.realizedMemory,
});
const unrealized = (sums: GapSums): ResourceHours => ({
  cpu_core_hours: sums.unrealizedCpu,
  memory_byte_hours: sums.unrealizedMemory,
});

/** Ordered by dollars saved, highest first. A name in several namespaces is shown with its namespace. */
function contributors(all: readonly Contribution[], settings: NodeSettings): CostAnalysisResult['contributors'] {
  const saving = all.flatMap(({ target, sums }) => {
    const hours = realized(sums);
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
