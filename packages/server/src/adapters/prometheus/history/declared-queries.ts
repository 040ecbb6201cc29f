import { ownedKinds } from '../inventory/owners.ts';
import { containerLabels } from '../queries/container-series.ts';
import { containerInfos, containerResources } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, selector } from '../queries/promql.ts';

const ownerLabels = ['namespace', 'owner_kind', 'owner_name'];

/**
 * What the pods of each ReplicaSet, StatefulSet and DaemonSet declare, aggregated in Prometheus: the number of series
 * depends on the templates, not on the pods. Finished pods are left out, because they may have an old template.
 */
export function declaredQueries(namespaces: readonly string[] | undefined) {
  const scope: Matcher = inNamespaces(namespaces);
  const finished = selector('kube_pod_status_phase', [scope, ['phase', 'any', ['Failed', 'Succeeded']]]);
  const owners = deduplicated(
    ['namespace', 'pod', 'owner_kind', 'owner_name'],
    selector('kube_pod_owner', [scope, ownedKinds]),
  );
  // A pod with two owners would make the join fail.
  const owner = `bottomk by (namespace,pod) (1, ${owners}) unless on (namespace,pod) (${finished} == 1)`;
  const perOwner = (over: 'min' | 'max', labels: readonly string[], series: string) =>
    `${over} by (${[...ownerLabels, ...labels].join(',')}) ((${series}) * on (namespace,pod) group_left (owner_kind,owner_name) (${owner}))`;
  const amounts = (kind: 'requests' | 'limits') =>
    deduplicated([...containerLabels, 'resource'], containerResources(kind, [scope], cpuAndMemory));
  const ofContainer = (over: 'min' | 'max', kind: 'requests' | 'limits') =>
    perOwner(over, ['container', 'resource'], amounts(kind));
  const differing = (kind: 'requests' | 'limits') =>
    `group by (${ownerLabels.join(',')}) (${ofContainer('max', kind)} != ${ofContainer('min', kind)})`;
  const one = (metric: string, label: string) => deduplicated(['namespace', label], selector(metric, [scope]));
  return {
    images: perOwner(
      'max',
      ['container', 'image'],
      deduplicated([...containerLabels, 'image'], containerInfos([scope])),
    ),
    requests: ofContainer('max', 'requests'),
    limits: ofContainer('max', 'limits'),
    /** The owners whose own pods differ, as in a rolling update of a StatefulSet. */
    differing: `${differing('requests')} or ${differing('limits')}`,
    newest: perOwner('max', [], one('kube_pod_created', 'pod')),
    deployments: one('kube_deployment_spec_replicas', 'deployment'),
    statefulSets: one('kube_statefulset_replicas', 'statefulset'),
    least: one('kube_horizontalpodautoscaler_spec_min_replicas', 'horizontalpodautoscaler'),
    most: one('kube_horizontalpodautoscaler_spec_max_replicas', 'horizontalpodautoscaler'),
  } satisfies Record<string, string>;
}
