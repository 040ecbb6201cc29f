import { type SeededCluster, type SeededSeries, seriesOf } from '../prometheus/cluster.ts';
import { maximumOfGauge, meanOfCounter, meanOfGauge, p95OfCounter, quantile, type Span } from './integrate.ts';

type ExpectedResource = {
  /** Mean usage of all pods together. CPU in cores, memory in bytes. */
  readonly used: number;
  /** Mean request of the ready pods together. Null if nothing is requested. */
  readonly requested: number | null;
  /** The current request of one pod. Null if it has none. */
  readonly request: number | null;
  readonly peakPerPod: number | null;
};

type ExpectedContainer = {
  readonly name: string;
  readonly cpu: ExpectedResource;
  readonly memory: ExpectedResource;
};

export type ExpectedTarget = {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  /** The number of pods at the end of the span, and how many of them are ready. */
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly containers: readonly ExpectedContainer[];
  readonly cpuUtilization: number | null;
  readonly memoryUtilization: number | null;
  /** Hours of samples before the end of the span. */
  readonly sampledHours: number;
};

type Resource = 'cpu' | 'memory';
const metrics = { cpu: 'container_cpu_usage_seconds_total', memory: 'container_memory_working_set_bytes' } as const;

/** Ignores duplicate series: only those of cAdvisor and of the first kube-state-metrics count. */
const fromCadvisor = { metrics_path: '/metrics/cadvisor' };
const fromExporter = { instance: 'kube-state-metrics:8080' };

const label = (series: SeededSeries, name: string) => series.labels.get(name) ?? '';

/** The `namespace/kind/name` of a pod's owner. For a ReplicaSet, that of its own owner. */
function ownerOf(cluster: SeededCluster, owner: SeededSeries): string {
  const namespace = label(owner, 'namespace');
  const name = label(owner, 'owner_name');
  if (label(owner, 'owner_kind') !== 'ReplicaSet') return `${namespace}/${label(owner, 'owner_kind')}/${name}`;
  const above = seriesOf(cluster, 'kube_replicaset_owner', { ...fromExporter, namespace, replicaset: name })[0];
  return above ? `${namespace}/${label(above, 'owner_kind')}/${label(above, 'owner_name')}` : '';
}

const add = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b);
const total = (values: readonly (number | null)[]) => values.reduce(add, null);

/** Usage ÷ request. Null if a container has no request, or the request is 0. */
function utilization(containers: readonly ExpectedContainer[], resource: Resource): number | null {
  if (containers.some((container) => container[resource].requested === null)) return null;
  const requested = total(containers.map((container) => container[resource].requested));
  const used = total(containers.map((container) => container[resource].used));
  return requested === null || requested === 0 || used === null ? null : used / requested;
}

/** Every workload with pods in the span, computed from the raw samples only. */
export function expectedTargets(cluster: SeededCluster, span: Span): ExpectedTarget[] {
  const kinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Rollout']);
  const podsByOwner = new Map<string, SeededSeries[]>();
  for (const pod of seriesOf(cluster, 'kube_pod_owner', fromExporter)) {
    const owner = ownerOf(cluster, pod);
    podsByOwner.set(owner, [...(podsByOwner.get(owner) ?? []), pod]);
  }
  const byPod = new Map<string, SeededSeries[]>();
  for (const series of cluster.series) {
    const key = `${series.metric} ${label(series, 'namespace')}/${label(series, 'pod')}`;
    byPod.set(key, [...(byPod.get(key) ?? []), series]);
  }
  const ofPod = (pod: SeededSeries, metric: string, labels: Readonly<Record<string, string>>) =>
    seriesOf(
      { ...cluster, series: byPod.get(`${metric} ${label(pod, 'namespace')}/${label(pod, 'pod')}`) ?? [] },
      metric,
      labels,
    );
  const last = cluster.times.findLastIndex((time) => time < span.end);

  const resourceOf = (pods: readonly SeededSeries[], container: string, resource: Resource): ExpectedResource => {
    const usage = pods.map((pod) => ofPod(pod, metrics[resource], { ...fromCadvisor, container }));
    const mean = resource === 'cpu' ? meanOfCounter : meanOfGauge;
    const peak = resource === 'cpu' ? p95OfCounter : maximumOfGauge;
    const peaks = usage.flatMap((lives) => {
      const values = lives.flatMap((series) => peak(cluster, series, span) ?? []);
      return values.length === 0 ? [] : [Math.max(...values)];
    });
    const requests = pods.map((pod) => ({
      request: ['kube_pod_container_resource_requests', 'kube_pod_init_container_resource_requests'].flatMap((metric) =>
        ofPod(pod, metric, { ...fromExporter, container, resource }),
      )[0],
      ready: ofPod(pod, 'kube_pod_status_ready', { ...fromExporter, condition: 'true' })[0],
    }));
    const now = requests.findLast(
      ({ request }) => request !== undefined && request.first <= last && last < request.end,
    );
    return {
      used: usage.flat().reduce((sum, series) => sum + mean(cluster, series, span), 0),
      requested: total(
        requests.map(({ request, ready }) =>
          request && ready ? request.valueAt(request.first) * meanOfGauge(cluster, ready, span) : null,
        ),
      ),
      request: now?.request?.valueAt(last) ?? null,
      peakPerPod: peaks.length > 5 && resource === 'cpu' ? quantileByRank(peaks) : quantile(peaks, 1),
    };
  };

  return [...podsByOwner].flatMap(([owner, all]): ExpectedTarget[] => {
    const [namespace = '', kind = '', name = ''] = owner.split('/');
    const pods = all.filter(
      (pod) => (cluster.times[pod.first] ?? 0) < span.end && (cluster.times[pod.end] ?? Infinity) > span.start,
    );
    if (!kinds.has(kind) || pods.length === 0) return [];
    const names = new Set(
      pods
        .flatMap((pod) => [
          ...ofPod(pod, 'kube_pod_container_info', fromExporter),
          // Native sidecars; the other init containers end before the pod starts.
          ...ofPod(pod, 'kube_pod_init_container_info', { ...fromExporter, restart_policy: 'Always' }),
        ])
        .map((info) => label(info, 'container')),
    );
    const containers = [...names].toSorted().map((container) => ({
      name: container,
      cpu: resourceOf(pods, container, 'cpu'),
      memory: resourceOf(pods, container, 'memory'),
    }));
    const alive = pods.filter((pod) => pod.first <= last && last < pod.end);
    const ready = alive.filter(
      (pod) => ofPod(pod, 'kube_pod_status_ready', { ...fromExporter, condition: 'true' })[0]?.valueAt(last) === 1,
    );
    const first = Math.min(...all.map((pod) => cluster.times[pod.first] ?? span.end));
    return [
      {
        namespace,
        kind,
        name,
        replicas: alive.length,
        readyReplicas: ready.length,
        containers,
        cpuUtilization: utilization(containers, 'cpu'),
        memoryUtilization: utilization(containers, 'memory'),
        sampledHours: (span.end - first) / 3_600_000,
      },
    ];
  });
}

/** With more than five pods, the lowest value that 90 % of the pods do not exceed. */
function quantileByRank(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1] ?? null;
}
