import * as z from 'zod/mini';
import { wait } from '../../wait.ts';
import type { KubernetesClient } from './client.ts';
import { hpas } from './hpa-objects.ts';
import type { Resource } from './informer.ts';
import { limitRanges, quotas } from './limit-objects.ts';
import { daemonSets, deployments, namespaces, nodes, pods, replicaSets, statefulSets } from './objects.ts';
import { retried } from './retries.ts';
import { budgets, scaledObjects, vpas } from './rival-objects.ts';

/** Everything that the adapter reads. All of it needs the verbs list and watch. */
export const readResources = {
  deployments,
  statefulSets,
  daemonSets,
  replicaSets,
  pods,
  hpas,
  namespaces,
  quotas,
  limitRanges,
  vpas,
  scaledObjects,
  budgets,
  nodes,
};
export type ReadResource = keyof typeof readResources;
/** The fields of an object that are stored. */
export type KeptOf<Name extends ReadResource> = ReturnType<(typeof readResources)[Name]['read']>;

const inventory = 'workloads and pods are read from Prometheus';
/** What is unknown without a resource. */
export const consequences: Readonly<Record<ReadResource, string>> = {
  deployments: inventory,
  statefulSets: inventory,
  daemonSets: inventory,
  replicaSets: inventory,
  pods: inventory,
  hpas: inventory,
  namespaces: 'the list of namespaces is read from Prometheus',
  quotas: 'suggestions ignore the quotas of namespaces',
  limitRanges: 'suggestions ignore the LimitRanges of namespaces',
  vpas: 'the preflight ignores VerticalPodAutoscalers',
  scaledObjects: 'the preflight ignores ScaledObjects of KEDA',
  budgets: 'the preflight ignores PodDisruptionBudgets',
  nodes: 'the nodes and what they cost are unknown',
};

/** Where a right applies: a namespace, or null for the whole cluster. */
export type Place = string | null;

/** ` in namespace pay`, or nothing for no namespaces. */
export function inNamespaces(names: readonly string[]): string {
  if (names.length === 0) return '';
  return ` in ${names.length === 1 ? 'namespace' : 'the namespaces'} ${names.join(', ')}`;
}

/** The namespaces that a sentence names: none if it applies to all the places that are read. */
export const placesToName = (some: readonly Place[], all: readonly Place[]): readonly string[] =>
  some.length === all.length ? [] : some.filter((place) => place !== null);

/**
 * A sentence that names a missing right, what does not work without it, and the rule that grants it. `places`: the namespaces
 * where it is missing, if it is not missing everywhere.
 */
export function missingText(
  { group, resource }: Omit<Right, 'verb'>,
  verbs: readonly string[],
  without: string,
  places: readonly string[] = [],
) {
  const role = ['nodes', 'namespaces'].includes(resource) ? 'A ClusterRole of it' : 'Its role';
  const rule = `{apiGroups: [${group === '' ? '""' : group}], resources: [${resource}], verbs: [${verbs.join(', ')}]}`;
  return `Kubernetes does not allow this server to ${verbs.join(' and ')} ${resource}${inNamespaces(places)}: ${without}. ${role} needs the rule ${rule}.`;
}

const reviewSchema = z.object({ status: z.object({ allowed: z.boolean() }) });

/** How often a review is repeated that an overloaded API server refuses. The others then need not be repeated. */
const mostReviewRetries = 5;

type Right = {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
};

/** `namespace` null: checks the right for the whole cluster. `most`: how often the review is repeated. */
export async function isAllowed(
  client: KubernetesClient,
  right: Right,
  namespace: Place,
  signal: AbortSignal,
  most: number = mostReviewRetries,
): Promise<boolean> {
  const resourceAttributes = { ...right, ...(namespace === null ? {} : { namespace }) };
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const answer = await retried(async () => client.post(path, body, signal), { most, signal, wait });
  return reviewSchema.parse(answer).status.allowed;
}

export const readVerbs = ['list', 'watch'] as const;
export const nameOf = ({ api, plural }: Resource<unknown>) => ({
  group: api.startsWith('/apis/') ? (api.split('/')[2] ?? '') : '',
  resource: plural,
});

export async function mayRead(
  client: KubernetesClient,
  resource: Resource<unknown>,
  namespace: Place,
  signal: AbortSignal,
): Promise<boolean> {
  const answers = await Promise.all(
    readVerbs.map((verb) => isAllowed(client, { verb, ...nameOf(resource) }, namespace, signal)),
  );
  return answers.every((allowed) => allowed);
}

/** The resources that may not be listed and watched, each with the places where it may not. */
export type MissingRights = ReadonlyMap<ReadResource, ReadonlySet<Place>>;

/** `scope`: the namespaces to check, or null for the whole cluster. */
export async function missingRights(
  client: KubernetesClient,
  scope: readonly string[] | null,
  signal: AbortSignal,
  names: readonly ReadResource[] = readResourceNames,
): Promise<MissingRights> {
  const missing = new Map<ReadResource, ReadonlySet<Place>>();
  for (const name of names) {
    const resource = readResources[name];
    const places = scope === null || resource.isClusterWide ? [null] : scope;
    const allowed = await Promise.all(places.map((namespace) => mayRead(client, resource, namespace, signal)));
    const lacking = places.filter((_, index) => allowed[index] === false);
    if (lacking.length > 0) missing.set(name, new Set(lacking));
  }
  return missing;
}

/** Whether the list of workloads of a place would be incomplete. */
export const lacksRequired = (missing: MissingRights, place: Place): boolean =>
  requiredNames.some((name) => missing.get(name)?.has(place));

const isReadResource = (name: string): name is ReadResource => Object.hasOwn(readResources, name);
export const readResourceNames: readonly ReadResource[] = Object.keys(readResources).filter(isReadResource);

/** Without one of them, the workloads would be incomplete. */
export const requiredNames: readonly ReadResource[] = readResourceNames.slice(0, 6);

/** The objects other than the HPA that influence a workload. The preflight names them. */
export const preflightNames: readonly ReadResource[] = ['vpas', 'scaledObjects', 'budgets', 'nodes'];

/** Without one of them, the workloads are complete, but the rules of their namespaces are not known. */
export const rulesNames: readonly ReadResource[] = ['quotas', 'limitRanges'];
