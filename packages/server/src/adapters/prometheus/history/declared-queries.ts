import { ownedKinds } from '../inventory/owners.ts';
import { containerLabels } from '../queries/container-series.ts';
import { containerInfos, containerResources, imageLabels } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, selector, valuesBy } from '../queries/promql.ts';

/** In whole seconds since the epoch, multiples of `step`. */
export type Span = { readonly start: number; readonly end: number; readonly step: number };
export type AmountKind = 'requests' | 'limits';

/** The names of pods; undefined: all pods. */
export type PodNames = readonly string[] | undefined;

const podLabels = ['namespace', 'pod'];
const ownerLabels = ['namespace', 'owner_kind', 'owner_name'];
/** An owner that is not the controller would make a pod count twice. */
const controllers: readonly Matcher[] = [ownedKinds, ['owner_is_controller', '!=', 'false']];

const inScope = (namespaces: readonly string[] | undefined, pods?: PodNames): readonly Matcher[] => [
  inNamespaces(namespaces),
  ...(pods === undefined ? [] : [['pod', 'any', pods] as const]),
];
const finished = (scope: readonly Matcher[]) =>
  selector('kube_pod_status_phase', [...scope, ['phase', 'any', ['Failed', 'Succeeded']]]);
/** While two exporters disagree, a pod may have two owners, which would make a join fail. */
const oneOwner = (owners: string) =>
  `bottomk by (namespace,pod) (1, ${deduplicated([...podLabels, 'owner_kind', 'owner_name'], owners)})`;
const withOwner = (series: string, owner: string) =>
  `(${series}) * on (namespace,pod) group_left (owner_kind,owner_name) (${owner})`;

/**
 * The requests, limits and images of the pods of each ReplicaSet, StatefulSet and DaemonSet, aggregated in Prometheus. The
 * number of series depends on the templates, not on the pods. Finished pods are left out, because they may have an old
 * template. These joins take Prometheus ten times longer than reading the samples.
 */
export function declaredQueries(namespaces: readonly string[] | undefined, pods?: PodNames) {
  const scope = inScope(namespaces, pods);
  const owner = `${oneOwner(selector('kube_pod_owner', [...scope, ...controllers]))} unless on (namespace,pod) (${finished(scope)} == 1)`;
  const perOwner = (labels: readonly string[], series: string) =>
    deduplicated([...ownerLabels, ...labels], withOwner(series, owner));
  const amounts = (kind: AmountKind) =>
    valuesBy(
      [...ownerLabels, 'container', 'resource'],
      withOwner(deduplicated([...containerLabels, 'resource'], containerResources(kind, scope, cpuAndMemory)), owner),
    );
  return {
    images: perOwner(
      ['container', ...imageLabels],
      deduplicated([...containerLabels, ...imageLabels], containerInfos(scope)),
    ),
    /** Several values at one time mean that the pods of the owner differ, as in a rolling update of a StatefulSet. */
    requests: amounts('requests'),
    limits: amounts('limits'),
    newest: perOwner([], deduplicated(podLabels, selector('kube_pod_created', scope))),
  } satisfies Record<string, string>;
}

/** What each workload declares of its replicas. */
export function replicaQueries(namespaces: readonly string[] | undefined) {
  const one = (metric: string, label: string) =>
    deduplicated(['namespace', label], selector(metric, inScope(namespaces)));
  return {
    deployments: one('kube_deployment_spec_replicas', 'deployment'),
    statefulSets: one('kube_statefulset_replicas', 'statefulset'),
    least: one('kube_horizontalpodautoscaler_spec_min_replicas', 'horizontalpodautoscaler'),
    most: one('kube_horizontalpodautoscaler_spec_max_replicas', 'horizontalpodautoscaler'),
  } satisfies Record<string, string>;
}

/** Queries about all steps of a span together. Evaluate them at its end, but those in `perStep` at each step. */
export function spanQueries(namespaces: readonly string[] | undefined, { start, end, step }: Span) {
  // Shorter than the steps by a second, because Prometheus before 3.0 includes a step at the start of a range.
  const lookBack = `[${end - start + step - 1}s:${step}s]`;
  const over = (name: 'count' | 'last' | 'max' | 'sum') => (series: string) =>
    `${name}_over_time(${series}${lookBack})`;
  const all = inScope(namespaces);
  const owners = selector('kube_pod_owner', [...all, ...controllers]);
  const ofJobs = over('last')(selector('kube_pod_owner', [...all, ['owner_kind', '=', 'Job']]));
  // A job may have run thousands of pods in the span.
  const totals = (labels: readonly string[], series: string) =>
    `sum by (${[...containerLabels, ...labels].join(',')}) ((${series}) unless on (namespace,pod) ${ofJobs})`;
  const resources = (kind: AmountKind, aggregation: 'max' | 'sum', scope: readonly Matcher[]) =>
    containerResources(kind, scope, cpuAndMemory, over(aggregation));
  return {
    /** The number of series of owners. */
    ownerCount: `count(${owners})`,
    /** How many samples each image has. */
    images: totals(imageLabels, containerInfos(all, over('count'))),
    /** The sum of all samples of each amount. */
    sums: (kind: AmountKind) => totals(['resource'], resources(kind, 'sum', all)),
    highest: (kind: AmountKind, pods: PodNames) =>
      deduplicated([...containerLabels, 'resource'], resources(kind, 'max', inScope(namespaces, pods))),
    created: (pods: PodNames) =>
      deduplicated(podLabels, over('max')(selector('kube_pod_created', inScope(namespaces, pods)))),
    finished: deduplicated(podLabels, `${over('max')(finished(all))} == 1`),
    perStep: {
      owners,
      finished: (pods: PodNames) => deduplicated(podLabels, `${finished(inScope(namespaces, pods))} == 1`),
    },
  };
}
