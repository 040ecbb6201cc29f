import {
  type ContainerSpec,
  type HpaState,
  type Listing,
  SourceError,
  type Workload,
  type WorkloadIdentity,
} from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { absence, whichAreAbsent } from '../diagnosis/absent-metrics.ts';
import { inNamespaces, type Matcher, once, select } from '../queries/promql.ts';
import { type HpaSamples, hpaQueries, hpasByWorkload } from './hpas.ts';
import { keyOf, ownerQueries, podOwners, workloadKey, workloadKinds } from './owners.ts';

/** Where each kind says how many replicas it asks for: the metric, and the label that names the workload in it. */
const declared: readonly (readonly [kind: string, metric: string, label: string])[] = [
  ['Deployment', 'kube_deployment_spec_replicas', 'deployment'],
  ['StatefulSet', 'kube_statefulset_replicas', 'statefulset'],
  ['DaemonSet', 'kube_daemonset_status_desired_number_scheduled', 'daemonset'],
];

type Pod = { readonly name: string; readonly createdAt: number; readonly ready: boolean; readonly over: boolean };
type Requests = { cpu: number | null; memory: number | null };

function inventoryQueries(namespaces: readonly string[] | undefined) {
  const scope: Matcher = inNamespaces(namespaces);
  const perContainer = ['namespace', 'pod', 'container'];
  return {
    ready: once(['namespace', 'pod'], select('kube_pod_status_ready', [scope, ['condition', '=', 'true']])),
    phase: `${once(['namespace', 'pod', 'phase'], select('kube_pod_status_phase', [scope]))} == 1`,
    created: once(['namespace', 'pod'], select('kube_pod_created', [scope])),
    containers: once(perContainer, select('kube_pod_container_info', [scope])),
    requests: once(
      [...perContainer, 'resource'],
      select('kube_pod_container_resource_requests', [scope, ['resource', 'any', ['cpu', 'memory']]]),
    ),
  };
}

/** Values by `namespace/pod`. */
export function byPod(samples: readonly Sample[]): Map<string, number> {
  const values = new Map<string, number>();
  for (const { labels, value } of samples)
    if (value !== null) values.set(keyOf(labels['namespace'], labels['pod']), value);
  return values;
}

/** Phases by `namespace/pod`; kube-state-metrics says 1 of the one that holds. */
export function phases(samples: readonly Sample[]): Map<string, string> {
  return new Map(samples.map(({ labels }) => [keyOf(labels['namespace'], labels['pod']), labels['phase'] ?? '']));
}

/** Requests of 0 count as none: they reserve nothing, and a ratio to them says nothing. */
const requested = (value: number | null): number | null => (value !== null && value > 0 ? value : null);

function containersByPod(infos: readonly Sample[], requests: readonly Sample[]): Map<string, Map<string, Requests>> {
  const pods = new Map<string, Map<string, Requests>>();
  const containerOf = ({ labels }: Sample): Requests => {
    const key = keyOf(labels['namespace'], labels['pod']);
    const containers = pods.get(key) ?? new Map<string, Requests>();
    pods.set(key, containers);
    const name = labels['container'] ?? '';
    const entry = containers.get(name) ?? { cpu: null, memory: null };
    containers.set(name, entry);
    return entry;
  };
  for (const info of infos) containerOf(info);
  for (const request of requests) {
    const entry = containerOf(request);
    if (request.labels['resource'] === 'cpu') entry.cpu = requested(request.value);
    else entry.memory = requested(request.value);
  }
  return pods;
}

/** The pod template as its newest pods show it: while a change rolls out, the older pods are on their way out. */
function template(pods: readonly Pod[], containers: (pod: Pod) => Map<string, Requests> | undefined): ContainerSpec[] {
  const newestFirst = pods.toSorted((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? -1 : 1));
  for (const pod of newestFirst) {
    const found = containers(pod);
    if (found && found.size > 0) {
      return [...found]
        .map(([name, { cpu, memory }]) => ({ name, cpuRequest: cpu, memoryRequest: memory }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    }
  }
  return [];
}

/** Every workload of the namespaces, as one batch of queries sees it at one moment. */
export async function listWorkloads(
  session: Session,
  namespaces: readonly string[] | undefined,
  at: number,
): Promise<Listing<Workload>> {
  const queries = { ...ownerQueries(namespaces), ...inventoryQueries(namespaces) };
  const ask = (query: string) => session.instant(query, at);
  const [owned, replicaSets, ready, phase, created, infos, requests, counts, hpas] = await Promise.all([
    ask(queries.pods),
    ask(queries.replicaSets),
    ask(queries.ready),
    ask(queries.phase),
    ask(queries.created),
    ask(queries.containers),
    ask(queries.requests),
    Promise.all(
      declared.map(([, metric, label]) => ask(once(['namespace', label], select(metric, [inNamespaces(namespaces)])))),
    ),
    hpaQueries(ask, namespaces),
  ]);

  const found = new Map<string, { identity: WorkloadIdentity; replicas: number | null; pods: Pod[] }>();
  const entryOf = (identity: WorkloadIdentity) => {
    const key = workloadKey(identity);
    const entry = found.get(key) ?? { identity, replicas: null, pods: [] };
    found.set(key, entry);
    return entry;
  };

  for (const [index, [kind, , label]] of declared.entries()) {
    for (const { labels, value } of counts[index] ?? []) {
      const { namespace } = labels;
      const name = labels[label];
      if (namespace !== undefined && name !== undefined && name !== '')
        entryOf({ namespace, kind, name }).replicas = value;
    }
  }

  const readiness = byPod(ready);
  const phaseOf = phases(phase);
  const createdAt = byPod(created);
  const readinessKnown = readiness.size > 0;
  for (const [key, identity] of podOwners(owned, replicaSets)) {
    const state = phaseOf.get(key);
    entryOf(identity).pods.push({
      name: key.slice(key.indexOf('/') + 1),
      createdAt: createdAt.get(key) ?? 0,
      ready: readinessKnown ? readiness.get(key) === 1 : state === 'Running',
      over: state === 'Succeeded' || state === 'Failed',
    });
  }

  const podsCanBeCounted = owned.length > 0 && (readinessKnown || phase.length > 0);
  const containers = containersByPod(infos, requests);
  const hpaOf: (workload: WorkloadIdentity) => HpaState | null = hpasByWorkload(hpas, found);
  const items = [...found.values()].map(({ identity, replicas, pods }): Workload => {
    const live = pods.filter((pod) => !pod.over);
    return {
      ...identity,
      apiVersion: workloadKinds.get(identity.kind) ?? 'apps/v1',
      // Kinds that declare nothing here (Rollouts) are taken by the pods they have made.
      replicas: replicas ?? (live.length > 0 ? live.length : null),
      readyReplicas: podsCanBeCounted ? live.filter((pod) => pod.ready).length : null,
      containers: template(live, (pod) => containers.get(keyOf(identity.namespace, pod.name))),
      hpa: hpaOf(identity),
    };
  });

  const absent = await absentOf(session, at, { owned, replicaSets, ready, phase, infos, requests, hpas, counts });
  // An exporter that is silent says nothing of what runs, and nobody may conclude that all workloads are gone.
  if (items.length === 0 && absent.includes('kube_pod_owner')) throw new SourceError(silent);
  return { items, problems: absent.map(absence) };
}

const silent =
  "kube-state-metrics has no samples of the last five minutes, so what runs is unknown. Is it scraped, and is this machine's clock right?";

type Answers = {
  readonly owned: readonly Sample[];
  readonly replicaSets: readonly Sample[];
  readonly ready: readonly Sample[];
  readonly phase: readonly Sample[];
  readonly infos: readonly Sample[];
  readonly requests: readonly Sample[];
  readonly hpas: HpaSamples;
  readonly counts: readonly (readonly Sample[])[];
};

function absentOf(session: Session, at: number, answers: Answers): Promise<string[]> {
  const { owned, replicaSets, ready, phase, infos, requests, hpas, counts } = answers;
  const asked: readonly (readonly [string, readonly Sample[]])[] = [
    ['kube_pod_owner', owned],
    ['kube_replicaset_owner', replicaSets],
    ['kube_pod_status_ready', ready],
    ['kube_pod_status_phase', phase],
    ['kube_pod_container_info', infos],
    ['kube_pod_container_resource_requests', requests],
  ];
  const empty = asked.filter(([, samples]) => samples.length === 0).map(([metric]) => metric);
  // A cluster without any Deployment or StatefulSet has neither metric: only pods of one show that it is missing.
  const owns = (kind: string) => [...owned, ...replicaSets].some((sample) => sample.labels['owner_kind'] === kind);
  for (const [index, [kind, metric]] of declared.entries()) {
    if (kind !== 'DaemonSet' && counts[index]?.length === 0 && owns(kind)) empty.push(metric);
  }
  if (hpas.max.length > 0 && hpas.info.length === 0) empty.push('kube_horizontalpodautoscaler_info');
  return whichAreAbsent(session, at, empty);
}
