import type { Listing, PodState, WorkloadIdentity } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { absentMetrics } from '../diagnosis/absent-metrics.ts';
import { inNamespaces, type Matcher, once, select } from '../queries/promql.ts';
import { keyOf, replicaSetOwners, workloadKey } from './owners.ts';
import { byPod, phases } from './workloads.ts';

type Container = PodState['containers'][number];

/** The names of a workload's pods now: asked by owner, so that one workload costs no more in a large namespace. */
async function podNames(session: Session, workload: WorkloadIdentity, at: number) {
  const namespace: Matcher = ['namespace', '=', workload.namespace];
  const folded = workload.kind === 'Deployment' || workload.kind === 'Rollout';
  const replicaSets = folded
    ? await session.instant(
        once(
          ['namespace', 'replicaset', 'owner_kind', 'owner_name'],
          select('kube_replicaset_owner', [
            namespace,
            ['owner_kind', '=', workload.kind],
            ['owner_name', '=', workload.name],
          ]),
        ),
        at,
      )
    : [];
  const key = workloadKey(workload);
  const above = [...replicaSetOwners(replicaSets)]
    .filter(([, owner]) => workloadKey(owner) === key)
    .map(([replicaSet]) => replicaSet.slice(keyOf(workload.namespace, '').length));
  const owner: Matcher[] = folded
    ? [
        ['owner_kind', '=', 'ReplicaSet'],
        ['owner_name', 'any', above],
      ]
    : [
        ['owner_kind', '=', workload.kind],
        ['owner_name', '=', workload.name],
      ];
  const pods =
    folded && above.length === 0
      ? []
      : await session.instant(once(['namespace', 'pod'], select('kube_pod_owner', [namespace, ...owner])), at);
  return { names: pods.flatMap(({ labels }) => labels['pod'] ?? []).toSorted(), folded, replicaSets, pods };
}

const byContainerName = (a: Container, b: Container) => (a.name < b.name ? -1 : 1);
const labelPrefix = 'label_';

/** Amounts by pod, container and resource. */
const amounts = (samples: readonly Sample[]) =>
  new Map(samples.map(({ labels: { pod, container, resource }, value }) => [keyOf(pod, container, resource), value]));

/** kube-state-metrics writes the keys of labels with underscores for whatever a metric's label cannot hold. */
function podLabels(sample: Sample | undefined): PodState['labels'] {
  return Object.entries(sample?.labels ?? {})
    .filter(([key]) => key.startsWith(labelPrefix))
    .map(([key, value]) => ({ key: key.slice(labelPrefix.length), value }));
}

export async function listPods(session: Session, workload: WorkloadIdentity, at: number): Promise<Listing<PodState>> {
  const { names, folded, replicaSets, pods } = await podNames(session, workload, at);
  if (names.length === 0) {
    const empty = [
      ...(folded && replicaSets.length === 0 ? ['kube_replicaset_owner'] : []),
      ...(pods.length === 0 ? ['kube_pod_owner'] : []),
    ];
    return { items: [], problems: await absentMetrics(session, at, empty) };
  }
  const scope: Matcher[] = [inNamespaces([workload.namespace]), ['pod', 'any', names]];
  const perContainer = ['namespace', 'pod', 'container'];
  const resource = (metric: string) =>
    once([...perContainer, 'resource'], select(metric, [...scope, ['resource', 'any', ['cpu', 'memory']]]));
  const asked = [
    ['kube_pod_status_phase', `${once(['namespace', 'pod', 'phase'], select('kube_pod_status_phase', scope))} == 1`],
    ['kube_pod_created', once(['namespace', 'pod'], select('kube_pod_created', scope))],
    // The labels are not known beforehand, so the series come as they are; of duplicates any one will do.
    ['kube_pod_labels', select('kube_pod_labels', scope)],
    ['kube_pod_container_info', once([...perContainer, 'image'], select('kube_pod_container_info', scope))],
    ['kube_pod_container_resource_requests', resource('kube_pod_container_resource_requests')],
    ['kube_pod_container_resource_limits', resource('kube_pod_container_resource_limits')],
  ] as const;
  const answers = await Promise.all(asked.map(([, query]) => session.instant(query, at)));
  const [phase = [], created = [], labels = [], infos = [], requests = [], limits = []] = answers;

  const phaseOf = phases(phase);
  const createdAt = byPod(created);
  const labelsOf = new Map(labels.map((sample) => [sample.labels['pod'], sample]));
  const requestOf = amounts(requests);
  const limitOf = amounts(limits);
  const containersOf = new Map<string, Map<string, Container>>();
  for (const { labels: of } of [...requests, ...limits, ...infos]) {
    const pod = of['pod'] ?? '';
    const name = of['container'] ?? '';
    const containers = containersOf.get(pod) ?? new Map<string, Container>();
    containersOf.set(pod, containers);
    containers.set(name, {
      name,
      image: of['image'] ?? '',
      cpuRequest: requestOf.get(keyOf(pod, name, 'cpu')) ?? null,
      cpuLimit: limitOf.get(keyOf(pod, name, 'cpu')) ?? null,
      memoryRequest: requestOf.get(keyOf(pod, name, 'memory')) ?? null,
      memoryLimit: limitOf.get(keyOf(pod, name, 'memory')) ?? null,
    });
  }

  const items = names.map((name): PodState => {
    const key = keyOf(workload.namespace, name);
    const seconds = createdAt.get(key);
    return {
      name,
      status: phaseOf.get(key) ?? 'Unknown',
      createdAt: seconds === undefined ? null : seconds * 1000,
      labels: podLabels(labelsOf.get(name)),
      containers: [...(containersOf.get(name)?.values() ?? [])].toSorted(byContainerName),
    };
  });
  const empty = asked.filter((_, index) => answers[index]?.length === 0).map(([metric]) => metric);
  return { items, problems: await absentMetrics(session, at, empty) };
}
