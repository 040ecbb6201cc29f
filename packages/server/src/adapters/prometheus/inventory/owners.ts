import type { WorkloadIdentity } from '../../../ports/index.ts';
import type { Sample } from '../client/response.ts';
import { deduplicated, inNamespaces, type Matcher, selector } from '../queries/promql.ts';

/** The supported workload kinds, with the API group of each. */
export const workloadKinds = new Map([
  ['Deployment', 'apps/v1'],
  ['StatefulSet', 'apps/v1'],
  ['DaemonSet', 'apps/v1'],
  ['Rollout', 'argoproj.io/v1alpha1'],
]);

/** Joins a namespace and names to one key. Kubernetes allows a slash in neither. */
export const keyOf = (...parts: (string | undefined)[]): string => parts.join('/');

/** The key `namespace/pod` of the pod that a series is about. */
export const podKey = ({ namespace = '', pod = '' }: Sample['labels']): string => `${namespace}/${pod}`;

/** The owning workload of each pod, by `namespace/pod`. Pods of other owners, such as Jobs, are left out. */
export type Owners = ReadonlyMap<string, WorkloadIdentity>;

/** Excludes pods of Jobs and pods without an owner. */
export const ownedKinds: Matcher = ['owner_kind', 'any', ['ReplicaSet', 'StatefulSet', 'DaemonSet', 'Rollout']];

/** Queries for the owners of pods and ReplicaSets. `lookBack` (such as `[48h]`) includes those that no longer exist. */
export function ownerQueries(namespaces: readonly string[] | undefined, lookBack = '') {
  const scope: Matcher = inNamespaces(namespaces);
  const over = (series: string) => (lookBack === '' ? series : `last_over_time(${series}${lookBack}) or ${series}`);
  return {
    pods: deduplicated(
      ['namespace', 'pod', 'owner_kind', 'owner_name'],
      over(selector('kube_pod_owner', [scope, ownedKinds])),
    ),
    replicaSets: deduplicated(
      ['namespace', 'replicaset', 'owner_kind', 'owner_name'],
      over(selector('kube_replicaset_owner', [scope, ['owner_kind', 'any', ['Deployment', 'Rollout']]])),
    ),
  };
}

function identity(sample: Sample, kind: string | undefined, name: string | undefined): WorkloadIdentity | null {
  const { namespace } = sample.labels;
  if (namespace === undefined || kind === undefined || name === undefined || name === '') return null;
  return { namespace, kind, name };
}

/** The Deployment or Rollout of each ReplicaSet, by `namespace/replicaset`. */
export function replicaSetOwners(replicaSets: readonly Sample[]): Owners {
  const owners = new Map<string, WorkloadIdentity>();
  for (const sample of replicaSets) {
    const owner = identity(sample, sample.labels['owner_kind'], sample.labels['owner_name']);
    if (owner) owners.set(keyOf(owner.namespace, sample.labels['replicaset']), owner);
  }
  return owners;
}

/** Assigns the pods of a ReplicaSet to its Deployment or Rollout. A ReplicaSet without an owner is not a target. */
export function podOwners(pods: readonly Sample[], replicaSets: readonly Sample[]): Owners {
  const ofReplicaSets = replicaSetOwners(replicaSets);
  const owners = new Map<string, WorkloadIdentity>();
  for (const sample of pods) {
    const { namespace, owner_kind: kind, owner_name: name } = sample.labels;
    const owner = kind === 'ReplicaSet' ? ofReplicaSets.get(keyOf(namespace, name)) : identity(sample, kind, name);
    if (owner && workloadKinds.has(owner.kind)) owners.set(podKey(sample.labels), owner);
  }
  return owners;
}
