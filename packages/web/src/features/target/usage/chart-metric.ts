import { finiteOrNull, formatCpu, formatSi, type MetricDescriptor, type ScaleTarget } from '@trimtab/core';
import { defaultMetricRange, type MetricRange, metricRanges, windowOf } from './queries.ts';

/** The names of the metrics of the whole workload or, if the catalog has none, of all metrics. */
export function metricsOf(catalog: readonly MetricDescriptor[]): string[] {
  const ofWorkload = catalog.filter(
    ({ targetType, metricType }) => targetType === 'deployment' && metricType === 'total',
  );
  return [...new Set((ofWorkload.length > 0 ? ofWorkload : catalog).map(({ metricName }) => metricName))];
}

/** The metric in the URL if it exists, otherwise the one at risk, otherwise the first; null if there is none. */
export function chooseMetric(
  wanted: string | null,
  metrics: readonly string[],
  atRisk: string | null = null,
): string | null {
  const named = (name: string | null) => metrics.find((metric) => metric === name);
  return named(wanted) ?? named(atRisk) ?? metrics[0] ?? null;
}

/**
 * The range in the URL, otherwise the last 3 hours. If the URL selects a part of the chart that starts before the range
 * (`since`), the shortest range that includes this part. `now` is the time when the page was opened.
 */
export function chooseRange(wanted: string | null, since: number | null = null, now = 0): MetricRange {
  const chosen = metricRanges.find((range) => range === wanted) ?? defaultMetricRange;
  if (since === null) return chosen;
  const longer = metricRanges.slice(metricRanges.indexOf(chosen));
  return longer.find((range) => windowOf(range, now).start <= since) ?? chosen;
}

/** The formatter and the axis unit of a metric. */
export function metricScale(metric: string, unit: string | undefined) {
  const isCores = metric === 'cpu' || unit === 'cores';
  return {
    format: isCores ? formatCpu : formatSi,
    unit: isCores ? 'cores' : metric === 'memory' ? 'bytes' : (unit ?? null),
  } as const;
}

/** The sum of the requests of all pods; null for a metric without requests, or if a container has no request. */
export function totalRequest(metric: string, workload: ScaleTarget | null): number | null {
  if ((metric !== 'cpu' && metric !== 'memory') || workload === null || workload.containers.length === 0) return null;
  const replicas = finiteOrNull(workload.current_replicas);
  let sum = 0;
  for (const { average_requests: requests } of workload.containers) {
    const request = finiteOrNull(requests[metric]);
    if (request === null || request <= 0) return null;
    sum += request;
  }
  return replicas === null ? null : sum * replicas;
}
