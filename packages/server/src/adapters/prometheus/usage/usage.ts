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

/** By namespace, the part of the span in which it was seen. */
type SeenParts = ReadonlyMap<string, number>;

/** Usage of every workload of the namespaces over the span, which must not be empty. */
export async function readUsage(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<Listing<WorkloadUsage>> {
  const at = evaluationTime(span);
  const queries = usageQueries(namespaces, span);
  const owning = ownerQueries(namespaces, `[${Math.max(lookBackSeconds, span.end - span.start)}s:300s]`);
  const ask = (query: string) => session.instant(query, at);
  const [pods, replicaSets, cpu, memory, requests, early] = await Promise.all([
    ask(owning.pods),
    ask(owning.replicaSets),
    session.instant(queries.cpu.query, queries.cpu.at),
    ask(queries.memory),
    ask(queries.requests),
    podsAtLookBackStart(session, namespaces, span),
  ]);
  const seenIn = memory.length > 0 ? 'container_memory_working_set_bytes' : 'container_cpu_usage_seconds_total';
  const [ready, seen] = await Promise.all([ask(queries.ready(seenIn, 'ready')), ask(queries.seen(seenIn))]);
  // Readiness is rarely missing, so the equally expensive query for the phase runs only if it is.
  const running = ready.length === 0 ? await ask(queries.ready(seenIn, 'running')) : [];

  const owners = podOwners(pods, replicaSets);
  const since = await firstSampleTimes(session, { namespaces, span, owners, early });
  const seenOf = new Map(seen.map(({ labels, value }) => [labels['namespace'] ?? '', value ?? 0]));
  const entries = new Map<string, Entry>();
  addUsage(entries, owners, cpu, { resource: 'cpu', seenOf: queries.cpu.bridgesGaps ? null : seenOf });
  addUsage(entries, owners, memory, { resource: 'memory', seenOf });
  addRequests(entries, owners, requests, { readiness: valuesByPod([...ready, ...running]), seenOf });

  const empty = metricsWithoutResult({
    container_cpu_usage_seconds_total: cpu,
    container_memory_working_set_bytes: memory,
    kube_pod_owner: pods,
    kube_replicaset_owner: replicaSets,
    kube_pod_container_resource_requests: requests,
    kube_pod_status_ready: ready,
  });
  return {
    items: [...entries].map(([key, entry]) => present(entry, since.get(key) ?? null, seenOf)),
    problems: await absentMetricProblems(session, at, empty),
  };
}

const ownerOf = (owners: Owners, { labels }: Sample): WorkloadIdentity | undefined =>
  owners.get(keyOf(labels['namespace'], labels['pod']));

/** Means over the times at which the namespace was seen; `seenOf` is null for figures that do not miss the other times. */
function addUsage(
  entries: Map<string, Entry>,
  owners: Owners,
  samples: readonly Sample[],
  { resource, seenOf }: { resource: ResourceName; seenOf: SeenParts | null },
): void {
  for (const sample of samples) {
    const identity = ownerOf(owners, sample);
    const seen = seenOf === null ? 1 : (seenOf.get(sample.labels['namespace'] ?? '') ?? 0);
    if (identity === undefined || sample.value === null || seen === 0) continue;
    const { containers } = getOrInsert(entries, workloadKey(identity), () => ({ identity, containers: new Map() }));
    const container = getOrInsert(containers, sample.labels['container'] ?? '', () => ({
      cpu: { total: null, requested: null },
      memory: { total: null, requested: null },
    }));
    container[resource].total = (container[resource].total ?? 0) + sample.value / seen;
  }
}

/** Adds request × readiness of each pod. A workload without usage has no entry: a request alone is not usage. */
function addRequests(
  entries: ReadonlyMap<string, Entry>,
  owners: Owners,
  requests: readonly Sample[],
  { readiness, seenOf }: { readiness: ReadonlyMap<string, number>; seenOf: SeenParts },
): void {
  for (const sample of requests) {
    const { labels, value } = sample;
    const { resource = '' } = labels;
    const owner = ownerOf(owners, sample);
    const container = owner && entries.get(workloadKey(owner))?.containers.get(labels['container'] ?? '');
    const seen = seenOf.get(labels['namespace'] ?? '') ?? 0;
    const weight = readiness.get(keyOf(labels['namespace'], labels['pod']));
    if (!container || !isResourceName(resource) || weight === undefined || value === null || value <= 0 || seen === 0)
      continue;
    container[resource].requested = (container[resource].requested ?? 0) + (value * weight) / seen;
  }
}

function present({ identity, containers }: Entry, since: number | null, seenOf: SeenParts): WorkloadUsage {
  const list = [...containers].map(([name, totals]): ContainerUsage => ({ name, ...totals }));
  const observed = seenOf.get(identity.namespace) ?? 0;
  return { ...identity, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)), since, observed };
}
