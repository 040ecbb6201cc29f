import type { WorkloadIdentity } from '../../../ports/index.ts';
import type { Sample } from '../client/response.ts';
import { inNamespaces, type Matcher, once, select } from '../queries/promql.ts';

/** Kinds whose pods are answered for, and the API group each belongs to. */
export const workloadKinds = new Map([
  ['Deployment', 'apps/v1'],
  ['StatefulSet', 'apps/v1'],
  ['DaemonSet', 'apps/v1'],
  ['Rollout', 'argoproj.io/v1alpha1'],
]);

/** One text for a namespace and what is in it; a slash is legal in neither. */
export const keyOf = (...parts: (string | undefined)[]): string => parts.map((part) => part ?? '').join('/');
export const workloadKey = ({ namespace, kind, name }: WorkloadIdentity): string => keyOf(namespace, kind, name);

/** Pods by `namespace/pod`, each with the workload that owns it; pods of nothing that lasts are not in it. */
export type Owners = ReadonlyMap<string, WorkloadIdentity>;

/** Keeps kube_pod_owner to what makes pods that last. */
const ownedKinds: Matcher = ['owner_kind', 'any', ['ReplicaSet', 'StatefulSet', 'DaemonSet', 'Rollout']];

/** The two queries that say who owns what; `lookBack` (such as `[48h]`) finds the owners of pods that are gone. */
export function ownerQueries(namespaces: readonly string[] | undefined, lookBack = '') {
  const scope: Matcher = inNamespaces(namespaces);
  const over = (selector: string) => (lookBack === '' ? selector : `last_over_time(${selector}${lookBack})`);
  return {
    pods: once(['namespace', 'pod', 'owner_kind', 'owner_name'], over(select('kube_pod_owner', [scope, ownedKinds]))),
    replicaSets: once(
      ['namespace', 'replicaset', 'owner_kind', 'owner_name'],
      over(select('kube_replicaset_owner', [scope, ['owner_kind', 'any', ['Deployment', 'Rollout']]])),
    ),
  };
}

function identity(sample: Sample, kind: string | undefined, name: string | undefined): WorkloadIdentity | null {
  const { namespace } = sample.labels;
  if (namespace === undefined || kind === undefined || name === undefined || name === '') return null;
  return { namespace, kind, name };
}

/** The Deployment or Rollout behind each ReplicaSet, by `namespace/replicaset`. */
export function replicaSetOwners(replicaSets: readonly Sample[]): Owners {
  const owners = new Map<string, WorkloadIdentity>();
  for (const sample of replicaSets) {
    const owner = identity(sample, sample.labels['owner_kind'], sample.labels['owner_name']);
    if (owner) owners.set(keyOf(owner.namespace, sample.labels['replicaset']), owner);
  }
  return owners;
}

/** Folds ReplicaSets into what made them. A ReplicaSet of nobody owns no pods for long, and is left out. */
export function podOwners(pods: readonly Sample[], replicaSets: readonly Sample[]): Owners {
  const above = replicaSetOwners(replicaSets);
  const owners = new Map<string, WorkloadIdentity>();
  for (const sample of pods) {
    const { namespace, pod, owner_kind: kind, owner_name: name } = sample.labels;
    const owner = kind === 'ReplicaSet' ? above.get(keyOf(namespace, name)) : identity(sample, kind, name);
    if (owner && workloadKinds.has(owner.kind)) owners.set(keyOf(namespace, pod), owner);
  }
  return owners;
}
