import {
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
} from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type { Clock, RequestContext, Window } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { SharedCache } from '../cache/shared-cache.ts';
import type { CostHistory, NumberedTarget } from '../rollups/cost-history.ts';
import { addSums, type GapSums, zeroGaps } from '../rollups/request-gaps.ts';
import { amountOf, countTargets, keptSums, merge, type SharedSums, type TargetSums } from './gap-sums.ts';

/** A chart shows about twelve contributors. Other clients may need more, but not 10,000. */
const mostContributors = 250;
const gridMs = 5 * minuteMs;

/** `incomplete`: sentences that name what is missing in the figures; absent if nothing is. */
type CostAnalysisResult = CostAnalysis & { readonly incomplete?: readonly string[] };

/**
 * The cost breakdown: what was saved and wasted over time, and which targets saved most. The window is extended to the
 * five-minute grid, and an end in the future is replaced by now.
 */
export function createCostAnalysis(history: CostHistory, stored: () => Promise<StoredState>, clock: Clock) {
  // The key contains all inputs, and its window moves with time, so an entry stays correct.
  const cache = new SharedCache<CostAnalysisResult>(clock, { freshMs: gridMs });
  const sumsOf = keptSums(history);
  // Filled and read without waiting in between, so that all calls can use it.
  const sumsOfTargets = new Map<number, Float64Array>();
  return async (window: Window, asked: Asked, { principal, signal }: RequestContext) => {
    const onGrid = {
      start: Math.floor(window.start / gridMs) * gridMs,
      end: Math.ceil(Math.min(window.end, clock.now()) / gridMs) * gridMs,
    };
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const versionOf = await history.versions();
    const key = JSON.stringify([principal, onGrid, asked, settings, versionOf(onGrid)]);
    const compute = async (shared: AbortSignal) => {
      const sums = await Array.fromAsync(partsOf(onGrid), async ({ window: part, share }) => ({
        ...(await sumsOf(part, { version: versionOf(part), clusters: asked.clusters }, shared)),
        share,
      }));
      const [targets, reach] = await Promise.all([history.targets(), history.reach()]);
      return analysis(sums, merge(sums, sumsOfTargets), onGrid, {
        bucket: asked.bucket,
        targets,
        settings,
        now: clock.now(),
        reach,
      });
    };
    return cache.get(key, compute, signal);
  };
}

/** `clusters`: null for all. */
type Asked = { readonly bucket: CostBucket; readonly clusters: readonly string[] | null };

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

type Rest = {
  readonly bucket: CostBucket;
  readonly targets: readonly NumberedTarget[];
  readonly settings: NodeSettings;
  readonly now: number;
  readonly reach: Window | null;
};

function analysis(
  parts: readonly SharedSums[],
  sumsOfTargets: TargetSums,
  window: Window,
  { bucket, targets, settings, now, reach }: Rest,
): CostAnalysisResult {
  const incomplete = [...missingHistory(window, reach, now), ...missingFigures(countTargets(sumsOfTargets))];
  return {
    breakdown: bucketStarts(window, bucket).map((start) => {
      const sums = zeroGaps();
      for (const { buckets, share } of parts) addSums(sums, buckets[bucket].get(start) ?? zeroGaps(), share);
      return { timestamp: new Date(start).toISOString(), realized: realized(sums), unrealized: unrealized(sums) };
    }),
    contributors: contributors(targets, sumsOfTargets, settings),
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
function contributors(
  targets: readonly NumberedTarget[],
  sums: TargetSums,
  settings: NodeSettings,
): CostAnalysisResult['contributors'] {
  const hoursOf = (target: NumberedTarget): ResourceHours => ({
    cpu_core_hours: amountOf(sums, target, 'realizedCpu'),
    memory_byte_hours: amountOf(sums, target, 'realizedMemory'),
  });
  // Of 10,000 targets 250 are shown, so only numbers are computed for the others. NaN: saved nothing.
  const dollars = new Float64Array(targets.length).fill(Number.NaN);
  for (const [index, target] of targets.entries()) {
    const hours = hoursOf(target);
    if (hours.cpu_core_hours !== 0 || hours.memory_byte_hours !== 0)
      dollars[index] = hoursToDollars(hours, settings) ?? 0;
  }
  const sorted = dollars.filter(isKnown).toSorted();
  const least = sorted[Math.max(0, sorted.length - mostContributors)] ?? Number.NaN;
  const shown = targets
    .flatMap((target, index) => ((dollars[index] ?? 0) >= least ? [{ target, dollars: dollars[index] ?? 0 }] : []))
    .toSorted(
      (a, b) =>
        b.dollars - a.dollars ||
        compareText(a.target.name, b.target.name) ||
        compareText(a.target.namespace, b.target.namespace),
    )
    .slice(0, mostContributors);
  const places = getOrInsert(placesByName, targets, () =>
    Map.groupBy(targets.keys(), (index) => targets[index]?.name ?? ''),
  );
  const isAmbiguous = (name: string) => (places.get(name) ?? []).filter((index) => isKnown(dollars[index])).length > 1;
  return shown.map(({ target }) => ({
    name: isAmbiguous(target.name) ? `${target.namespace}/${target.name}` : target.name,
    resource_savings: hoursOf(target),
  }));
}

const isKnown = (amount: number | undefined): boolean => !Number.isNaN(amount);

/** Where the targets of a list have each name. The list is the same until targets are added or deleted. */
const placesByName = new WeakMap<readonly NumberedTarget[], ReadonlyMap<string, readonly number[]>>();

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

function missingFigures({ recorded, unknown }: ReturnType<typeof countTargets>): readonly string[] {
  if (unknown === 0) return [];
  const affected = `${unknown} of ${recorded} ${recorded === 1 ? 'target' : 'targets'}`;
  return [
    `For a part of the time, ${affected} had no suggestion, no request or no record of the state before autonomous mode; that part counts as 0.`,
  ];
}
