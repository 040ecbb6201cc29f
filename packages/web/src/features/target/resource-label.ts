import type { ResourceName } from '@trimtab/core';

/** How a resource is called in a heading. */
export const resourceLabels: Record<ResourceName, string> = { cpu: 'CPU', memory: 'Memory' };

/** How a metric is called: the resources by their labels, everything else by its own name. */
export function metricLabel(metric: string): string {
  if (metric === 'cpu' || metric === 'memory') return resourceLabels[metric];
  return metric;
}
