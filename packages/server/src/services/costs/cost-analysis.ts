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

/** A chart shows a dozen; a client may want more of them, but not ten thousand. */
const mostContributors = 250;
const gridMs = 5 * minuteMs;

/** `incomplete` says in sentences what the figures lack; absent when they lack nothing. */
export type CostAnalysisResult = CostAnalysis & { readonly incomplete?: readonly string[] };

export type CostAnalyzer = {
  /** The window's ends are moved to the five-minute grid, and its end to now when it is later. */
  analysis(window: Window, bucket: CostBucket, context: RequestContext): Promise<CostAnalysisResult>;
};

type Dependencies = {
  readonly history: CostHistory;
  readonly stored: () => Promise<StoredState>;
  readonly clock: Clock;
};

/** The console's cost breakdown: what was saved and what was wasted over time, and who saved most. */
export function createCostAnalyzer({ history, stored, clock }: Dependencies): CostAnalyzer {
  // The key holds everything that the figures hang on, and its window moves on by itself.
  const cache = new SharedCache<CostAnalysisResult>(clock, { freshMs: gridMs });
  return {
    async analysis(window, bucket, { principal, signal }) {
      const onGrid = {
        start: Math.floor(window.start / gridMs) * gridMs,
        end: Math.ceil(Math.min(window.end, clock.now()) / gridMs) * gridMs,
      };
      const settings = (await stored()).settings ?? defaultNodeSettings;
      const key = JSON.stringify([principal, onGrid, bucket, settings, await history.version()]);
      return cache.get(key, (own) => analyze(history, onGrid, bucket, { settings, now: clock.now() }, own), signal);
    },
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
  // Of a year and 10,000 targets there are 3.7 million visits: no text is made and no date is split in them.
  const bucketOf = remembered((at: number) => buckets.get(bucketStart(at, bucket)) ?? zeroGaps());
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

function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
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

/** Who saved most, in dollars, first. Two of one name in different namespaces are told apart by them. */
function contributors(
  all: ReadonlyMap<TargetName, GapSums>,
  settings: NodeSettings,
): CostAnalysisResult['contributors'] {
  const saving = [...all].flatMap(([target, sums]) => {
    const hours = realized(sums);
    const isAny = hours.cpu_core_hours !== 0 || hours.memory_byte_hours !== 0;
    return isAny ? [{ target, hours, dollars: hoursToDollars(hours, settings) ?? 0 }] : [];
  });
  const bearers = new Map<string, number>();
  for (const { target } of saving) bearers.set(target.name, (bearers.get(target.name) ?? 0) + 1);
  return saving
    .toSorted(
      (a, b) =>
        b.dollars - a.dollars ||
        compareText(a.target.name, b.target.name) ||
        compareText(a.target.namespace, b.target.namespace),
    )
    .slice(0, mostContributors)
    .map(({ target: { namespace, name }, hours }) => ({
      name: (bearers.get(name) ?? 0) > 1 ? `${namespace}/${name}` : name,
      resource_savings: hours,
    }));
}

/** Hours become part of the history some minutes after they ended. */
const settlesWithinMs = 2 * hourMs;

function missingHistory(window: Window, reach: Window | null, now: number): readonly string[] {
  if (window.start >= window.end) return [];
  if (reach === null) return ['No hour was recorded yet; the first one is a minute after it ended.'];
  const end = Math.min(window.end, now);
  return [
    ...(window.start < reach.start ? [`Nothing is known of the time before ${minutes(reach.start)}.`] : []),
    ...(end - reach.end > settlesWithinMs ? [`Nothing is known of the time after ${minutes(reach.end)}.`] : []),
  ];
}

const minutes = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

function missingFigures(unknown: number, of: number): readonly string[] {
  if (unknown === 0) return [];
  const who = `${unknown} of ${of} ${of === 1 ? 'target' : 'targets'}`;
  return [
    `For a part of the time, ${who} had no suggestion, no request or no record of the state before autonomous mode; that part counts as 0.`,
  ];
}
