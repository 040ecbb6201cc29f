import { type ModelMode, type ReportCard, type ResourceName, resourceNames, roundUpResource } from '@trimtab/core';
import { iso } from '../iso.ts';
import { binSeconds, type WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binMs, binsPerDay, binsSinceMidnight } from './bins.ts';
import { scoreForecasts } from './forecast-walk.ts';
import { type Kill, replayDays } from './observed-replay.ts';
import { killsOf } from './recommend.ts';
import type { Recommendation, SizedRequest } from './recommendation.ts';
import { suggestVertical } from './vertical.ts';

const dayCount = 14;
const minutesAhead = [15, 30, 60] as const;

/** The published requests of one container in cores or bytes, oldest first, each from `at` (epoch ms) on. */
export type PublishedRequests = (
  container: string,
  resource: ResourceName,
) => readonly { readonly at: number; readonly value: number }[];

/**
 * Computes three things: how good the forecasts of the last 14 days were, how each day's suggestion would have
 * performed on that day, and how the current suggestion would have performed on the last 7 and 14 days. The suggestion
 * of a day is the one that was published when the day began. Without one, it is computed from the days before, unless
 * it depends on replicas. `yieldIfDue` is called between two steps of some ten milliseconds.
 */
export async function reportCard(
  history: WorkloadHistory,
  recommendation: Recommendation,
  published: PublishedRequests = () => [],
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<ReportCard> {
  const { sized, mode, start, end } = recommendation;
  const usageOf = new Map(history.containers.map((container) => [container.name, container]));
  const withUsage = sized.flatMap((one) => {
    const usage = usageOf.get(one.container)?.[one.resource];
    const kills = one.resource === 'memory' ? killsOf(history, one.container) : [];
    return usage === undefined ? [] : [{ one, usage: trailing(usage, dayCount), kills }];
  });
  const suggestions: ReportCard['suggestions'][number][] = [];
  const replays: ReportCard['replays'][number][] = [];
  for (const { one, usage, kills } of withUsage) {
    await yieldIfDue();
    const was = published(one.container, one.resource);
    const computed = dailySuggestions(one, usage, mode, kills, end);
    const startOf = (bin: number): number => end - (usage.length - bin) * binMs;
    const inForce = (bin: number): number | null => was.findLast(({ at }) => at <= startOf(bin))?.value ?? null;
    const daily = replay(usage, end, (bin) => inForce(bin) ?? computed(bin), kills);
    if (daily !== null) suggestions.push({ ...named(one), ...daily });
    for (const window of ['7d', '14d'] as const) {
      const { value } = one.suggestion;
      const constant = replay(trailing(usage, window === '7d' ? 7 : dayCount), end, () => value, kills);
      if (constant !== null) replays.push({ window, value, ...named(one), ...constant });
    }
  }
  return {
    namespace: history.namespace,
    name: history.name,
    created: iso(end),
    modelMode: mode,
    window: { start: iso(start), end: iso(end) },
    forecasts: await forecastScores(history, yieldIfDue),
    suggestions,
    replays,
  };
}

async function forecastScores(
  history: WorkloadHistory,
  yieldIfDue: () => Promise<void>,
): Promise<ReportCard['forecasts']> {
  const forecasts: ReportCard['forecasts'][number][] = [];
  for (const metric of resourceNames) {
    for (const horizonMinutes of minutesAhead) {
      await yieldIfDue();
      const bins = (horizonMinutes * 60) / binSeconds;
      const score = scoreForecasts(history.total[metric], bins, dayCount * binsPerDay);
      const { bins: samples, wape, seasonalNaiveWape, coverage } = score;
      forecasts.push({ metric, horizonMinutes, samples, wape, seasonalNaiveWape, coverage });
    }
  }
  return forecasts;
}

const named = ({ container, resource }: SizedRequest) => ({ container, resource });

const trailing = (usage: BinnedSeries, days: number): BinnedSeries => usage.subarray(-days * binsPerDay);

/**
 * The request that would have been suggested at a bin. A request that replicas follow is the same on all days. Any
 * other request is computed from the samples and kills before the bin. Null with too few samples, and for a request
 * that was adjusted to the replicas, because its samples alone do not determine it.
 */
function dailySuggestions(
  { resource, suggestion, adjustment }: SizedRequest,
  usage: BinnedSeries,
  mode: ModelMode,
  kills: readonly Kill[],
  end: number,
): (start: number) => number | null {
  if (adjustment !== null) return () => (adjustment.kind === 'held' ? suggestion.value : null);
  // Each day ends at the same time of day as the history.
  const question = { resource, mode, binsToday: binsSinceMidnight(end) };
  return (start) => {
    const later = usage.length - start;
    const outOfMemory = kills
      .filter(({ binsAgo }) => binsAgo >= later)
      .map(({ binsAgo, limitBytes }) => ({ binsAgo: binsAgo - later, limitBytes }));
    const suggested = suggestVertical({ ...question, usage: usage.subarray(0, start), outOfMemory });
    return suggested === null ? null : roundUpResource(resource, suggested.value);
  };
}

/** Replays the requests that `requestOn` gives for the first bin of each day. */
function replay(usage: BinnedSeries, end: number, requestOn: (start: number) => number | null, kills: readonly Kill[]) {
  const replayed = replayDays(usage, requestOn, kills);
  if (replayed === null) return null;
  const { worst, ...observed } = replayed;
  return {
    ...observed,
    worstShortfall:
      worst === null
        ? null
        : { at: iso(end - (usage.length - worst.bin) * binMs), used: worst.used, request: worst.request },
  };
}
