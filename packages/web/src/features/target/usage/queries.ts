import { queryOptions } from '@tanstack/react-query';
import { ApiError, type Client, dayMs, hourMs, isoWindow, lastHours, metricsWindow, minuteMs } from '@trimtab/core';
import { enqueue } from '../../../api/request-queue.ts';
import { cancelIfTargetMissing, type TargetId } from '../queries.ts';

/** The time ranges of the usage chart. */
export const metricRanges = ['3h', '24h', '7d', '14d'] as const;
export type MetricRange = (typeof metricRanges)[number];
export const defaultMetricRange: MetricRange = '3h';
/** The poll interval of the chart. Samples are minutes apart. */
export const seriesPollMs = minuteMs;

const hours: Record<Exclude<MetricRange, '3h'>, number> = {
  '24h': dayMs / hourMs,
  '7d': (7 * dayMs) / hourMs,
  '14d': (14 * dayMs) / hourMs,
};

/** The window of a range that ends at `now`. */
export const windowOf = (range: MetricRange, now: number) =>
  range === '3h' ? metricsWindow(now) : lastHours(now, hours[range]);

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

/** The usage of one metric of the whole workload over time and, if the server provides them, the earlier predictions. */
export function usageSeriesQuery(
  client: Client,
  { metric, range, ...id }: TargetId & { metric: string; range: MetricRange },
) {
  const narrowed = { targetType: 'deployment', metricType: 'total', metricName: metric } as const;
  return queryOptions({
    queryKey: ['metrics.target', { ...id, ...narrowed, range }],
    queryFn: ({ signal }) =>
      enqueue(signal, async () => {
        const wanted = { ...id, ...isoWindow(windowOf(range, Date.now())) };
        try {
          return await client.metrics.target({ ...wanted, ...narrowed }, { signal });
        } catch (error) {
          // Some servers cannot filter the list. The chart selects the series that it shows.
          if (!(error instanceof ApiError) || error.status !== 400) throw error;
          return client.metrics.target(wanted, { signal });
        }
      }),
    meta: { onlyLogged: 'Error fetching metrics time series' },
  });
}
