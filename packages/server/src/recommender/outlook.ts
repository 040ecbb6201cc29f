import { hourMs, type Outlook, type ResourceName, resourceNames } from '@trimtab/core';
import { iso } from '../iso.ts';
import type { WorkloadHistory } from '../ports/index.ts';
import { binMs, binsPerHour } from './bins.ts';
import { type Banded, dayAhead, type Peak, weekAhead } from './day-ahead.ts';
import { type Forecast, forecast } from './forecast.ts';
import type { ScaledReplicas } from './recommendation.ts';
import { neededReplicas } from './replicas.ts';

/** The forecast of a workload's total usage in the next hour, every five minutes. In cores or bytes. */
export type HourForecast = {
  readonly metric: ResourceName;
  readonly points: readonly {
    /** The start of the five minutes, in epoch milliseconds. */
    readonly at: number;
    readonly value: number;
    /** In the order of `outlookLevels`; null while too few errors are known. */
    readonly quantiles: readonly (number | null)[];
  }[];
  /** The weights of the experts in the forecast of the farthest point, largest first. */
  readonly weights: Forecast['weights'];
};

/** The levels of the forecast quantiles: the median, and a band that contains 80 % of the samples. */
export const outlookLevels = [0.1, 0.5, 0.9] as const;

/** The points of a forecast as the API returns them. */
export const forecastValues = (points: HourForecast['points']) =>
  points.map(({ at, value, quantiles }) => ({
    timestamp: iso(at),
    value,
    quantiles: outlookLevels.map((level, index) => ({ level, value: quantiles[index] ?? null })),
  }));

const horizons = Array.from({ length: binsPerHour }, (_, index) => index + 1);

/** The forecast of CPU and memory. A resource without samples is left out. */
export function hourAhead(history: WorkloadHistory): readonly HourForecast[] {
  return resourceNames.flatMap((metric) => {
    const usage = history.total[metric];
    const end = history.start + usage.length * binMs;
    const { points, weights } = forecast(usage, horizons, outlookLevels);
    if (points.length === 0) return [];
    return [
      {
        metric,
        weights,
        points: points.map(({ horizon, value, quantiles }) => ({
          at: end + (horizon - 1) * binMs,
          value,
          quantiles,
        })),
      },
    ];
  });
}

/** A week contains its first day, so its separately forecast peak must not be lower than that of the day. */
const atLeast = (week: Peak, day: Peak): Peak => ({
  hour: day.value >= week.value ? day.hour : week.hour,
  value: Math.max(week.value, day.value),
  low: Math.max(week.low, day.low),
  high: Math.max(week.high, day.high),
});

/** The next day and week of a workload, and the replicas for their peaks. */
export function daysAhead(
  history: WorkloadHistory,
  scaled: ScaledReplicas | null,
): Pick<Outlook, 'created' | 'resources' | 'replicas'> {
  const end = history.start + history.total.cpu.length * binMs;
  const at = (hour: number, { value, low, high }: Banded) => ({
    timestamp: iso(end + hour * hourMs),
    value,
    low,
    high,
  });
  const atPeak = (peak: Peak) => at(peak.hour, peak);
  const resources = resourceNames.flatMap((metric) => {
    const day = dayAhead(history.total[metric]);
    if (day === null) return [];
    const week = weekAhead(history.total[metric]);
    return [
      {
        metric,
        day: atPeak(day.peak),
        week: week === null ? null : atPeak(atLeast(week, day.peak)),
        hours: day.hours.map((banded, hour) => at(hour, banded)),
      },
    ];
  });
  const followed = resources.find(({ metric }) => metric === scaled?.metric);
  if (scaled === null || followed === undefined) return { created: iso(end), resources, replicas: null };
  const { requestPerPod, suggestion, bounds } = scaled;
  const pods = (usage: number): number => neededReplicas(usage, requestPerPod, suggestion.target, bounds);
  const inPods = <T extends Banded>(peak: T): T => ({
    ...peak,
    value: pods(peak.value),
    low: pods(peak.low),
    high: pods(peak.high),
  });
  return {
    created: iso(end),
    resources,
    replicas: {
      metric: scaled.metric,
      day: inPods(followed.day),
      week: followed.week === null ? null : inPods(followed.week),
    },
  };
}
