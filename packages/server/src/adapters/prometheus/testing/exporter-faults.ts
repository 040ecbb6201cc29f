import type { SeededCluster, SeededSeries, SeededWorkload } from '../../../../../../e2e/support/prometheus/index.ts';
import { container, indexOfHoursAgo } from './real-prometheus.ts';

const sources = ['kube-state-metrics', 'cadvisor', 'both'] as const;
const faults = ['restart', 'gap', 'handover', 'duplicate', 'partial'] as const;
const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'churn'] as const;

type Scenario = {
  readonly namespace: string;
  readonly source: (typeof sources)[number];
  readonly fault: (typeof faults)[number];
  readonly kind: (typeof kinds)[number];
};

/**
 * Each fault of each exporter, for each kind of workload. Each scenario has its own namespace. A pod that no exporter sees
 * for a part of the day cannot be distinguished from one that did not run.
 */
export const scenarios: readonly Scenario[] = sources.flatMap((source) =>
  faults
    .filter((fault) => fault !== 'partial' || source !== 'both')
    .flatMap((fault) =>
      kinds.map((kind) => ({ namespace: `${source}-${fault}-${kind.toLowerCase()}`, source, fault, kind })),
    ),
);

/** The usage of every pod, as a share of its request. It never changes. */
export const usedShare = 0.6;
const app = container('app');

const appOf = ({ namespace, kind }: Scenario): SeededWorkload => ({
  namespace,
  kind: kind === 'churn' ? 'Deployment' : kind,
  name: 'app',
  replicas: kind === 'churn' ? 6 : 3,
  containers: [app],
  ...(kind === 'churn'
    ? { hpa: { name: 'app', min: 2, max: 6, metric: 'cpu', type: 'utilization' as const, target: 70 } }
    : {}),
});

/** With a partial fault, both exporters always see another workload of the namespace. */
export const scenarioWorkloads: readonly SeededWorkload[] = scenarios.flatMap((scenario) => [
  appOf(scenario),
  ...(scenario.fault === 'partial'
    ? [{ namespace: scenario.namespace, kind: 'Deployment', name: 'other', replicas: 1, containers: [app] } as const]
    : []),
]);

/** The number of pods that one exporter does not see during a partial fault. The DaemonSet loses all of its pods. */
export const lostPods = ({ kind }: Pick<Scenario, 'kind'>): number => (kind === 'DaemonSet' ? 3 : 1);

/**
 * When the four pods that an HPA adds start and end, in hours ago. One of them runs only while exporters send nothing.
 */
const added = [
  [20, 14],
  [18, 10],
  [12, 6],
  [3, 0],
] as const;
const midday = 12;
/** When an exporter sends nothing, in hours ago. */
const silence = [16, 4] as const;
/** A restart of an exporter loses this many samples. */
const lostSamples = 2;

/** Series with constant usage, with the disturbances of their scenario. */
export function withExporterFaults({ times, series }: SeededCluster, now: number): SeededSeries[] {
  const indexAt = indexOfHoursAgo({ times }, now);
  const last = times.length;
  const byNamespace = new Map(scenarios.map((scenario) => [scenario.namespace, scenario]));
  const podsOf = Map.groupBy(
    series.filter(({ metric }) => metric === 'kube_pod_owner'),
    ({ labels }) => labels.get('namespace'),
  );
  const lifeOf = (one: SeededSeries): { first: number; end: number } => {
    const namespace = one.labels.get('namespace');
    const pods = podsOf.get(namespace)?.map(({ labels }) => labels.get('pod')) ?? [];
    const life = added[pods.indexOf(one.labels.get('pod')) - 2];
    const isOther = one.labels.get('pod')?.startsWith('other-') === true;
    if (byNamespace.get(namespace ?? '')?.kind !== 'churn' || life === undefined || isOther)
      return { first: one.first, end: last };
    return { first: indexAt(life[0]), end: life[1] === 0 ? last : indexAt(life[1]) };
  };
  return series.flatMap((generated) => {
    const scenario = byNamespace.get(generated.labels.get('namespace') ?? '');
    if (scenario === undefined) return [];
    const one = { ...generated, ...lifeOf(generated), valueAt: constantUsage(generated, times) };
    const isOfCadvisor = one.metric.startsWith('container_');
    const pods = podsOf.get(scenario.namespace)?.slice(0, lostPods(scenario));
    const isReached =
      scenario.fault !== 'partial' || pods?.some(({ labels }) => labels.get('pod') === one.labels.get('pod')) === true;
    const isAffected = isReached && (scenario.source === 'both' || (scenario.source === 'cadvisor') === isOfCadvisor);
    return isAffected ? disturbed(one, scenario, indexAt) : [one];
  });
}

function constantUsage({ metric, valueAt }: SeededSeries, times: readonly number[]): SeededSeries['valueAt'] {
  const start = times[0] ?? 0;
  const cores = usedShare * (app.cpuRequest ?? 0);
  if (metric === 'container_cpu_usage_seconds_total') return (at) => (cores * ((times[at] ?? 0) - start)) / 1000;
  if (metric === 'container_memory_working_set_bytes') return () => usedShare * (app.memoryRequest ?? 0);
  return valueAt;
}

const before = (one: SeededSeries, end: number): SeededSeries => ({ ...one, end: Math.min(one.end, end) });
const from = (one: SeededSeries, first: number): SeededSeries => ({ ...one, first: Math.max(one.first, first) });

function disturbed(
  series: SeededSeries,
  { fault, kind }: Scenario,
  indexAt: (hoursAgo: number) => number,
): SeededSeries[] {
  const labeled = (labels: Readonly<Record<string, string>>): SeededSeries => ({
    ...series,
    labels: new Map([...series.labels, ...Object.entries(labels)]),
  });
  const replica = (name: string) => labeled({ prometheus_replica: name });
  const middle = indexAt(midday);
  const gap = () => [before(series, indexAt(silence[0])), from(series, indexAt(silence[1]))];
  const parts = {
    restart: () => [before(series, middle), from(labeled(restarted(series, kind)), middle + lostSamples)],
    gap,
    partial: gap,
    handover: () => [before(replica('a'), middle), from(replica('b'), middle)],
    duplicate: () => [replica('a'), replica('b')],
  };
  return parts[fault]().filter(({ first, end }) => first < end);
}

/** The exporter has another address. The pods of a StatefulSet were replaced by pods with the same names. */
function restarted({ labels }: SeededSeries, kind: Scenario['kind']): Readonly<Record<string, string>> {
  const instance = { instance: '10.9.9.9:8080' };
  if (kind !== 'StatefulSet' || !labels.has('pod')) return instance;
  return labels.has('id')
    ? { ...instance, id: `${labels.get('id')}-2`, name: 'app-2' }
    : { ...instance, uid: 'second' };
}
