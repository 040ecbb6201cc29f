import { ownedKinds } from '../inventory/owners.ts';
import { containerLabels } from '../queries/container-series.ts';
import { containerInfos, containerResources, imageLabels } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, selector, valuesBy } from '../queries/promql.ts';

const ownerLabels = ['namespace', 'owner_kind', 'owner_name'];

/**
 * The requests and limits of the pods of each ReplicaSet, StatefulSet and DaemonSet, aggregated in Prometheus. The
 * number of series depends on the templates, not on the pods. Finished pods are left out, because they may have an old
 * template.
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
  const withOwner = (series: string) =>
    `(${series}) * on (namespace,pod) group_left (owner_kind,owner_name) (${owner})`;
  const perOwner = (labels: readonly string[], series: string) =>
    deduplicated([...ownerLabels, ...labels], withOwner(series));
  const amounts = (kind: 'requests' | 'limits') =>
    valuesBy(
      [...ownerLabels, 'container', 'resource'],
      withOwner(deduplicated([...containerLabels, 'resource'], containerResources(kind, [scope], cpuAndMemory))),
    );
  const one = (metric: string, label: string) => deduplicated(['namespace', label], selector(metric, [scope]));
  return {
    ownerCount: `count(group by (${ownerLabels.join(',')}) (${owners}))`,
    images: perOwner(
      ['container', ...imageLabels],
      deduplicated([...containerLabels, ...imageLabels], containerInfos([scope])),
    ),
    /** Several values at one time mean that the pods of the owner differ, as in a rolling update of a StatefulSet. */
    requests: amounts('requests'),
    limits: amounts('limits'),
    newest: perOwner([], one('kube_pod_created', 'pod')),
    deployments: one('kube_deployment_spec_replicas', 'deployment'),
    statefulSets: one('kube_statefulset_replicas', 'statefulset'),
    least: one('kube_horizontalpodautoscaler_spec_min_replicas', 'horizontalpodautoscaler'),
    most: one('kube_horizontalpodautoscaler_spec_max_replicas', 'horizontalpodautoscaler'),
  } satisfies Record<string, string>;
}
