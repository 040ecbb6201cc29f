import { finiteOrNull, formatCpu, formatSi, type MetricDescriptor, type ScaleTarget } from '@trimtab/core';
import { defaultMetricRange, type MetricRange, metricRanges, windowOf } from './queries.ts';

/** The metrics to choose from: those of the whole workload, each once; where a server describes none so, all it names. */
export function metricsOf(catalog: readonly MetricDescriptor[]): string[] {
  const whole = catalog.filter(({ targetType, metricType }) => targetType === 'deployment' && metricType === 'total');
  return [...new Set((whole.length > 0 ? whole : catalog).map(({ metricName }) => metricName))];
}

/** The metric of the address, else the first there is; null when there is none. */
export function chooseMetric(wanted: string | null, metrics: readonly string[]): string | null {
  return metrics.find((metric) => metric === wanted) ?? metrics[0] ?? null;
}

/**
 * The range of the address, else the last 3 hours; a longer one where the address names a part of the chart that began
 * before (`since`), so that a link of yesterday opens what it was made of. `now` is when the page was opened.
 */
export function chooseRange(wanted: string | null, since: number | null = null, now = 0): MetricRange {
  const chosen = metricRanges.find((range) => range === wanted) ?? defaultMetricRange;
  if (since === null) return chosen;
  const longer = metricRanges.slice(metricRanges.indexOf(chosen));
  return longer.find((range) => windowOf(range, now).start <= since) ?? chosen;
}

/** How the figures of a metric are written and drawn. */
export function metricScale(metric: string, unit: string | undefined) {
  const isCores = metric === 'cpu' || unit === 'cores';
  return {
    format: isCores ? formatCpu : formatSi,
    unit: isCores ? 'cores' : metric === 'memory' ? 'bytes' : (unit ?? null),
  } as const;
}

/** What all pods together request of a resource; null for another metric, or when a container requests none. */
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
