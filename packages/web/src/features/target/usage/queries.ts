import { queryOptions } from '@tanstack/react-query';
import { type Client, dayMs, hourMs, isoWindow, lastHours, metricsWindow, minuteMs } from '@trimtab/core';
import { enqueue } from '../../../api/request-queue.ts';
import { cancelIfTargetMissing, type TargetId } from '../queries.ts';

/** How far back a usage chart looks. */
export const metricRanges = ['3h', '24h', '7d', '14d'] as const;
/** One of the ranges. */
export type MetricRange = (typeof metricRanges)[number];
/** console.md, section 9. */
export const defaultMetricRange: MetricRange = '3h';
/** A chart follows the time at this pace; its samples are minutes apart. */
export const seriesPollMs = minuteMs;

const hours: Record<Exclude<MetricRange, '3h'>, number> = {
  '24h': dayMs / hourMs,
  '7d': (7 * dayMs) / hourMs,
  '14d': (14 * dayMs) / hourMs,
};

/** The time that a range covers, up to `now`. */
export const windowOf = (range: MetricRange, now: number) =>
  range === '3h' ? metricsWindow(now) : lastHours(now, hours[range]);

/** The metrics that a target has. */
export function targetCatalogQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['metrics.targetCatalog', id],
    queryFn: ({ signal, client: queryClient }) =>
      cancelIfTargetMissing({ client, queryClient, id }, () =>
        enqueue(signal, async () => {
          const { items } = await client.metrics.targetCatalog(id, { signal });
          return items;
        }),
      ),
    staleTime: 5 * minuteMs,
  });
}

/** The whole workload's usage of one metric over time, with what had been predicted, where the server says so. */
export function usageSeriesQuery(
  client: Client,
  { metric, range, ...id }: TargetId & { metric: string; range: MetricRange },
) {
  const narrowed = { targetType: 'deployment', metricType: 'total', metricName: metric } as const;
  return queryOptions({
    queryKey: ['metrics.target', { ...id, ...narrowed, range }],
    queryFn: ({ signal }) =>
      enqueue(signal, () =>
        client.metrics.target({ ...id, ...narrowed, ...isoWindow(windowOf(range, Date.now())) }, { signal }),
      ),
    meta: { onlyLogged: 'Error fetching metrics time series' },
  });
}
