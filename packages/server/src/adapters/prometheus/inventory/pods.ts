import { workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import { type Listing, type PodState, SourceError, type WorkloadIdentity } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { absentMetricProblems } from '../diagnosis/absent-metrics.ts';
import { containerLabels } from '../queries/container-series.ts';
import { containerInfos, containerResources, imageLabels, imageOf } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, type Matcher, realContainers, selector } from '../queries/promql.ts';
import { keyOf, replicaSetOwners } from './owners.ts';
import { phasesByPod, valuesByPod } from './pod-values.ts';

type Container = PodState['containers'][number];

export async function listPods(session: Session, workload: WorkloadIdentity, at: number): Promise<Listing<PodState>> {
  const { names, emptyMetrics } = await currentPodNames(session, workload, at);
  if (names.length === 0) {
    const problems = await absentMetricProblems(session, at, emptyMetrics);
    // Fail, because an empty list would mean that the workload has no pods.
    if (problems.length > 0) throw new SourceError(problems.join(' '));
    if ((await session.instant(unshownPods(workload.namespace), at)).length > 0) {
      throw new SourceError(
        `kube-state-metrics does not show all pods that run in the namespace ${workload.namespace}, so the pods of this workload are unknown. Check that every shard of it is scraped.`,
      );
    }
    return { items: [], problems };
  }
  const queries = podQueries(workload.namespace, names);
  const results = await Promise.all(queries.map(([, query]) => session.instant(query, at)));
  const [phase = [], created = [], labels = [], infos = [], requests = [], limits = []] = results;

  const phaseOf = phasesByPod(phase);
  const createdAt = valuesByPod(created);
  const labelsOf = new Map(labels.map((sample) => [sample.labels['pod'], sample]));
  const containersOf = containersOfPods(infos, requests, limits);
  const items = names.map((name): PodState => {
    const key = keyOf(workload.namespace, name);
    const seconds = createdAt.get(key);
    return {
      name,
      status: phaseOf.get(key) ?? 'Unknown',
      createdAt: seconds === undefined ? null : seconds * 1000,
      labels: podLabels(labelsOf.get(name)),
      containers: [...(containersOf.get(name)?.values() ?? [])].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    };
  });
  const empty = queries.filter((_, index) => results[index]?.length === 0).map(([metric]) => metric);
  return { items, problems: await absentMetricProblems(session, at, empty) };
}

/**
 * Has a result if cAdvisor sees a pod in the namespace that kube-state-metrics has not shown for five minutes. cAdvisor's
 * series of a deleted pod end later than those of kube-state-metrics.
 */
function unshownPods(namespace: string): string {
  const scope: Matcher = ['namespace', '=', namespace];
  const running = selector('container_memory_working_set_bytes', [scope, ...realContainers]);
  return `group(${running} unless on (namespace,pod) last_over_time(${selector('kube_pod_owner', [scope])}[5m]))`;
}

/** Finds the current pods of a workload by owner, so that the cost does not depend on the size of the namespace. */
async function currentPodNames(
  session: Session,
  workload: WorkloadIdentity,
  at: number,
): Promise<{ readonly names: readonly string[]; readonly emptyMetrics: readonly string[] }> {
  const namespace: Matcher = ['namespace', '=', workload.namespace];
  const podsOf = async (...owner: Matcher[]) => {
    const query = deduplicated(['namespace', 'pod'], selector('kube_pod_owner', [namespace, ...owner]));
    const pods = await session.instant(query, at);
    const names = pods.flatMap(({ labels }) => labels['pod'] ?? []).toSorted();
    return { names, emptyMetrics: pods.length === 0 ? ['kube_pod_owner'] : [] };
  };
  if (workload.kind !== 'Deployment' && workload.kind !== 'Rollout') {
    return podsOf(['owner_kind', '=', workload.kind], ['owner_name', '=', workload.name]);
  }
  const replicaSets = await session.instant(
    deduplicated(
      ['namespace', 'replicaset', 'owner_kind', 'owner_name'],
      selector('kube_replicaset_owner', [
        namespace,
        ['owner_kind', '=', workload.kind],
        ['owner_name', '=', workload.name],
      ]),
    ),
    at,
  );
  const key = workloadKey(workload);
  const owners = [...replicaSetOwners(replicaSets)]
    .filter(([, owner]) => workloadKey(owner) === key)
    .map(([replicaSet]) => replicaSet.slice(keyOf(workload.namespace, '').length));
  if (owners.length > 0) return podsOf(['owner_kind', '=', 'ReplicaSet'], ['owner_name', 'any', owners]);
  return {
    names: [],
    emptyMetrics: [...(replicaSets.length === 0 ? ['kube_replicaset_owner'] : []), 'kube_pod_owner'],
  };
}

/** The query of each metric for the given pods. */
function podQueries(
  namespace: string,
  names: readonly string[],
): readonly (readonly [metric: string, query: string])[] {
  const scope: Matcher[] = [
    ['namespace', '=', namespace],
    ['pod', 'any', names],
  ];
  const perResource = (kind: 'requests' | 'limits') =>
    deduplicated([...containerLabels, 'resource'], containerResources(kind, scope, cpuAndMemory));
  return [
    [
      'kube_pod_status_phase',
      `${deduplicated(['namespace', 'pod', 'phase'], selector('kube_pod_status_phase', scope))} == 1`,
    ],
    ['kube_pod_created', deduplicated(['namespace', 'pod'], selector('kube_pod_created', scope))],
    // The names of the labels are unknown, so the query cannot merge duplicates. The last series of a pod is used.
    ['kube_pod_labels', selector('kube_pod_labels', scope)],
    ['kube_pod_container_info', deduplicated([...containerLabels, ...imageLabels], containerInfos(scope))],
    ['kube_pod_container_resource_requests', perResource('requests')],
    ['kube_pod_container_resource_limits', perResource('limits')],
  ];
}

/** The containers of each pod, by container name. */
function containersOfPods(infos: readonly Sample[], requests: readonly Sample[], limits: readonly Sample[]) {
  const requestOf = valuesByResource(requests);
  const limitOf = valuesByResource(limits);
  const containersOf = new Map<string, Map<string, Container>>();
  for (const { labels } of [...requests, ...limits, ...infos]) {
    const { pod = '', container: name = '' } = labels;
    getOrInsert(containersOf, pod, () => new Map<string, Container>()).set(name, {
      name,
      image: imageOf(labels),
      cpuRequest: requestOf.get(keyOf(pod, name, 'cpu')) ?? null,
      cpuLimit: limitOf.get(keyOf(pod, name, 'cpu')) ?? null,
      memoryRequest: requestOf.get(keyOf(pod, name, 'memory')) ?? null,
      memoryLimit: limitOf.get(keyOf(pod, name, 'memory')) ?? null,
    });
  }
  return containersOf;
}

/** Values by pod, container and resource. */
const valuesByResource = (samples: readonly Sample[]) =>
  new Map(samples.map(({ labels: { pod, container, resource }, value }) => [keyOf(pod, container, resource), value]));

const labelPrefix = 'label_';

/** kube-state-metrics replaces characters in label keys that Prometheus does not allow with underscores. */
export function podLabels(sample: Sample | undefined): PodState['labels'] {
  return Object.entries(sample?.labels ?? {})
    .filter(([key]) => key.startsWith(labelPrefix))
    .map(([key, value]) => ({ key: key.slice(labelPrefix.length), value }));
}
