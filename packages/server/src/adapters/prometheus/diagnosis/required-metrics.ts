/** Whose metrics they are. */
export type Exporter = 'cadvisor' | 'kube-state-metrics';

export type Need = {
  readonly metric: string;
  readonly exporter: Exporter;
  /** Labels that the queries read from it. */
  readonly labels: readonly string[];
  /** What an operator loses without it, in the words they see. */
  readonly without: string;
  /** Set where a cluster may lack it without anything being wrong. */
  readonly mayBeAbsent?: {
    /** What its absence means then. */
    readonly meaning: string;
    /** A query that answers more than 0 where something is wrong all the same. */
    readonly unless?: string;
  };
};

const pod = ['namespace', 'pod'];
const container = [...pod, 'container'];
const hpa = ['namespace', 'horizontalpodautoscaler'];
const noHpa = { meaning: 'the cluster has no HPA', unless: 'count(kube_horizontalpodautoscaler_spec_max_replicas)' };
const ksm = (metric: string, labels: readonly string[], without: string, mayBeAbsent?: Need['mayBeAbsent']): Need => ({
  metric,
  exporter: 'kube-state-metrics',
  labels,
  without,
  ...(mayBeAbsent === undefined ? {} : { mayBeAbsent }),
});

/** Every metric that the queries ask for, and what each is for (contract.md, "Metric names the Prometheus source needs"). */
export const needs: readonly Need[] = [
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
  ksm(
    'kube_pod_owner',
    [...pod, 'owner_kind', 'owner_name'],
    'which workload a pod belongs to is unknown, so usage, requests and ready replicas are',
  ),
  ksm(
    'kube_replicaset_owner',
    ['namespace', 'replicaset', 'owner_kind', 'owner_name'],
    'pods of Deployments and Rollouts cannot be told apart, so their usage and requests are unknown',
  ),
  ksm('kube_pod_status_ready', [...pod, 'condition'], 'pods whose phase is Running are counted as ready'),
  ksm('kube_pod_status_phase', [...pod, 'phase'], 'the phase of pods is unknown'),
  ksm(
    'kube_pod_container_resource_requests',
    [...container, 'resource'],
    'requests are unknown, and with them utilization and cost',
  ),
  ksm('kube_pod_container_resource_limits', [...container, 'resource'], 'limits are unknown'),
  ksm('kube_pod_container_info', [...container, 'image'], 'images, and containers without a request, are unknown'),
  ksm('kube_pod_created', pod, 'the age of pods is unknown'),
  ksm('kube_pod_labels', pod, 'the labels of pods are unknown'),
  ksm(
    'kube_deployment_spec_replicas',
    ['namespace', 'deployment'],
    'Deployments are seen only by their pods, and the replicas they ask for are unknown',
    { meaning: 'the cluster has no Deployment', unless: 'count(kube_replicaset_owner{owner_kind="Deployment"})' },
  ),
  ksm(
    'kube_statefulset_replicas',
    ['namespace', 'statefulset'],
    'StatefulSets are seen only by their pods, and the replicas they ask for are unknown',
    { meaning: 'the cluster has no StatefulSet', unless: 'count(kube_pod_owner{owner_kind="StatefulSet"})' },
  ),
  ksm(
    'kube_daemonset_status_desired_number_scheduled',
    ['namespace', 'daemonset'],
    'DaemonSets are seen only by their pods',
    { meaning: 'DaemonSets, if there are any, are seen by their pods' },
  ),
  ksm(
    'kube_horizontalpodautoscaler_info',
    [...hpa, 'scaletargetref_kind', 'scaletargetref_name'],
    'which workload an HPA scales is unknown, so HPAs are matched by name',
    { meaning: 'HPAs, if there are any, are matched by name' },
  ),
  ksm('kube_horizontalpodautoscaler_spec_min_replicas', hpa, 'an HPA is taken to keep one pod', noHpa),
  ksm('kube_horizontalpodautoscaler_spec_max_replicas', hpa, 'HPAs are not seen', {
    meaning: 'the cluster has no HPA',
    unless: 'count(kube_horizontalpodautoscaler_info)',
  }),
  ksm(
    'kube_horizontalpodautoscaler_spec_target_metric',
    [...hpa, 'metric_name', 'metric_target_type'],
    'what an HPA scales on is unknown',
    noHpa,
  ),
  ksm(
    'kube_pod_container_status_last_terminated_reason',
    [...container, 'reason'],
    'containers killed for lack of memory are not seen',
    { meaning: 'no container has ended and come back' },
  ),
  ksm(
    'kube_pod_container_status_restarts_total',
    container,
    'of several kills for lack of memory in a row only the first is seen',
    { meaning: 'of several kills for lack of memory in a row only the first is seen' },
  ),
  ksm('kube_pod_info', [...pod, 'node'], 'the node of a pod is unknown (this version does not show it yet)'),
  ksm(
    'kube_node_status_capacity',
    ['node', 'resource'],
    'the size of nodes is unknown (in this version the node settings are given by hand)',
  ),
  ksm('kube_namespace_created', ['namespace'], 'only namespaces with pods are seen, and their age is unknown'),
];

/** Labels that are read where they are there, beyond those that are needed. */
const furtherLabels = ['id', 'name', 'instance', 'cpu'];

/** All names in queries that can have another name somewhere else. */
export const renamableNames: ReadonlySet<string> = new Set([
  ...needs.flatMap(({ metric, labels }) => [metric, ...labels]),
  ...furtherLabels,
]);
