import type { ResourceName } from '@trimtab/core';

/** The labels of the resources on the screen. */
export const resourceLabels: Record<ResourceName, string> = { cpu: 'CPU', memory: 'Memory' };

/** The label of a metric: a resource's label, otherwise the metric's name. */
export function metricLabel(metric: string): string {
  if (metric === 'cpu' || metric === 'memory') return resourceLabels[metric];
  return metric;
}
