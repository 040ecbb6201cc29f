import { isResourceName, type ResourceName, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { ContainerUsage, Listing, WorkloadIdentity, WorkloadUsage } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { absentMetricProblems, metricsWithoutResult } from '../diagnosis/absent-metrics.ts';
import { keyOf, type Owners, ownerQueries, podKey, podOwners } from '../inventory/owners.ts';
import { valuesByPod } from '../inventory/pod-values.ts';
import { valueLabel } from '../queries/promql.ts';
import { firstSampleTimes, maximumPodNames, podsAtLookBackStart } from './first-samples.ts';
import { evaluationTime, lookBackSeconds, requestLabels, type Span, usageQueries } from './queries.ts';

/** Sums over the pods of one container; null until the first value is added. */
type Totals = { total: number | null; requested: number | null };
type Entry = {
  readonly identity: WorkloadIdentity;
  readonly containers: Map<string, Record<ResourceName, Totals>>;
};

/** By namespace, the part of the span in which it was seen. */
type SeenParts = ReadonlyMap<string, number>;

/** A namespace that was seen for a smaller part of the span has gaps. The restart of an exporter takes less time. */
const nearlyAll = 0.99;

type Observed = Awaited<ReturnType<typeof observe>>;

/** Reads all figures whose means depend on the times at which both exporters saw a namespace. */
async function observe(session: Session, namespaces: readonly string[] | undefined, span: Span, gaps: boolean) {
  const queries = usageQueries(namespaces, span, { gaps });
  const ask = (query: string) => session.instant(query, queries.at);
  const merged = (pods?: readonly string[]) =>
    usageQueries(namespaces, span, pods === undefined ? { gaps } : { gaps, pods });
  const [cpu, memory] = await Promise.all([
    perContainer(session, gaps ? null : queries.cpu.perSeries, queries.cpu.at, (pods) => merged(pods).cpu.query),
    perContainer(session, gaps ? null : queries.memoryPerSeries, queries.at, (pods) => merged(pods).memory),
  ]);
  const seenIn = memory.length > 0 ? 'container_memory_working_set_bytes' : 'container_cpu_usage_seconds_total';
  const ready = await ask(queries.ready(seenIn, 'ready'));
  // Readiness is rarely missing, so the equally expensive query for the phase runs only if it is.
  const running = ready.length === 0 ? await ask(queries.ready(seenIn, 'running')) : [];
  const seenOf = seenByLastingPods([...ready, ...running]);
  const others = new Set(
    [...cpu, ...memory, ...ready, ...running].map(namespaceOf).filter((name) => !seenOf.has(name)),
  );
  const seen = others.size === 0 ? [] : await ask(usageQueries([...others], span, { gaps }).seen(seenIn));
  for (const sample of seen) seenOf.set(namespaceOf(sample), sample.value ?? 0);
  return { cpu, memory, ready, running, seenOf };
}

/**
 * The part of the span in which a pod was ready and seen by both exporters, by namespace. It contains only namespaces
 * where this is nearly the whole span. Most namespaces have such a pod, so no query is needed for the times at which
 * they were seen.
 */
function seenByLastingPods(readiness: readonly Sample[]): Map<string, number> {
  const seenOf = new Map<string, number>();
  for (const sample of readiness) {
    const part = sample.value ?? 0;
    if (part >= nearlyAll) seenOf.set(namespaceOf(sample), Math.max(part, seenOf.get(namespaceOf(sample)) ?? 0));
  }
  return seenOf;
}

/**
 * One value for each container of a pod. A pod may have several series of one container, because it was restarted or is
 * scraped twice. Such a pod is read again with its series merged at every step. `perSeries` is null to read all pods in
 * that way.
 */
async function perContainer(
  session: Session,
  perSeries: string | null,
  at: number,
  mergedQuery: (pods?: readonly string[]) => string,
): Promise<readonly Sample[]> {
  if (perSeries === null) return session.instant(mergedQuery(), at);
  return oneValueEach({ session, at, mergedQuery }, await session.instant(perSeries, at), containerOf, isOneSeries);
}

const isOneSeries = (counts: readonly Sample[]) => counts.reduce((sum, { value }) => sum + (value ?? 0), 0) === 1;

/** The mean requests of each container. Several series with the same mean, such as duplicates, count as one. */
async function meanRequests(session: Session, namespaces: readonly string[] | undefined, span: Span) {
  const merged = (pods?: readonly string[]) =>
    usageQueries(namespaces, span, pods === undefined ? { gaps: false } : { gaps: false, pods });
  const { requestsPerSeries, at } = merged();
  const reader = { session, at, mergedQuery: (pods?: readonly string[]) => merged(pods).requests };
  return oneValueEach(reader, await session.instant(requestsPerSeries, at), requestOf, ({ length }) => length === 1);
}

/** The values of pods whose series need no merging, and merged values of all others. */
async function oneValueEach(
  { session, at, mergedQuery }: { session: Session; at: number; mergedQuery: (pods?: readonly string[]) => string },
  counted: readonly Sample[],
  keyOfSample: (sample: Sample) => string,
  isAlone: (values: readonly Sample[]) => boolean,
): Promise<readonly Sample[]> {
  const several = new Map(
    [...Map.groupBy(counted, keyOfSample).values()].flatMap((values) =>
      isAlone(values) ? [] : values.map((one) => [podKey(one.labels), one.labels['pod'] ?? '']),
    ),
  );
  const alone = counted.flatMap((one) =>
    several.has(podKey(one.labels)) ? [] : [{ ...one, value: finite(Number(one.labels[valueLabel])) }],
  );
  if (several.size === 0) return alone;
  const names = [...new Set(several.values())];
  const merged = await session.instant(mergedQuery(names.length > maximumPodNames ? undefined : names), at);
  return [...alone, ...merged.filter((one) => several.has(podKey(one.labels)))];
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const namespaceOf = ({ labels }: Sample): string => labels['namespace'] ?? '';
const requestOf = ({ labels }: Sample): string => keyOf(...requestLabels.map((label) => labels[label]));
const containerOf = ({ labels }: Sample): string => keyOf(labels['namespace'], labels['pod'], labels['container']);

/** Uses the second observation for these namespaces and the first one for all others. */
function replaced(first: Observed, again: Observed, namespaces: ReadonlySet<string>): Observed {
  const merge = (key: Exclude<keyof Observed, 'seenOf'>) => [
    ...first[key].filter(({ labels }) => !namespaces.has(labels['namespace'] ?? '')),
    ...again[key],
  ];
  return {
    cpu: merge('cpu'),
    memory: merge('memory'),
    ready: merge('ready'),
    running: merge('running'),
    seenOf: new Map([...first.seenOf, ...again.seenOf]),
  };
}

/** Usage of every workload of the namespaces over the span, which must not be empty. */
export async function readUsage(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<Listing<WorkloadUsage>> {
  const at = evaluationTime(span);
  const queries = usageQueries(namespaces, span, { gaps: false });
  const owning = ownerQueries(namespaces, `[${Math.max(lookBackSeconds, span.end - span.start)}s:300s]`);
  const [pods, replicaSets, requests, early, first] = await Promise.all([
    session.instant(owning.pods, at),
    session.instant(owning.replicaSets, at),
    meanRequests(session, namespaces, span),
    podsAtLookBackStart(session, namespaces, span),
    observe(session, namespaces, span, false),
  ]);
  const gaps = [...first.seenOf].flatMap(([namespace, part]) => (part < nearlyAll ? namespace : []));
  const again = gaps.length === 0 ? null : await observe(session, gaps, span, true);
  const { cpu, memory, ready, running, seenOf } = again === null ? first : replaced(first, again, new Set(gaps));

  const owners = podOwners(pods, replicaSets);
  const since = await firstSampleTimes(session, { namespaces, span, owners, early });
  const usageSeen = new Map([...seenOf].map(([name, part]) => [name, gaps.includes(name) ? part : Math.ceil(part)]));
  const entries = new Map<string, Entry>();
  addUsage(entries, owners, cpu, { resource: 'cpu', seenOf: queries.cpu.bridgesGaps ? null : usageSeen });
  addUsage(entries, owners, memory, { resource: 'memory', seenOf: usageSeen });
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

const ownerOf = (owners: Owners, { labels }: Sample): WorkloadIdentity | undefined => owners.get(podKey(labels));

/** Means over the times at which the namespace was seen; `seenOf` is null for figures that cover all times. */
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

/** Adds request × readiness of each pod. A request alone is not usage, so workloads without usage get no entry. */
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
    const weight = readiness.get(podKey(labels));
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
