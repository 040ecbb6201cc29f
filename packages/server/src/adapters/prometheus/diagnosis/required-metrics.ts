type Exporter = 'cadvisor' | 'kube-state-metrics';

export type RequiredMetric = {
  readonly metric: string;
  readonly exporter: Exporter;
  readonly labels: readonly string[];
  /** What is unknown without the metric. The operator reads it after "Without it:" or "<metric> is absent:". */
  readonly without: string;
  /** Set if its absence may be normal. */
  readonly mayBeAbsent?: {
    /** What a normal absence means. */
    readonly meaning: string;
    /** A query whose result is above 0 if the absence is a problem. */
    readonly unless?: string;
  };
};

const pod = ['namespace', 'pod'];
const container = [...pod, 'container'];
const hpa = ['namespace', 'horizontalpodautoscaler'];
const noHpa = { meaning: 'the cluster has no HPA', unless: 'count(kube_horizontalpodautoscaler_spec_max_replicas)' };
const ksm = (
  metric: string,
  labels: readonly string[],
  without: string,
  mayBeAbsent?: RequiredMetric['mayBeAbsent'],
): RequiredMetric => ({
  metric,
  exporter: 'kube-state-metrics',
  labels,
  without,
  ...(mayBeAbsent === undefined ? {} : { mayBeAbsent }),
});

/** Every metric that the queries read (docs/contract/metrics.md#prometheus-metrics). */
export const requiredMetrics: readonly RequiredMetric[] = [
  {
    metric: 'container_cpu_usage_seconds_total',
    exporter: 'cadvisor',
    labels: container,
    without: 'CPU usage is unknown',
  },
  {
    metric: 'container_memory_working_set_bytes',
    exporter: 'cadvisor',
    labels: container,
    without: 'memory usage is unknown',
  },
  ...['container_cpu_cfs_periods_total', 'container_cpu_cfs_throttled_periods_total'].map(
    (metric): RequiredMetric => ({
      metric,
      exporter: 'cadvisor',
      labels: container,
      without: 'CPU throttling is unknown',
      mayBeAbsent: { meaning: 'no container has a CPU limit' },
    }),
  ),
  ksm(
    'kube_pod_owner',
    [...pod, 'owner_kind', 'owner_name'],
    'the workload of each pod is unknown, and so are usage, requests and ready replicas',
  ),
  ksm(
    'kube_replicaset_owner',
    ['namespace', 'replicaset', 'owner_kind', 'owner_name'],
    'the pods of each Deployment and Rollout are unknown, and so are their usage and requests',
  ),
  ksm('kube_pod_status_ready', [...pod, 'condition'], 'pods whose phase is Running are counted as ready'),
  ksm('kube_pod_status_phase', [...pod, 'phase'], 'the phase of pods is unknown'),
  ksm(
    'kube_pod_container_resource_requests',
    [...container, 'resource'],
    'requests are unknown, and so are utilization and cost',
  ),
  ksm(
    'kube_pod_container_resource_limits',
    [...container, 'resource'],
    'limits are unknown, so suggestions contain requests only',
  ),
  ksm('kube_pod_container_info', [...container, 'image'], 'images, and containers without a request, are unknown'),
  ksm('kube_pod_init_container_info', container, 'native sidecars are not part of their workloads', {
    meaning: 'no pod has an init container',
  }),
  ksm(
    'kube_pod_init_container_resource_requests',
    [...container, 'resource'],
    'the requests of native sidecars are unknown',
    { meaning: 'no init container has requests' },
  ),
  ksm(
    'kube_pod_init_container_resource_limits',
    [...container, 'resource'],
    'the limits of native sidecars are unknown',
    { meaning: 'no init container has limits' },
  ),
  ksm(
    'kube_pod_status_qos_class',
    [...pod, 'qos_class'],
    'init containers do not count for the quality-of-service class of a pod',
    {
      meaning: 'the quality-of-service class of pods is derived from their containers without init containers',
    },
  ),
  ksm('kube_pod_created', pod, 'the age of pods is unknown'),
  ksm('kube_pod_deletion_timestamp', pod, 'pods that terminate count as replicas', {
    meaning: 'no pod terminates, or pods that terminate count as replicas',
  }),
  ksm('kube_pod_labels', pod, 'the labels of pods are unknown'),
  ksm(
    'kube_deployment_spec_replicas',
    ['namespace', 'deployment'],
    'only Deployments with pods are listed, and their desired replicas are unknown',
    { meaning: 'the cluster has no Deployment', unless: 'count(kube_replicaset_owner{owner_kind="Deployment"})' },
  ),
  ksm(
    'kube_deployment_spec_strategy_rollingupdate_max_surge',
    ['namespace', 'deployment'],
    'rolling updates are assumed to start 25% more pods',
    { meaning: 'no Deployment has rolling updates' },
  ),
  ksm(
    'kube_statefulset_replicas',
    ['namespace', 'statefulset'],
    'only StatefulSets with pods are listed, and their desired replicas are unknown',
    { meaning: 'the cluster has no StatefulSet', unless: 'count(kube_pod_owner{owner_kind="StatefulSet"})' },
  ),
  ksm(
    'kube_daemonset_status_desired_number_scheduled',
    ['namespace', 'daemonset'],
    'only DaemonSets with pods are listed',
    { meaning: 'DaemonSets, if there are any, are found through their pods' },
  ),
  ksm(
    'kube_horizontalpodautoscaler_info',
    [...hpa, 'scaletargetref_kind', 'scaletargetref_name'],
    'the workload that an HPA scales is unknown, so HPAs are matched by name',
    { meaning: 'HPAs, if there are any, are matched by name' },
  ),
  ksm('kube_horizontalpodautoscaler_spec_min_replicas', hpa, 'each HPA is assumed to have a minimum of one pod', noHpa),
  ksm('kube_horizontalpodautoscaler_spec_max_replicas', hpa, 'HPAs are not found', {
    meaning: 'the cluster has no HPA',
    unless: 'count(kube_horizontalpodautoscaler_info)',
  }),
  ksm(
    'kube_horizontalpodautoscaler_spec_target_metric',
    [...hpa, 'metric_name', 'metric_target_type'],
    'the metrics that an HPA scales on are unknown',
    noHpa,
  ),
  ksm(
    'kube_pod_container_status_last_terminated_reason',
    [...container, 'reason'],
    'out-of-memory kills are not detected',
    { meaning: 'no container has terminated and restarted' },
  ),
  ksm(
    'kube_pod_container_status_restarts_total',
    container,
    'restarts are unknown, and of several out-of-memory kills in a row only the first is detected',
    { meaning: 'of several out-of-memory kills in a row, only the first is detected' },
  ),
  ksm(
    'kube_pod_init_container_status_last_terminated_reason',
    [...container, 'reason'],
    'out-of-memory kills of native sidecars are not detected',
    { meaning: 'no init container has terminated and restarted' },
  ),
  ksm(
    'kube_pod_init_container_status_restarts_total',
    container,
    'of several out-of-memory kills of a native sidecar in a row only the first is detected',
    { meaning: 'the cluster has no init container' },
  ),
  ksm(
    'kube_limitrange',
    ['namespace', 'limitrange', 'resource', 'type', 'constraint'],
    'suggestions may be outside of the bounds of a LimitRange',
    { meaning: 'the cluster has no LimitRange' },
  ),
  ksm(
    'kube_resourcequota',
    ['namespace', 'resourcequota', 'resource', 'type'],
    'suggestions may exceed a ResourceQuota',
    { meaning: 'the cluster has no ResourceQuota' },
  ),
  ksm('kube_namespace_created', ['namespace'], 'only namespaces with pods are listed, and their age is unknown'),
];

/** Labels that are read but not required. */
const optionalLabels = ['id', 'name', 'instance', 'cpu', 'restart_policy'];

/** All metric and label names that --prometheus-rename accepts. */
export const renamableNames: ReadonlySet<string> = new Set([
  ...requiredMetrics.flatMap(({ metric, labels }) => [metric, ...labels]),
  ...optionalLabels,
]);
