import {
  bucketStart,
  bucketStarts,
  type CostAnalysis,
  type CostBucket,
  compareText,
  defaultNodeSettings,
  hourMs,
  hoursToDollars,
  minuteMs,
  type NodeSettings,
  type ResourceHours,
} from '@trimtab/core';
import type { Clock, RequestContext, Window } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { SharedCache } from '../cache/shared-cache.ts';
import type { CostHistory, TargetName } from '../rollups/cost-history.ts';
import { addSums, type GapSums, zeroGaps } from '../rollups/request-gaps.ts';

/** A chart shows a dozen contributors; other clients may want more, but not 10,000. */
const mostContributors = 250;
const gridMs = 5 * minuteMs;

/** `incomplete`: sentences that name what the figures lack; absent when they are complete. */
type CostAnalysisResult = CostAnalysis & { readonly incomplete?: readonly string[] };

/**
 * The cost breakdown: what was saved and wasted over time, and which targets saved most. The window is extended to the
 * five-minute grid; an end in the future becomes now.
 */
export function createCostAnalysis(history: CostHistory, stored: () => Promise<StoredState>, clock: Clock) {
  // The key contains all inputs, and its window moves with time, so an entry never becomes wrong.
  const cache = new SharedCache<CostAnalysisResult>(clock, { freshMs: gridMs });
  return async (window: Window, bucket: CostBucket, { principal, signal }: RequestContext) => {
    const onGrid = {
      start: Math.floor(window.start / gridMs) * gridMs,
      end: Math.ceil(Math.min(window.end, clock.now()) / gridMs) * gridMs,
    };
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const key = JSON.stringify([principal, onGrid, bucket, settings, await history.version()]);
    return cache.get(key, (shared) => analyze(history, onGrid, bucket, { settings, now: clock.now() }, shared), signal);
  };
}

async function analyze(
  history: CostHistory,
  window: Window,
  bucket: CostBucket,
  { settings, now }: { readonly settings: NodeSettings; readonly now: number },
  signal: AbortSignal,
): Promise<CostAnalysisResult> {
  const starts = bucketStarts(window, bucket);
  const buckets = new Map(starts.map((start) => [start, zeroGaps()]));
  // A year of 10,000 targets is 3.7 million visits, so the bucket of each start time is computed once.
  const bucketOf = memoized((at: number) => buckets.get(bucketStart(at, bucket)) ?? zeroGaps());
  const contributions = new Map<TargetName, GapSums>();
  await history.gaps(
    window,
    (target, at, sums) => {
      addSums(bucketOf(at), sums);
      const contribution = contributions.get(target);
      if (contribution === undefined) contributions.set(target, { ...sums });
      else addSums(contribution, sums);
    },
    signal,
  );
  const unknown = [...contributions.values()].filter(({ unknownHours }) => unknownHours > 0).length;
  const reach = await history.reach();
  const incomplete = [...missingHistory(window, reach, now), ...missingFigures(unknown, contributions.size)];
  return {
    breakdown: starts.map((start) => {
      const sums = buckets.get(start) ?? zeroGaps();
      return { timestamp: new Date(start).toISOString(), realized: realized(sums), unrealized: unrealized(sums) };
    }),
    contributors: contributors(contributions, settings),
    ...(incomplete.length === 0 ? {} : { incomplete }),
  };
}

function memoized<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
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
function contributors(
  all: ReadonlyMap<TargetName, GapSums>,
  settings: NodeSettings,
): CostAnalysisResult['contributors'] {
  const saving = [...all].flatMap(([target, sums]) => {
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
