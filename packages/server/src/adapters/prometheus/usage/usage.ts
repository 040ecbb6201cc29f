import { isResourceName, type ResourceName, workloadKey } from '@trimtab/core';
import type { ContainerUsage, Listing, WorkloadIdentity, WorkloadUsage } from '../../../ports/index.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { absentMetricProblems, metricsWithoutResult } from '../diagnosis/absent-metrics.ts';
import { keyOf, type Owners, ownerQueries, podOwners } from '../inventory/owners.ts';
import { valuesByPod } from '../inventory/pod-values.ts';
import { firstSampleTimes, podsAtLookBackStart } from './first-samples.ts';
import { evaluationTime, lookBackSeconds, type Span, usageQueries } from './queries.ts';

/** Sums over the pods of one container; null until the first value is added. */
type Totals = { total: number | null; requested: number | null };
type Entry = {
  readonly identity: WorkloadIdentity;
  readonly containers: Map<string, Record<ResourceName, Totals>>;
};

/** Usage of every workload of the namespaces over the span, which must not be empty. */
export async function readUsage(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<Listing<WorkloadUsage>> {
  const at = evaluationTime(span);
  const queries = usageQueries(namespaces, span);
  const owning = ownerQueries(namespaces, `[${Math.max(lookBackSeconds, span.end - span.start)}s]`);
  const ask = (query: string) => session.instant(query, at);
  const [pods, replicaSets, cpu, memory, requests, ready, early] = await Promise.all([
    ask(owning.pods),
    ask(owning.replicaSets),
    ask(queries.cpu),
    ask(queries.memory),
    ask(queries.requests),
    ask(queries.ready),
    podsAtLookBackStart(session, namespaces, span),
  ]);
  // Readiness is rarely missing, so the equally expensive query for the phase runs only if it is.
  const running = ready.length === 0 ? await ask(queries.running) : [];

  const owners = podOwners(pods, replicaSets);
  const since = await firstSampleTimes(session, { namespaces, span, owners, early });
  const entries = new Map<string, Entry>();
  addUsage(entries, owners, cpu, 'cpu');
  addUsage(entries, owners, memory, 'memory');
  addRequests(entries, owners, requests, valuesByPod([...ready, ...running]));

  const empty = metricsWithoutResult({
    container_cpu_usage_seconds_total: cpu,
    container_memory_working_set_bytes: memory,
    kube_pod_owner: pods,
    kube_replicaset_owner: replicaSets,
    kube_pod_container_resource_requests: requests,
    kube_pod_status_ready: ready,
  });
  return {
    items: [...entries].map(([key, entry]) => present(entry, since.get(key) ?? null)),
    problems: await absentMetricProblems(session, at, empty),
  };
}

const ownerOf = (owners: Owners, { labels }: Sample): WorkloadIdentity | undefined =>
  owners.get(keyOf(labels['namespace'], labels['pod']));

function addUsage(
  entries: Map<string, Entry>,
  owners: Owners,
  samples: readonly Sample[],
  resource: ResourceName,
): void {
  for (const sample of samples) {
    const identity = ownerOf(owners, sample);
    if (identity === undefined || sample.value === null) continue;
    const { containers } = getOrInsert(entries, workloadKey(identity), () => ({ identity, containers: new Map() }));
    const container = getOrInsert(containers, sample.labels['container'] ?? '', () => ({
      cpu: { total: null, requested: null },
      memory: { total: null, requested: null },
    }));
    container[resource].total = (container[resource].total ?? 0) + sample.value;
  }
}

/** Adds request × readiness of each pod. A workload without usage has no entry: a request alone is not usage. */
function addRequests(
  entries: ReadonlyMap<string, Entry>,
  owners: Owners,
  requests: readonly Sample[],
  readiness: ReadonlyMap<string, number>,
): void {
  for (const sample of requests) {
    const { labels, value } = sample;
    const { resource = '' } = labels;
    const owner = ownerOf(owners, sample);
    const container = owner && entries.get(workloadKey(owner))?.containers.get(labels['container'] ?? '');
    const weight = readiness.get(keyOf(labels['namespace'], labels['pod']));
    if (!container || !isResourceName(resource) || weight === undefined || value === null || value <= 0) continue;
    container[resource].requested = (container[resource].requested ?? 0) + value * weight;
  }
}

function present({ identity, containers }: Entry, since: number | null): WorkloadUsage {
  const list = [...containers].map(([name, totals]): ContainerUsage => ({ name, ...totals }));
  return { ...identity, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)), since };
}
