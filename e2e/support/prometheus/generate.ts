import type { SeededCluster, SeededSeries } from './cluster.ts';
import { shapeOf } from './loads.ts';
import { podsOf, type SeededPod } from './pods.ts';
import { loadTraces } from './traces.ts';
import type { SeededContainer, SeededWorkload } from './world.ts';

export type ClusterOptions = {
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly workloads: readonly SeededWorkload[];
  /** How far back samples go: the last 50 hours every `fineStep`, earlier ones every `coarseStep`. All in seconds. */
  readonly history: number;
  readonly fineStep: number;
  readonly coarseStep: number;
  /** How far into the future samples are generated, so that they can be written as time passes. */
  readonly horizon: number;
};

type Labels = Readonly<Record<string, string>>;
type Part = { readonly first: number; readonly end: number };

const fineSeconds = 50 * 3600;
const exporter = { job: 'kube-state-metrics', instance: 'kube-state-metrics:8080' };
const secondExporter = { ...exporter, instance: 'kube-state-metrics-2:8080' };
const cadvisor = { job: 'kubelet', metrics_path: '/metrics/cadvisor', instance: 'node-a:10250', node: 'node-a' };
const kubelet = { ...cadvisor, metrics_path: '/metrics/resource' };
const phases = ['Pending', 'Running'];

function timesOf({ now, history, horizon, fineStep, coarseStep }: ClusterOptions): number[] {
  const times: number[] = [];
  let time = now - history * 1000;
  while (time <= now + horizon * 1000) {
    times.push(time);
    time += (time < now - fineSeconds * 1000 ? coarseStep : fineStep) * 1000;
  }
  return times;
}

/** CPU as a counter of seconds that starts at 0 in each run of the pod; memory as a gauge. One value per index of the pod. */
function usageOf(
  pod: SeededPod,
  times: readonly number[],
  container: SeededContainer,
  cpu: Float64Array,
  memory: Float64Array,
) {
  const size = pod.end - pod.first;
  const seconds = new Float64Array(size);
  const bytes = new Float64Array(size);
  // The load is spread unevenly, up to 10 % around the mean. With two or more pods the mean stays the same.
  const share = 1 + 0.1 * Math.sin(pod.slot * 2.4);
  const restarts = new Set(pod.lives.map((life) => life.first));
  for (let index = 0; index < size; index += 1) {
    const at = pod.first + index;
    const elapsed = ((times[at] ?? 0) - (times[at - 1] ?? times[at] ?? 0)) / 1000;
    const used = container.cpuMean * share * (cpu[at] ?? 0) * elapsed;
    seconds[index] = (restarts.has(at) ? 0 : (seconds[index - 1] ?? 0)) + used;
    bytes[index] = Math.round(container.memoryMean * share * (memory[at] ?? 0));
  }
  return { seconds, bytes };
}

/** The cluster's raw series, as pure functions of the options: the same options give the same samples. */
export function generateCluster(options: ClusterOptions): SeededCluster {
  const { now, workloads } = options;
  const times = timesOf(options);
  const traces = loadTraces();
  const series: SeededSeries[] = [];
  const always: Part = { first: 0, end: times.length };

  const put = (metric: string, labels: Labels, { first, end }: Part, valueAt: SeededSeries['valueAt']) => {
    if (end > first) series.push({ metric, labels: new Map(Object.entries(labels)), first, end, valueAt });
  };
  const state = (
    workload: SeededWorkload,
    metric: string,
    labels: Labels,
    part: Part,
    valueAt: SeededSeries['valueAt'],
  ) => {
    put(metric, { ...exporter, ...labels }, part, valueAt);
    if (workload.duplicated) put(metric, { ...secondExporter, ...labels }, part, valueAt);
  };

  const putUsage = (
    workload: SeededWorkload,
    pod: SeededPod,
    container: SeededContainer,
    cpu: Float64Array,
    memory: Float64Array,
  ) => {
    const { seconds, bytes } = usageOf(pod, times, container, cpu, memory);
    const own = { namespace: workload.namespace, pod: pod.name, container: container.name };
    const cpuAt = (index: number) => seconds[index - pod.first] ?? 0;
    const memoryAt = (index: number) => bytes[index - pod.first] ?? 0;
    const { throttled } = workload;
    if (throttled !== undefined) {
      const quota = { ...cadvisor, ...own, id: `/kubepods/pod-${pod.name}` };
      const periodsAt = (index: number) => ((times[index] ?? 0) - (times[pod.first] ?? 0)) / 100;
      put('container_cpu_cfs_periods_total', quota, pod, periodsAt);
      put('container_cpu_cfs_throttled_periods_total', quota, pod, (index) => throttled * periodsAt(index));
    }
    let life = -1;
    for (const [index, { first, sameSeries }] of pod.lives.entries()) {
      if (sameSeries) continue;
      life += 1;
      const end = pod.lives.slice(index + 1).find((next) => !next.sameSeries)?.first ?? pod.end;
      const cgroup = {
        id: `/kubepods/pod-${pod.name}/${container.name}-${life}`,
        name: `${container.name}-${life}`,
        image: `registry.example/${container.name}:1`,
      };
      const processors = workload.byProcessor ? ['cpu00', 'cpu01'] : ['total'];
      for (const processor of processors) {
        const counter = (at: number) => cpuAt(at) / processors.length;
        put(
          'container_cpu_usage_seconds_total',
          { ...cadvisor, ...own, ...cgroup, cpu: processor },
          { first, end },
          counter,
        );
      }
      put('container_memory_working_set_bytes', { ...cadvisor, ...own, ...cgroup }, { first, end }, memoryAt);
    }
    if (!workload.duplicated) return;
    put('container_cpu_usage_seconds_total', { ...kubelet, ...own }, pod, cpuAt);
    put('container_memory_working_set_bytes', { ...kubelet, ...own }, pod, memoryAt);
    for (const name of ['', 'POD']) {
      const cgroup = { ...cadvisor, ...own, container: name, id: `/kubepods/pod-${pod.name}/${name}` };
      put('container_cpu_usage_seconds_total', { ...cgroup, cpu: 'total' }, pod, cpuAt);
      put('container_memory_working_set_bytes', cgroup, pod, memoryAt);
    }
  };

  const putPod = (workload: SeededWorkload, pod: SeededPod) => {
    const own = { namespace: workload.namespace, pod: pod.name, uid: pod.uid };
    const say = (metric: string, labels: Labels, valueAt: SeededSeries['valueAt']) =>
      state(workload, metric, { ...own, ...labels }, pod, valueAt);
    const owner =
      pod.replicaSet === null
        ? { owner_kind: workload.kind, owner_name: workload.name }
        : { owner_kind: 'ReplicaSet', owner_name: pod.replicaSet };
    say('kube_pod_owner', { ...owner, owner_is_controller: 'true' }, () => 1);
    say('kube_pod_info', { node: 'node-a' }, () => 1);
    say('kube_pod_labels', { label_app: workload.name }, () => 1);
    say('kube_pod_created', {}, () => Math.round((times[pod.first] ?? 0) / 1000));
    for (const phase of phases) say('kube_pod_status_phase', { phase }, () => (phase === 'Running' ? 1 : 0));
    say('kube_pod_status_ready', { condition: 'true' }, (index) => (pod.readyAt(index) ? 1 : 0));
    say('kube_pod_status_ready', { condition: 'false' }, (index) => (pod.readyAt(index) ? 0 : 1));
    for (const { name, cpuRequest, memoryRequest, init } of workload.containers) {
      const kind = init === undefined ? 'kube_pod_container' : 'kube_pod_init_container';
      const policy = init === 'sidecar' ? { restart_policy: 'Always' } : {};
      const image = `registry.example/${name}:1`;
      say(`${kind}_info`, { container: name, image, image_spec: image, ...policy }, () => 1);
      const amounts = [
        ['cpu', 'core', cpuRequest],
        ['memory', 'byte', memoryRequest],
      ] as const;
      for (const [resource, unit, value] of amounts) {
        if (value === null) continue;
        say(`${kind}_resource_requests`, { container: name, resource, unit }, () => value);
        say(`${kind}_resource_limits`, { container: name, resource, unit }, () => 2 * value);
      }
    }
  };

  const putKills = (workload: SeededWorkload, pod: SeededPod) => {
    const [container] = workload.containers;
    if (workload.outOfMemory === undefined || container === undefined) return;
    const isKilled = pod.slot === 0 && pod.end === times.length;
    const kills = workload.outOfMemory.map((ago) => times.findIndex((time) => time >= now - ago * 1000));
    const [first] = kills;
    const own = { namespace: workload.namespace, pod: pod.name, uid: pod.uid, container: container.name };
    const status = `kube_pod_${container.init === undefined ? '' : 'init_'}container_status`;
    const countAt = (index: number) => (isKilled ? kills : []).filter((kill) => kill <= index).length;
    state(workload, `${status}_restarts_total`, own, pod, countAt);
    if (first === undefined || !isKilled) return;
    state(
      workload,
      `${status}_last_terminated_reason`,
      { ...own, reason: 'OOMKilled' },
      { first, end: pod.end },
      () => 1,
    );
  };

  const putWorkload = (workload: SeededWorkload, pods: readonly SeededPod[]) => {
    const { namespace, name, replicas, hpa } = workload;
    const part = { first: Math.min(...pods.map((pod) => pod.first)), end: times.length };
    const say = (metric: string, labels: Labels, value: number) =>
      state(workload, metric, { namespace, ...labels }, part, () => value);
    if (workload.kind === 'Deployment') say('kube_deployment_spec_replicas', { deployment: name }, replicas);
    if (workload.kind === 'StatefulSet') say('kube_statefulset_replicas', { statefulset: name }, replicas);
    if (workload.kind === 'DaemonSet')
      say('kube_daemonset_status_desired_number_scheduled', { daemonset: name }, replicas);
    for (const replicaset of new Set(pods.flatMap((pod) => pod.replicaSet ?? []))) {
      say(
        'kube_replicaset_owner',
        { replicaset, owner_kind: workload.kind, owner_name: name, owner_is_controller: 'true' },
        1,
      );
    }
    for (const [metric, labels, value] of workload.ofNamespace ?? []) say(metric, labels, value);
    if (!hpa) return;
    const scaler = { horizontalpodautoscaler: hpa.name };
    say(
      'kube_horizontalpodautoscaler_info',
      {
        ...scaler,
        scaletargetref_api_version: 'apps/v1',
        scaletargetref_kind: workload.kind,
        scaletargetref_name: name,
      },
      1,
    );
    say('kube_horizontalpodautoscaler_spec_min_replicas', scaler, hpa.min);
    say('kube_horizontalpodautoscaler_spec_max_replicas', scaler, hpa.max);
    say(
      'kube_horizontalpodautoscaler_spec_target_metric',
      { ...scaler, metric_name: hpa.metric, metric_target_type: hpa.type },
      hpa.target,
    );
  };

  for (const [order, workload] of workloads.entries()) {
    const pods = podsOf(workload, times, now);
    const first = Math.min(...pods.map((pod) => pod.first));
    putWorkload(workload, pods);
    for (const pod of pods) {
      putPod(workload, pod);
      putKills(workload, pod);
    }
    for (const [index, container] of workload.containers.entries()) {
      const pick = order + index * 5;
      const shape = (from: typeof traces.cpu) => {
        const trace = from[pick % from.length];
        if (!trace) throw new Error('There is no trace for the load of the workload.');
        return shapeOf(trace, times, now, first, order * 6113);
      };
      const cpu = shape(traces.cpu);
      const memory = shape(traces.memory);
      for (const pod of pods) putUsage(workload, pod, container, cpu, memory);
    }
  }
  for (const namespace of new Set(workloads.map((workload) => workload.namespace))) {
    put('kube_namespace_created', { ...exporter, namespace }, always, () => Math.round(now / 1000) - 90 * 86_400);
  }
  for (const [resource, unit, value] of [
    ['cpu', 'core', 64],
    ['memory', 'byte', 256 * 2 ** 30],
  ] as const) {
    put('kube_node_status_capacity', { ...exporter, node: 'node-a', resource, unit }, always, () => value);
  }
  return { times, series };
}
