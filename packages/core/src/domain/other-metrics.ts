import { formatList } from '../format/list.ts';
import { formatCounted } from '../format/number.ts';
import { isResourceName, type ResourceName } from './resource.ts';

type Metric = { readonly type: string; readonly name?: string | null | undefined };

/** The resource that a metric of an autoscaler follows; null if it is none, such as the length of a queue. */
export function metricResource({ type, name }: Metric): ResourceName | null {
  return type === 'Resource' && typeof name === 'string' && isResourceName(name) ? name : null;
}

const mostNames = 3;

/** The metrics of an autoscaler other than CPU and memory, as a text; null without one. Nothing is known about their values. */
export function otherMetrics(metrics: readonly Metric[]): string | null {
  const names = metrics.filter((metric) => metricResource(metric) === null).map(({ name }) => name ?? 'another metric');
  if (names.length === 0) return null;
  const left = names.length - mostNames;
  return formatList([...names.slice(0, mostNames), ...(left > 0 ? [formatCounted(left, 'more metric')] : [])]);
}
