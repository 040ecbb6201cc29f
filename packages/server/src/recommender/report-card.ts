import type { ReportCard } from '@trimtab/core';
import type { WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binSeconds, binsPerDay } from './bins.ts';
import { scoreForecasts } from './forecast-walk.ts';
import type { Recommendation, SizedRequest } from './recommendation.ts';
import { prepareDay, replayDay } from './usage-day.ts';
import { suggestVertical } from './vertical.ts';
import type { ModelMode } from './vertical-rules.ts';

const dayCount = 14;
const binMs = binSeconds * 1000;
const minutesAhead = [15, 30, 60] as const;

/**
 * How good the forecasts of the last 14 days were, how each day's suggestion, made from the days before, would have done
 * on that day, and how the current suggestion would have done on the last 7 and 14 days. Everything is replayed from the
 * samples; past suggestions are not read.
 */
export function reportCard(history: WorkloadHistory, recommendation: Recommendation): ReportCard {
  const { sized, mode, start, end } = recommendation;
  const usageOf = new Map(history.containers.map((container) => [container.name, container]));
  const withUsage = sized.flatMap((one) => {
    const usage = usageOf.get(one.container)?.[one.resource];
    return usage === undefined ? [] : [{ one, usage }];
  });
  return {
    namespace: history.namespace,
    name: history.name,
    created: iso(end),
    modelMode: mode,
    window: { start: iso(start), end: iso(end) },
    forecasts: (['cpu', 'memory'] as const).flatMap((metric) =>
      minutesAhead.map((horizonMinutes) => {
        const bins = (horizonMinutes * 60) / binSeconds;
        const score = scoreForecasts(history.total[metric], bins, dayCount * binsPerDay);
        return {
          metric,
          horizonMinutes,
          samples: score.bins,
          wape: score.wape,
          seasonalNaiveWape: score.seasonalNaiveWape,
          coverage: score.coverage,
        };
      }),
    ),
    suggestions: withUsage.flatMap(({ one, usage }) => {
      const replayed = replay(usage, end, dailySuggestions(one, usage, mode));
      return replayed === null ? [] : [{ ...named(one), ...replayed }];
    }),
    replays: withUsage.flatMap(({ one, usage }) =>
      (['7d', '14d'] as const).flatMap((window) => {
        const { value } = one.suggestion;
        const recent = trailing(usage, window === '7d' ? 7 : dayCount);
        const replayed = replay(recent, end, () => value);
        return replayed === null ? [] : [{ window, value, ...named(one), ...replayed }];
      }),
    ),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const named = ({ container, resource }: SizedRequest) => ({ container, resource });

const trailing = (usage: BinnedSeries, days: number): BinnedSeries =>
  usage.subarray(Math.max(0, usage.length - days * binsPerDay));

/** The request that the days before a bin lead to; null without a day before it. */
function dailySuggestions(
  { resource }: SizedRequest,
  usage: BinnedSeries,
  mode: ModelMode,
): (dayStart: number) => number | null {
  return (dayStart) => suggestVertical({ resource, mode, usage: usage.subarray(0, dayStart) })?.value ?? null;
}

/** Replays requests on the whole days of a series. `requestOf` gets the first bin of each day. */
function replay(usage: BinnedSeries, end: number, requestOf: (dayStart: number) => number | null) {
  let days = 0;
  let slack = 0;
  let samples = 0;
  let over = 0;
  let daysOver = 0;
  let worst: { readonly bin: number; readonly used: number; readonly request: number } | null = null;
  for (let from = usage.length % binsPerDay; from < usage.length; from += binsPerDay) {
    const bins = usage.subarray(from, from + binsPerDay);
    const day = prepareDay(bins);
    const request = day === null ? null : requestOf(from);
    if (day === null || request === null) continue;
    days++;
    slack += replayDay(day, request, 'memory').slack;
    samples += day.sorted.length;
    const above = day.sorted.filter((value) => value > request).length;
    over += above;
    if (above === 0) continue;
    daysOver++;
    const at = bins.findIndex((value) => value === day.maximum);
    if (worst === null || day.maximum - request > worst.used - worst.request) {
      worst = { bin: from + at, used: day.maximum, request };
    }
  }
  if (days === 0) return null;
  return {
    days,
    slack: slack / days,
    timeOver: over / samples,
    daysOver,
    worstShortfall:
      worst === null
        ? null
        : { at: iso(end - (usage.length - worst.bin) * binMs), used: worst.used, request: worst.request },
  };
}
