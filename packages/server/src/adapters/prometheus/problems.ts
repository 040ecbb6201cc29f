import type { Session } from './connection.ts';
import { select } from './promql.ts';

/** What an operator loses when a metric is absent, in the words they see. */
const consequences = new Map([
  ['container_cpu_usage_seconds_total', 'CPU usage is unknown'],
  ['container_memory_working_set_bytes', 'memory usage is unknown'],
  ['kube_pod_owner', 'which workload a pod belongs to is unknown, so usage, requests and ready replicas are'],
  [
    'kube_replicaset_owner',
    'pods of Deployments and Rollouts cannot be told apart, so their usage and requests are unknown',
  ],
  ['kube_pod_status_ready', 'pods whose phase is Running are counted as ready'],
  ['kube_pod_status_phase', 'the phase of pods is unknown'],
  ['kube_pod_container_resource_requests', 'requests are unknown, and with them utilisation and cost'],
  ['kube_pod_container_resource_limits', 'limits are unknown'],
  ['kube_pod_container_info', 'images, and containers without a request, are unknown'],
  ['kube_pod_created', 'the age of pods is unknown'],
  ['kube_pod_labels', 'the labels of pods are unknown'],
  [
    'kube_deployment_spec_replicas',
    'Deployments are seen only by their pods, and the replicas they ask for are unknown',
  ],
  ['kube_statefulset_replicas', 'StatefulSets are seen only by their pods, and the replicas they ask for are unknown'],
  ['kube_namespace_created', 'only namespaces with pods are seen, and their age is unknown'],
  ['kube_horizontalpodautoscaler_info', 'which workload an HPA scales is unknown, so HPAs are matched by name'],
]);

/**
 * Sentences about the metrics in `empty`, those that answered nothing, which are absent altogether: a namespace may well
 * hold no StatefulSet. One query for all of them, and none when nothing was empty.
 */
export async function absentMetrics(session: Session, at: number, empty: readonly string[]): Promise<string[]> {
  if (empty.length === 0) return [];
  const present = await session.instant(`group by (__name__) (${select('', [['__name__', 'any', empty]])})`, at);
  const names = new Set(present.map((sample) => sample.labels['__name__']));
  return empty
    .filter((metric) => !names.has(metric))
    .map((metric) => `${metric} is absent: ${consequences.get(metric) ?? 'what it says is unknown'}.`);
}
