/** The words of an autoscaler's metrics. */
export const hpaMetricTypes = ['Object', 'Pod', 'Resource', 'External'] as const;
/** What an autoscaler measures. */
export type HpaMetricType = (typeof hpaMetricTypes)[number];

/** Who set a metric: an autoscaler that was there (`hpa`), or the target itself (`ast`). */
export const hpaMetricSources = ['hpa', 'ast'] as const;
/** Who set a metric. */
export type HpaMetricSource = (typeof hpaMetricSources)[number];

/** What an autoscaler holds a metric at. */
export const hpaTargetTypes = ['Utilization', 'AverageValue', 'AverageUtilization'] as const;
/** One way of holding a metric. */
export type HpaTargetType = (typeof hpaTargetTypes)[number];

/** The types that enhanced data may hold. */
export const enhancedHpaMetricTypes: readonly HpaMetricType[] = ['Resource', 'External'];

/** The metrics that enhanced data shows: Resource and External ones; an unknown type is left out. */
export function enhancedHpaMetrics<T extends { readonly type: string }>(metrics: readonly T[] | null | undefined): T[] {
  return (metrics ?? []).filter(({ type }) => enhancedHpaMetricTypes.some((known) => known === type));
}
