import { type MetricDescriptor, resourceNames } from '@trimtab/core';

type MetricTargetType = 'deployment' | 'container' | 'namespace';
type MetricType = 'total' | 'average' | 'utilization' | 'value';

/** Identifies a series. `name` is the name of the target; null for a series of a whole namespace. */
export type MetricKey = {
  readonly namespace: string;
  readonly name: string | null;
  readonly targetType: MetricTargetType;
  /** The name of the workload, container or namespace. */
  readonly targetName: string;
  readonly metricName: 'cpu' | 'memory' | 'replicas';
  readonly metricType: MetricType;
};

/** Means "no target"; a hyphen alone is not a valid Kubernetes name. */
const whole = '-';
const amounts: readonly MetricType[] = ['total', 'average', 'utilization'];

/** A stable id. Kubernetes names contain neither slashes nor commas. */
export const metricId = ({ namespace, name, targetType, targetName, metricName, metricType }: MetricKey): string =>
  [namespace, name ?? whole, targetType, targetName, metricName, metricType].join('/');

/** Null for a text that is not the id of a possible series. */
export function readMetricId(id: string): MetricKey | null {
  const [namespace, name, , targetName] = id.split('/');
  if (!namespace || !name || !targetName) return null;
  const possible = name === whole ? namespaceMetrics(namespace) : targetMetrics(namespace, name, [targetName]);
  return possible.find((key) => metricId(key) === id) ?? null;
}

/**
 * The series of a target. For the workload: `total` over its pods, `average` per ready pod, `utilization` relative to
 * the requests. For a container: the `value` of its busiest pods, which is the input of the suggested requests.
 */
export function targetMetrics(namespace: string, name: string, containers: readonly string[]): readonly MetricKey[] {
  const workload = { namespace, name, targetType: 'deployment', targetName: name } as const;
  return [
    ...amounts.flatMap((metricType) => resourceNames.map((metricName) => ({ ...workload, metricName, metricType }))),
    { ...workload, metricName: 'replicas', metricType: 'value' },
    ...containers.flatMap((targetName) =>
      resourceNames.map(
        (metricName) =>
          ({ namespace, name, targetType: 'container', targetName, metricName, metricType: 'value' }) as const,
      ),
    ),
  ];
}

/** The sums over the enrolled targets of a namespace. */
export const namespaceMetrics = (namespace: string): readonly MetricKey[] =>
  resourceNames.map((metricName) => ({
    namespace,
    name: null,
    targetType: 'namespace',
    targetName: namespace,
    metricName,
    metricType: 'total',
  }));

const units = { cpu: 'cores', memory: 'bytes' } as const;

export function descriptor(key: MetricKey): MetricDescriptor {
  const { namespace, targetType, targetName, metricName, metricType } = key;
  const unit = metricName === 'replicas' || metricType === 'utilization' ? {} : { unit: units[metricName] };
  return { id: metricId(key), metricName, metricType, targetType, targetName, namespace, ...unit };
}
