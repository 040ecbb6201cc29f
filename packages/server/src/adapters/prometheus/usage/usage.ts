import { isResourceName, type PerResource, type ResourceName, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { ContainerUsage, Listing, WorkloadIdentity, WorkloadUsage } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import { letOthersRun } from '../client/parse-turns.ts';
import type { Sample } from '../client/response.ts';
import { absentMetricProblems, metricsWithoutResult } from '../diagnosis/absent-metrics.ts';
import { keyOf, type Owners, ownerQueries, podKey, podOwners } from '../inventory/owners.ts';
import { valuesByPod } from '../inventory/pod-values.ts';
import { valueLabel } from '../queries/promql.ts';
import { firstSampleTimes, maximumPodNames, podsAtLookBackStart } from './first-samples.ts';
import {
  bridgesGaps,
  evaluationTime,
  type Gaps,
  gapsOf,
  ownerLookBack,
  requestLabels,
  type Span,
  type UsageQueries,
  usageQueries,
} from './queries.ts';
import { recordedDay, type UsageSource } from './recorded-day.ts';

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
/** A pod that only one exporter saw for a shorter time counts as seen. */
const shortestLossSeconds = 1200;

type Observed = Awaited<ReturnType<typeof observe>>;

/** Reads all figures whose means depend on the times at which both exporters saw a namespace. */
async function observe(
  session: Session,
  namespaces: readonly string[] | undefined,
  { span, gaps, recorded = null }: { span: Span; gaps: Gaps; recorded?: UsageQueries | null },
) {
  const queriesOf = (pods?: readonly string[]): UsageQueries =>
    recorded ?? usageQueries(namespaces, span, pods === undefined ? { gaps } : { gaps, pods });
  const queries = queriesOf();
  const ask = (query: string) => session.instant(query, queries.at);
  const [cpu, memory] = await Promise.all([
    perContainer(
      session,
      gaps !== 'none' ? null : queries.cpu.perSeries,
      queries.cpu.at,
      (pods) => queriesOf(pods).cpu.query,
    ),
    perContainer(
      session,
      gaps !== 'none' ? null : queries.memoryPerSeries,
      queries.at,
      (pods) => queriesOf(pods).memory,
    ),
  ]);
  const seenIn = memory.length > 0 ? 'container_memory_working_set_bytes' : 'container_cpu_usage_seconds_total';
  const ready = await ask(queries.ready(seenIn, 'ready'));
  // Readiness is rarely missing, so the equally expensive query for the phase runs only if it is.
  const running = ready.length === 0 ? await ask(queries.ready(seenIn, 'running')) : [];
  const seenOf = seenByLastingPods([...ready, ...running]);
  const others = new Set(
    [...cpu, ...memory, ...ready, ...running].map(namespaceOf).filter((name) => !seenOf.has(name)),
  );
  const ofOthers = usageQueries([...others], span, { gaps });
  const seen = others.size === 0 ? [] : await session.instant(ofOthers.seen(seenIn), ofOthers.at);
  for (const sample of seen) seenOf.set(namespaceOf(sample), sample.value ?? 0);
  return { cpu, memory, ready, running, seenOf, seenIn } as const;
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
async function meanRequests(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
  recorded: UsageQueries | null,
) {
  const merged = (pods?: readonly string[]): UsageQueries =>
    recorded ?? usageQueries(namespaces, span, pods === undefined ? { gaps: 'none' } : { gaps: 'none', pods });
  const { requests, requestsPerSeries, at } = merged();
  if (requestsPerSeries === null) return session.instant(requests, at);
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
  const merge = (key: 'cpu' | 'memory' | 'ready' | 'running') => [
    ...first[key].filter(({ labels }) => !namespaces.has(labels['namespace'] ?? '')),
    ...again[key],
  ];
  return {
    cpu: merge('cpu'),
    memory: merge('memory'),
    ready: merge('ready'),
    running: merge('running'),
    seenOf: new Map([...first.seenOf, ...again.seenOf]),
    seenIn: first.seenIn,
  };
}

/** The parts of the span in which only one exporter saw a pod, by pod. */
type LostParts = ReadonlyMap<string, number>;

/**
 * Finds the pods that only one exporter saw, in namespaces that both saw: a node or a shard of kube-state-metrics was not
 * scraped. Shorter times are not counted, because a new pod is ready before its first usage. `owned`: the pods to check.
 */
async function seenByOne(
  session: Session,
  span: Span,
  { ready, running, seenOf, seenIn }: Observed,
  { owned, recorded }: { readonly owned: readonly Sample[]; readonly recorded: UsageQueries | null },
): Promise<LostParts> {
  const readiness = valuesByPod([...ready, ...running]);
  const doubtful = owned.filter(
    (sample) =>
      (seenOf.get(namespaceOf(sample)) ?? 0) >= nearlyAll && (readiness.get(podKey(sample.labels)) ?? 0) < nearlyAll,
  );
  const least = shortestLossSeconds / (span.end - span.start);
  if (doubtful.length === 0 || least > 1) return new Map();
  const pods = [...new Set(doubtful.map(({ labels }) => labels['pod'] ?? ''))];
  const namespaces = new Set(doubtful.map(namespaceOf));
  const queries: UsageQueries =
    recorded ??
    usageQueries([...namespaces], span, {
      gaps: 'none',
      ...(pods.length > maximumPodNames ? {} : { pods }),
    });
  // What rules have recorded contains the other namespaces too.
  const lost = async (query: string) =>
    valuesByPod(
      (await session.instant(query, queries.at)).filter(
        (sample) => (sample.value ?? 0) >= least && namespaces.has(namespaceOf(sample)),
      ),
    );
  const both = await Promise.all([
    lost(queries.unmeasured(seenIn, ready.length > 0 ? 'ready' : 'running')),
    lost(queries.unowned(seenIn)),
  ]);
  return new Map(both.flatMap((parts) => [...parts]));
}

/** By workload, the part of the time of its ready pods in which both exporters saw them. 1 for workloads without an entry. */
function seenShares(owners: Owners, readiness: ReadonlyMap<string, number>, lost: LostParts): Map<string, number> {
  const times = new Map<string, { seen: number; lost: number }>();
  for (const [pod, owner] of owners) {
    const time = getOrInsert(times, workloadKey(owner), () => ({ seen: 0, lost: 0 }));
    time.seen += readiness.get(pod) ?? 0;
    time.lost += lost.get(pod) ?? 0;
  }
  return new Map(
    [...times].flatMap(([key, time]) =>
      time.lost > 0 && time.seen > 0 ? [[key, time.seen / (time.seen + time.lost)]] : [],
    ),
  );
}

/**
 * Usage of every workload of the namespaces over the span, which must not be empty. With `mayEndEarlier`, the usage of a day
 * is that of the newest recorded day, where recording rules cover it.
 */
export async function readUsage(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
  mayEndEarlier = false,
): Promise<Listing<WorkloadUsage>> {
  const day = mayEndEarlier && namespaces !== undefined ? await recordedDay(session, namespaces, span) : null;
  if (day === null || day.covered.length === 0) return readSpan(session, namespaces, span);
  const recorded = await readSpan(day.session, namespaces, day.span, day.source);
  const others = namespaces?.filter((namespace) => !day.covered.includes(namespace)) ?? [];
  if (others.length === 0) return recorded;
  const { items, problems } = await readSpan(session, others, span);
  return { items: [...recorded.items, ...items], problems: [...new Set([...recorded.problems, ...problems])] };
}

async function readSpan(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
  source: UsageSource | null = null,
): Promise<Listing<WorkloadUsage>> {
  const at = evaluationTime(span);
  const recorded = source?.queries ?? null;
  const owning = source?.owners ?? { ...ownerQueries(namespaces, ownerLookBack(span)), at };
  const [pods, replicaSets, requests, early, first] = await Promise.all([
    session.instant(owning.pods, owning.at),
    session.instant(owning.replicaSets, owning.at),
    meanRequests(session, namespaces, span, recorded),
    podsAtLookBackStart(session, namespaces, span),
    observe(session, namespaces, { span, gaps: 'none', recorded }),
  ]);
  await letOthersRun();
  const owners = podOwners(pods, replicaSets);
  await letOthersRun();
  const known = [...requests, ...first.memory, ...first.ready].filter(
    (sample) => ownerOf(owners, sample) !== undefined,
  );
  const lost = await seenByOne(session, span, first, { owned: known, recorded });
  const gaps = new Map([
    ...[...first.seenOf].flatMap(([name, part]) => (part < nearlyAll ? [[name, gapsOf(span, part)] as const] : [])),
    ...[...lost.keys()].map((pod) => [pod.slice(0, pod.indexOf('/')), 'long'] as const),
  ]);
  let all = first;
  for (const [kind, some] of Map.groupBy(gaps, ([, own]) => own)) {
    const names = new Set(some.map(([name]) => name));
    all = replaced(all, await observe(session, [...names], { span, gaps: kind }), names);
  }
  const { cpu, memory, ready, running, seenOf } = all;

  const since = await firstSampleTimes(session, { namespaces, span, owners, early });
  const usageSeen = new Map([...seenOf].map(([name, part]) => [name, gaps.has(name) ? part : Math.ceil(part)]));
  const isBridged = (name: string) => bridgesGaps(span, gaps.get(name) ?? 'none');
  const seenPart = (name: string) => usageSeen.get(name) ?? 0;
  const entries = new Map<string, Entry>();
  addUsage(entries, owners, cpu, { resource: 'cpu', seenPart: (name) => (isBridged(name) ? 1 : seenPart(name)) });
  await letOthersRun();
  addUsage(entries, owners, memory, { resource: 'memory', seenPart });
  await letOthersRun();
  const readiness = valuesByPod([...ready, ...running]);
  addRequests(entries, owners, requests, { readiness, seenOf });
  await letOthersRun();
  const shares = seenShares(owners, readiness, lost);

  const empty = metricsWithoutResult({
    container_cpu_usage_seconds_total: cpu,
    container_memory_working_set_bytes: memory,
    kube_pod_owner: pods,
    kube_replicaset_owner: replicaSets,
    kube_pod_container_resource_requests: requests,
    kube_pod_status_ready: ready,
  });
  return {
    items: [...entries].map(([key, entry]) => {
      const share = shares.get(key) ?? 1;
      const { namespace } = entry.identity;
      const ofShare = { cpu: isBridged(namespace) ? 1 : share, memory: share, requested: share };
      return {
        ...present(entry, ofShare),
        since: since.get(key) ?? null,
        observed: (seenOf.get(namespace) ?? 0) * share,
      };
    }),
    problems: await absentMetricProblems(session, at, empty),
  };
}

const ownerOf = (owners: Owners, { labels }: Sample): WorkloadIdentity | undefined => owners.get(podKey(labels));

/** Means over the times at which the namespace was seen. */
function addUsage(
  entries: Map<string, Entry>,
  owners: Owners,
  samples: readonly Sample[],
  { resource, seenPart }: { resource: ResourceName; seenPart: (namespace: string) => number },
): void {
  for (const sample of samples) {
    const identity = ownerOf(owners, sample);
    const seen = seenPart(namespaceOf(sample));
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

const scaled = (value: number | null, share: number): number | null => (value === null ? null : value / share);

/** Means over the times at which both exporters saw the pods, from means over all times. */
function present({ identity, containers }: Entry, share: PerResource<number> & { readonly requested: number }) {
  const list = [...containers].map(([name, { cpu, memory }]): ContainerUsage => {
    const of = ({ total, requested }: Totals, by: number) => ({
      total: scaled(total, by),
      requested: scaled(requested, share.requested),
    });
    return { name, cpu: of(cpu, share.cpu), memory: of(memory, share.memory) };
  });
  return { ...identity, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}
