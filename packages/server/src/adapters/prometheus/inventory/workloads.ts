import { workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import { type Listing, SourceError, type Workload, type WorkloadIdentity } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import { letOthersRun } from '../client/parse-turns.ts';
import { absentMetricProblem, findAbsentMetrics, metricsWithoutResult } from '../diagnosis/absent-metrics.ts';
import { containerLabels } from '../queries/container-series.ts';
import { burstableWithInit, containerResources, sidecarInfos } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, realContainers, selector } from '../queries/promql.ts';
import { containersByPod, newestTemplate } from './containers.ts';
import { hpaLookup, queryHpas } from './hpas.ts';
import { namespaceRules, queryNamespaceRules } from './namespace-rules.ts';
import { ownerQueries, podKey, podOwners, replicaSetOwners, workloadKinds } from './owners.ts';
import { phasesByPod, valuesByPod } from './pod-values.ts';

/** For each kind, the metric with the declared replicas and the label that holds the workload's name. */
const replicaMetrics: readonly (readonly [kind: string, metric: string, label: string])[] = [
  ['Deployment', 'kube_deployment_spec_replicas', 'deployment'],
  ['StatefulSet', 'kube_statefulset_replicas', 'statefulset'],
  ['DaemonSet', 'kube_daemonset_status_desired_number_scheduled', 'daemonset'],
];

type Pod = {
  readonly namespace: string;
  readonly name: string;
  readonly createdAt: number;
  readonly ready: boolean;
  /** Succeeded or failed: the pod no longer counts as a replica. */
  readonly finished: boolean;
  /** The pod was deleted and is in its grace period. It counts as no replica, but its containers are still known. */
  readonly terminating: boolean;
};
type Entry = {
  readonly identity: WorkloadIdentity;
  replicas: number | null;
  maxSurge: number | null;
  readonly pods: Pod[];
};

type Samples = Awaited<ReturnType<typeof querySamples>>;

/** Every workload of the namespaces, from one batch of queries at one moment. */
export async function listWorkloads(
  session: Session,
  namespaces: readonly string[] | undefined,
  at: number,
): Promise<Listing<Workload>> {
  const samples = await querySamples(session, namespaces, at);
  const { owned, ready, phase, limits, hpas } = samples;
  const entries = await collectEntries(samples);
  const readyReplicasKnown = owned.length > 0 && (ready.some(({ value }) => value !== null) || phase.length > 0);
  await letOthersRun();
  const containers = await containersByPod(samples);
  const absent = await findAbsentMetrics(session, at, emptyMetrics(samples));
  const known = {
    limits: limits.length > 0 || !absent.includes('kube_pod_container_resource_limits'),
    requests: !absent.includes('kube_pod_container_resource_requests'),
  };
  const podsKnown = !absent.includes('kube_pod_owner');
  const rules = namespaceRules(samples.rules);
  const hpaOf = hpaLookup(hpas, entries);
  const items = [...entries.values()].map(({ identity, replicas, maxSurge, pods }): Workload => {
    const present = pods.filter((pod) => !pod.finished);
    const live = present.filter((pod) => !pod.terminating);
    const own = rules.get(identity.namespace);
    return {
      ...identity,
      apiVersion: workloadKinds.get(identity.kind) ?? 'apps/v1',
      // No metric declares the replicas of a Rollout, so its pods are counted. Without pods, it is scaled to zero.
      replicas: replicas ?? (live.length > 0 || (identity.kind === 'Rollout' && podsKnown) ? live.length : null),
      readyReplicas: readyReplicasKnown ? live.filter((pod) => pod.ready).length : null,
      ...newestTemplate(live.length > 0 ? live : present, containers, known),
      hpa: hpaOf(identity),
      ...(maxSurge === null ? {} : { maxSurge }),
      ...(own === undefined ? {} : { rules: own }),
    };
  });
  // Without kube-state-metrics the workloads are unknown. An empty list would mean that all of them were deleted.
  if (items.length === 0 && absent.includes('kube_pod_owner')) {
    throw new SourceError(
      "kube-state-metrics has no samples from the last five minutes, so the workloads are unknown. Check that Prometheus scrapes it and that this machine's clock is right.",
    );
  }
  const failed = await unseenNamespaces(session, namespaces, items, at);
  return { items, problems: absent.map(absentMetricProblem), ...(failed.size === 0 ? {} : { failed }) };
}

/**
 * The namespaces in which cAdvisor sees pods but kube-state-metrics reports nothing. kube-state-metrics does not watch
 * them, or one of its shards does not answer. Their workloads are unknown, not deleted.
 */
async function unseenNamespaces(
  session: Session,
  namespaces: readonly string[] | undefined,
  items: readonly Workload[],
  at: number,
): Promise<ReadonlyMap<string, SourceError>> {
  const found = new Set(items.map(({ namespace }) => namespace));
  const empty = namespaces?.filter((namespace) => !found.has(namespace)) ?? [];
  if (empty.length === 0) return new Map();
  const seen = (metric: string, ...more: Matcher[]) =>
    `group by (namespace) (${selector(metric, [inNamespaces(empty), ...more])})`;
  const pods = seen('container_memory_working_set_bytes', ...realContainers);
  const unshown = await session.instant(
    [pods, seen('kube_pod_owner'), seen('kube_namespace_created')].join(' unless on (namespace) '),
    at,
  );
  const running = new Set(unshown.map(({ labels }) => labels['namespace']));
  return new Map(
    empty.filter((namespace) => running.has(namespace)).map((namespace) => [namespace, unseen(namespace)]),
  );
}

const unseen = (namespace: string): SourceError =>
  new SourceError(
    `kube-state-metrics shows nothing of the namespace ${namespace}, although pods run in it. Check that it watches the namespace and that every shard of it is scraped.`,
  );

/** `replicas` has the order of `replicaMetrics`. */
async function querySamples(session: Session, namespaces: readonly string[] | undefined, at: number) {
  const scope: Matcher = inNamespaces(namespaces);
  const owners = ownerQueries(namespaces);
  const ask = (query: string) => session.instant(query, at);
  const perResource = (kind: 'requests' | 'limits') =>
    ask(deduplicated([...containerLabels, 'resource'], containerResources(kind, [scope], cpuAndMemory)));
  const [
    owned,
    replicaSets,
    ready,
    phase,
    created,
    terminating,
    infos,
    sidecars,
    requests,
    limits,
    burstable,
    replicas,
    surges,
    hpas,
    rules,
  ] = await Promise.all([
    ask(owners.pods),
    ask(owners.replicaSets),
    ask(deduplicated(['namespace', 'pod'], selector('kube_pod_status_ready', [scope, ['condition', '=', 'true']]))),
    ask(`${deduplicated(['namespace', 'pod', 'phase'], selector('kube_pod_status_phase', [scope]))} == 1`),
    ask(deduplicated(['namespace', 'pod'], selector('kube_pod_created', [scope]))),
    ask(deduplicated(['namespace', 'pod'], selector('kube_pod_deletion_timestamp', [scope]))),
    ask(deduplicated(containerLabels, selector('kube_pod_container_info', [scope]))),
    ask(deduplicated(containerLabels, sidecarInfos([scope]))),
    perResource('requests'),
    perResource('limits'),
    ask(deduplicated(['namespace', 'pod'], burstableWithInit([scope]))),
    Promise.all(
      replicaMetrics.map(([, metric, label]) => ask(deduplicated(['namespace', label], selector(metric, [scope])))),
    ),
    ask(
      deduplicated(
        ['namespace', 'deployment'],
        selector('kube_deployment_spec_strategy_rollingupdate_max_surge', [scope]),
      ),
    ),
    queryHpas(ask, namespaces),
    queryNamespaceRules(ask, namespaces),
  ]);
  return {
    owned,
    replicaSets,
    ready,
    phase,
    created,
    terminating,
    infos,
    sidecars,
    requests,
    limits,
    burstable,
    replicas,
    surges,
    hpas,
    rules,
  };
}

/** Workloads by key, with their declared replicas and their pods. */
async function collectEntries({
  owned,
  replicaSets,
  ready,
  phase,
  created,
  terminating,
  replicas,
  surges,
}: Samples): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const entryOf = (identity: WorkloadIdentity): Entry =>
    getOrInsert(entries, workloadKey(identity), () => ({ identity, replicas: null, maxSurge: null, pods: [] }));
  for (const [index, [kind, , label]] of replicaMetrics.entries()) {
    for (const { labels, value } of replicas[index] ?? []) {
      const { namespace } = labels;
      const name = labels[label];
      if (namespace !== undefined && name !== undefined && name !== '')
        entryOf({ namespace, kind, name }).replicas = value;
    }
  }
  for (const { labels, value } of surges) {
    const entry = entries.get(
      workloadKey({ namespace: labels['namespace'] ?? '', kind: 'Deployment', name: labels['deployment'] ?? '' }),
    );
    if (entry !== undefined) entry.maxSurge = value;
  }
  // Only a Deployment with the strategy RollingUpdate has the metric.
  for (const entry of surges.length === 0 ? [] : entries.values()) {
    if (entry.identity.kind === 'Deployment' && entry.replicas !== null) entry.maxSurge ??= 0;
  }
  const readiness = valuesByPod(ready);
  const phaseOf = phasesByPod(phase);
  const createdAt = valuesByPod(created);
  const deleted = new Set(terminating.map(({ labels }) => podKey(labels)));
  await letOthersRun();
  const owners = podOwners(owned, replicaSets);
  await letOthersRun();
  for (const [key, identity] of owners) {
    const podPhase = phaseOf.get(key);
    entryOf(identity).pods.push({
      namespace: identity.namespace,
      name: key.slice(key.indexOf('/') + 1),
      createdAt: createdAt.get(key) ?? 0,
      ready: readiness.size > 0 ? readiness.get(key) === 1 : podPhase === 'Running',
      finished: podPhase === 'Succeeded' || podPhase === 'Failed',
      terminating: deleted.has(key),
    });
  }
  // A Rollout has no metric of its own. If it is scaled to zero, only its ReplicaSets show that it exists.
  const ofRollouts = replicaSets.filter(({ labels }) => labels['owner_kind'] === 'Rollout');
  for (const identity of replicaSetOwners(ofRollouts).values()) entryOf(identity);
  return entries;
}

/** The metrics whose query returned nothing although the cluster should have them. */
function emptyMetrics(samples: Samples): string[] {
  const { owned, replicaSets, hpas, replicas } = samples;
  const empty = metricsWithoutResult({
    kube_pod_owner: owned,
    kube_replicaset_owner: replicaSets,
    kube_pod_status_ready: samples.ready,
    kube_pod_status_phase: samples.phase,
    kube_pod_container_info: samples.infos,
    kube_pod_container_resource_requests: samples.requests,
    kube_pod_container_resource_limits: samples.limits,
  });
  // A cluster without Deployments or StatefulSets has no such metric. It is missing only if pods of that kind exist.
  const owns = (kind: string) => [...owned, ...replicaSets].some((sample) => sample.labels['owner_kind'] === kind);
  for (const [index, [kind, metric]] of replicaMetrics.entries()) {
    if (kind !== 'DaemonSet' && replicas[index]?.length === 0 && owns(kind)) empty.push(metric);
  }
  if (hpas.max.length > 0 && hpas.info.length === 0) empty.push('kube_horizontalpodautoscaler_info');
  return empty;
}
