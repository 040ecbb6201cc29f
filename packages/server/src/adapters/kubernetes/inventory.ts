import { workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type {
  ClusterSource,
  HpaState,
  LimitRangeItem,
  NamespaceRules,
  PodState,
  QuotaItem,
  Rivals,
  Scope,
  Workload,
  WorkloadIdentity,
  WorkloadLabels,
} from '../../ports/index.ts';
import { workloadKinds } from '../prometheus/inventory/owners.ts';
import { roomFinder } from './node-room.ts';
import type { KeptPod, KeptReplicaSet, KeptWorkload } from './objects.ts';
import { containersOf, newestOf } from './pod-template.ts';
import type { Reader } from './reader.ts';
import { preflightNames, rulesNames } from './rights.ts';
import { budgetLookup } from './rival-objects.ts';

/** The stored objects of the cluster. */
type Objects = Pick<Reader, 'values' | 'missing' | 'changes'>;

function* workloadsIn(objects: Objects): Iterable<KeptWorkload> {
  yield* objects.values('deployments');
  yield* objects.values('statefulSets');
  yield* objects.values('daemonSets');
}

type Entry = { readonly identity: WorkloadIdentity; readonly declared: KeptWorkload | null; readonly pods: KeptPod[] };

/** Labels that controllers add. Their values differ for each revision or pod. */
const ofRevisions = new Set([
  'pod-template-hash',
  'rollouts-pod-template-hash',
  'controller-revision-hash',
  'pod-template-generation',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
]);

const isFinished = ({ phase }: KeptPod): boolean => phase === 'Succeeded' || phase === 'Failed';
function inScope({ namespaces }: Scope): (item: { readonly namespace: string }) => boolean {
  const wanted = namespaces === undefined ? null : new Set(namespaces);
  return ({ namespace }) => wanted === null || wanted.has(namespace);
}
const byText = (a: string, b: string): number => (a < b ? -1 : 1);

export type InventorySource = Required<Omit<ClusterSource, 'problem' | 'recoveries'>>;

/** Answers from the stored objects. They are joined again only after a change. */
export function createInventory(objects: Objects): InventorySource {
  let joined: { state: string; entries: ReadonlyMap<string, Entry>; workloads: readonly Workload[] } | null = null;
  const current = () => {
    const unknown = objects.missing(preflightNames);
    const state = `${objects.changes()} ${unknown.join(' ')}`;
    if (joined?.state !== state) {
      const entries = entriesOf(objects);
      joined = { state, entries, workloads: workloadsOf(entries, objects, unknown) };
    }
    return joined;
  };
  const listing = <T>(items: readonly T[]) => ({ items, problems: objects.missing(rulesNames) });
  return {
    namespaces: async () => listing([...objects.values('namespaces')].toSorted((a, b) => byText(a.name, b.name))),
    version: () => objects.changes(),
    workloads: async (scope) => listing(current().workloads.filter(inScope(scope))),
    labels: async (scope) =>
      listing(labelsOf([...current().entries.values()].filter(({ identity }) => inScope(scope)(identity)))),
    nodes: async () => ({
      items: [...objects.values('nodes')]
        .map(({ taints: _taints, ...node }) => node)
        .toSorted((a, b) => byText(a.name, b.name)),
      problems: objects.missing(['nodes']),
    }),
    pods: async (workload) =>
      listing(
        (current().entries.get(workloadKey(workload))?.pods ?? [])
          .map(podState)
          .toSorted((a, b) => byText(a.name, b.name)),
      ),
  };
}

function entriesOf(objects: Objects): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const entryOf = (identity: WorkloadIdentity, declared: KeptWorkload | null) =>
    getOrInsert(entries, workloadKey(identity), () => ({ identity, declared, pods: [] }));
  for (const workload of workloadsIn(objects)) {
    const { namespace, kind, name } = workload;
    entryOf({ namespace, kind, name }, workload);
  }
  const owners = new Map<string, KeptReplicaSet['owner']>();
  for (const { namespace, name, owner } of objects.values('replicaSets')) {
    owners.set(`${namespace}/${name}`, owner);
    // Rollouts are not read. If one is scaled to zero, only its ReplicaSets show that it exists.
    if (owner?.kind === 'Rollout') entryOf({ namespace, ...owner }, null);
  }
  for (const pod of objects.values('pods')) {
    const { namespace, owner } = pod;
    const top = owner?.kind === 'ReplicaSet' ? owners.get(`${namespace}/${owner.name}`) : owner;
    // Pods without an owner, and those of Jobs or of single ReplicaSets, belong to no workload that can be a target.
    if (top && workloadKinds.has(top.kind)) entryOf({ namespace, ...top }, null).pods.push(pod);
  }
  return entries;
}

function workloadsOf(
  entries: ReadonlyMap<string, Entry>,
  objects: Objects,
  unknown: readonly string[],
): readonly Workload[] {
  const scaled = new Map<string, HpaState>();
  for (const { namespace, target, name, minReplicas, maxReplicas, metrics, problem } of objects.values('hpas')) {
    const own = { name, minReplicas, maxReplicas, metrics, ...(problem === null ? {} : { problem }) };
    scaled.set(workloadKey({ namespace, ...target }), own);
  }
  const rules = rulesOf(objects);
  const rivals = rivalsOf(objects);
  const roomFor = roomFinder(objects.values('nodes'));
  return [...entries].map(([key, { identity, declared, pods }]): Workload => {
    const present = pods.filter((pod) => !isFinished(pod));
    // As in the status of a Deployment, a pod that terminates is no replica. Without another one, it still shows the containers.
    const live = present.filter(({ isTerminating }) => !isTerminating);
    const shown = live.length > 0 ? live : present;
    const newest = newestOf(shown);
    const largestNodes = roomFor(newest?.tolerations ?? declared?.tolerations ?? []);
    const own = rules.get(identity.namespace);
    const maxSurge = declared?.maxSurge ?? null;
    return {
      ...identity,
      apiVersion: workloadKinds.get(identity.kind) ?? 'apps/v1',
      // The declared replicas of a Rollout are not read, so its pods are counted. Without pods, it is scaled to zero.
      replicas: declared?.replicas ?? (live.length > 0 || identity.kind === 'Rollout' ? live.length : null),
      readyReplicas: live.filter(({ isReady }) => isReady).length,
      ...containersOf(newest, declared),
      hpa: scaled.get(key) ?? null,
      ...(maxSurge === null ? {} : { maxSurge }),
      ...(own === undefined ? {} : { rules: own }),
      ...(largestNodes.length === 0 ? {} : { largestNodes }),
      rivals: { ...rivals(identity, declared, shown), ...(unknown.length > 0 && { unknown }) },
    };
  });
}

function rulesOf(objects: Objects): ReadonlyMap<string, NamespaceRules> {
  const rules = new Map<string, { limitRanges: LimitRangeItem[]; quotas: QuotaItem[] }>();
  const of = (namespace: string) => getOrInsert(rules, namespace, () => ({ limitRanges: [], quotas: [] }));
  for (const { namespace, items } of objects.values('limitRanges')) of(namespace).limitRanges.push(...items);
  for (const { namespace, items } of objects.values('quotas')) of(namespace).quotas.push(...items);
  return rules;
}

const placeOf = (each: { readonly namespace: string; readonly target: string }) => `${each.namespace}/${each.target}`;

/**
 * The labels of one pod of each ReplicaSet. The object of an Argo Rollout is not read, so the labels of its pods decide
 * which budgets apply. The pods of a canary may have other labels than the stable ones.
 */
const labelsOfRevisions = (pods: readonly KeptPod[]): readonly KeptPod['labels'][] => [
  ...new Map(pods.map(({ owner, labels }) => [owner?.name, labels])).values(),
];

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

type FindRivals = (identity: WorkloadIdentity, declared: KeptWorkload | null, pods: readonly KeptPod[]) => Rivals;

function rivalsOf(objects: Objects): FindRivals {
  const ofVpas = Map.groupBy(objects.values('vpas'), placeOf);
  const ofScaledObjects = Map.groupBy(objects.values('scaledObjects'), placeOf);
  const budgetsFor = budgetLookup(objects.values('budgets'));
  return ({ namespace, kind, name }, declared, pods) => {
    const labels = declared === null ? labelsOfRevisions(pods) : [declared.podLabels];
    const place = placeOf({ namespace, target: `${kind}/${name}` });
    return {
      managers: declared?.managers ?? [],
      places: declared?.places ?? [],
      vpas: (ofVpas.get(place) ?? []).map(({ item }) => item),
      scaledObjects: (ofScaledObjects.get(place) ?? []).map(({ item }) => item),
      budgets: [...new Set(labels.flatMap((each) => budgetsFor(namespace, each)))]
        .map(({ item }) => item)
        .toSorted(byName),
    };
  };
}

function podState({ labels, containers, ...pod }: KeptPod): PodState {
  const { name, status, createdAt, restarts, lastRestart, initContainers } = pod;
  return {
    name,
    status,
    restarts,
    lastRestart,
    createdAt,
    ...(initContainers.length === 0 ? {} : { initContainers }),
    labels: [...labels].map(([key, value]) => ({ key, value })),
    containers: containers
      .map(({ isSidecar: _isSidecar, ...container }) => container)
      .toSorted((a, b) => byText(a.name, b.name)),
  };
}

/** The labels that all pods of a workload share, together with the labels of its template and its own labels. */
function labelsOf(entries: readonly Entry[]): readonly WorkloadLabels[] {
  return entries.map(({ identity, declared, pods: [first, ...others] }) => ({
    ...identity,
    labels: Object.fromEntries([
      ...(declared?.labels ?? []),
      ...(declared?.podLabels ?? []),
      ...[...(first?.labels ?? [])].filter(
        ([key, value]) => !ofRevisions.has(key) && others.every(({ labels }) => labels.get(key) === value),
      ),
    ]),
  }));
}
