import { isResourceName, resourceLabels } from '@trimtab/core';

/** The label of a metric: a resource's label, otherwise the metric's name. */
export const metricLabel = (metric: string): string => (isResourceName(metric) ? resourceLabels[metric] : metric);
