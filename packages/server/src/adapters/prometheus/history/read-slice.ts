import { type PerResource, resourceNames, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import { type Ask, binSeconds } from '../../../ports/index.ts';
import type { Connection, Session } from '../client/connection.ts';
import type { RangeSeries, Sample } from '../client/response.ts';
import { type Owners, ownerQueries, podKey, podOwners } from '../inventory/owners.ts';
import { containerLabels } from '../queries/container-series.ts';
import { inNamespaces, type Matcher } from '../queries/promql.ts';
import { add, binAt, type HistoryBuilder, type HistoryBuilders, PodValues } from './bins.ts';
import { highest, summedLifetimes } from './merge-series.ts';
import { addOutOfMemoryKills, type KillDetector } from './out-of-memory.ts';
import { historyQueries, podCountQuery, requestRangeQueries } from './queries.ts';
import { coveredBins, recordedQuery, recordedSpan, type UsageFigure } from './recorded.ts';
import { PodRequests, podsThatChanged } from './requests.ts';
import { mostPods, type Slice } from './slices.ts';

/** The state while a history is read, slice by slice. */
export type HistoryReading = {
  readonly session: Connection['session'];
  readonly ask: Ask | undefined;
  readonly namespaces: readonly string[] | undefined;
  /** Keys of the workloads to read; null: all of them. */
  readonly wanted: ReadonlySet<string> | null;
  readonly startSeconds: number;
  /** Number of bins. */
  readonly length: number;
  /** Whether there are recording rules for the figures of bins. */
  readonly isRecorded: boolean;
  readonly builders: HistoryBuilders;
  readonly kills: KillDetector;
  /** For each metric, whether any slice had series of it. */
  readonly answered: Map<string, boolean>;
};

/** If CPU has fewer values than this share of memory's, it is scraped too rarely for five-minute rates. */
const sparseShare = 0.9;
/** The responses for a slice before the first sample, for which only the number of pods is queried. */
const nothing: SliceData['metrics'] = {
  kube_pod_owner: [],
  kube_replicaset_owner: [],
  container_cpu_usage_seconds_total: [],
  container_memory_working_set_bytes: [],
  kube_pod_container_resource_requests: [],
  kube_pod_status_ready: [],
};
const podLabels = ['namespace', 'pod'];
/** More names would make the queries too long. */
const mostNamedPods = 500;
/** Requests seldom change, so in a slice of at least this many bins, they are first read every half hour. */
export const longBins = 24;
const halfHour = 1800;
/** This many bins before a slice are read too. The restart after a kill may follow five minutes later, in the slice. */
const binsBefore = 3;

/** Thrown for a slice with so many pods that it must be read in parts. */
export class TooManyPodsError extends Error {}

export type SliceData = {
  readonly owners: Owners;
  readonly used: PerResource<PodValues>;
  readonly meanMemory: readonly RangeSeries[];
  /** Ready pods; running pods if readiness is unknown. */
  readonly ready: readonly RangeSeries[];
  readonly requests: { readonly most: readonly Sample[]; readonly changes: readonly RangeSeries[] };
  /** Every container that should have requests. A pod is `namespace/pod`. */
  readonly requesting: readonly (readonly [pod: string, container: string])[];
  readonly killed: readonly RangeSeries[];
  readonly restarts: readonly RangeSeries[];
  readonly limits: readonly RangeSeries[];
  /** The first bin with any data. */
  readonly firstBin: number;
  /** What queries returned, by the metric that they read. */
  readonly metrics: Readonly<Record<string, readonly unknown[]>>;
};

/** Queries for one slice. */
function asking({ startSeconds }: HistoryReading, { instant, range }: Session, slice: Slice) {
  const end = startSeconds + slice.to * binSeconds;
  const seconds = (slice.to - slice.from) * binSeconds;
  return {
    lookBack: `[${seconds}s:${binSeconds}s]`,
    requestsOf: async (scope: readonly Matcher[], step: number): Promise<Requested> => {
      const { at, ...queries } = requestRangeQueries(scope, { seconds, end, step });
      const [containers, least, most] = await Promise.all(
        ([queries.containers, queries.least, queries.most] as const).map((query) => instant(query, at)),
      );
      return { containers: containers ?? [], least: least ?? [], most: most ?? [] };
    },
    atEnd: (query: string) => instant(query, end - 0.001),
    // A bin is evaluated at its end.
    perBin: (query: string, { from, to }: Slice = slice) =>
      range(query, {
        start: startSeconds + (from + 1) * binSeconds,
        end: startSeconds + to * binSeconds,
        step: binSeconds,
      }),
    recorded: (figure: UsageFigure, scope: readonly Matcher[]) =>
      range(recordedQuery(figure, scope), recordedSpan(slice, startSeconds)),
    end,
  };
}

/**
 * Runs all queries of one slice. Each slice has its own session with the full deadline. The first queries count the
 * pods and find their owners. If the namespace has many other pods, only the pods of the wanted workloads are read.
 * Null if these have no pod in the slice. @throws TooManyPodsError unless `evenIfLarge`
 */
export async function querySlice(
  reading: HistoryReading,
  session: Session,
  slice: Slice,
  evenIfLarge: boolean,
): Promise<SliceData | null> {
  const asked = asking(reading, session, slice);
  const { atEnd, lookBack } = asked;
  const everything = [inNamespaces(reading.namespaces)];
  const [counted] = await atEnd(podCountQuery(everything, lookBack));
  const podCount = counted?.value ?? 0;
  if (podCount === 0) {
    noteAnswers(reading, nothing);
    return null;
  }
  if (podCount > mostPods(slice) && !evenIfLarge) throw new TooManyPodsError();
  const owning = ownerQueries(reading.namespaces, lookBack);
  const [pods, replicaSets] = await Promise.all([atEnd(owning.pods), atEnd(owning.replicaSets)]);
  const metrics = { kube_pod_owner: pods, kube_replicaset_owner: replicaSets };
  const all = podOwners(pods, replicaSets);
  const { wanted } = reading;
  const owners = wanted === null ? all : new Map([...all].filter(([, owner]) => wanted.has(workloadKey(owner))));
  const names = [...new Set([...owners.keys()].map((pod) => pod.slice(pod.indexOf('/') + 1)))];
  if (all.size > 0 && names.length === 0) {
    noteAnswers(reading, metrics);
    return null;
  }
  const isFew = names.length > 0 && names.length <= mostNamedPods && 2 * names.length < podCount;
  return queryPods(reading, slice, asked, {
    owners,
    metrics,
    scope: isFew ? [...everything, ['pod', 'any', names]] : everything,
  });
}

type Selected = {
  readonly owners: Owners;
  readonly scope: readonly Matcher[];
  readonly metrics: SliceData['metrics'];
};

async function queryPods(
  { startSeconds, isRecorded }: HistoryReading,
  slice: Slice,
  { requestsOf, perBin, recorded, end }: ReturnType<typeof asking>,
  { owners, scope, metrics }: Selected,
): Promise<SliceData> {
  const queries = historyQueries(scope);
  const isLong = slice.to - slice.from >= longBins;
  const fromBefore = { ...slice, from: slice.from - binsBefore };
  const ofPods = async (query: string) => highest(await perBin(query), podLabels);
  const readyPods = async () => {
    const found = await ofPods(queries.ready);
    return { readiness: found, ready: found.length > 0 ? found : await ofPods(queries.running) };
  };
  const readiness = readyPods();
  /** From the recording rules where they cover a bin. */
  const usage = async (figure: UsageFigure): Promise<readonly RangeSeries[]> => {
    const { series, gaps } = isRecorded
      ? await Promise.all([recorded(figure, scope), readiness]).then(([found, { ready }]) =>
          coveredBins(
            highest(found, figure === 'meanMemory' ? podLabels : containerLabels),
            ready,
            slice,
            startSeconds,
          ),
        )
      : { series: [], gaps: [slice] };
    const read = (await Promise.all(gaps.map((gap) => perBin(queries[figure], gap)))).flat();
    return [...series, ...(figure === 'cpu' ? summedLifetimes(read) : highest(read, containerLabels))];
  };
  const [requested, cpu, memory, meanMemory, { readiness: readinessFound, ready }, killed] = await Promise.all([
    requestsOf(scope, isLong ? halfHour : binSeconds),
    usage('cpu'),
    usage('memory'),
    usage('meanMemory'),
    readiness,
    perBin(queries.killed, fromBefore),
  ]);
  const used = { cpu: new PodValues(slice, owners), memory: new PodValues(slice, owners) };
  used.cpu.fill(cpu, startSeconds);
  used.memory.fill(memory, startSeconds);
  const isSparse = used.cpu.count < used.memory.count * sparseShare;
  if (isSparse) used.cpu.fill(summedLifetimes(await perBin(queries.cpuCoarse)), startSeconds);
  const brief = isLong ? podsWithoutContainers(ready, requested.containers, owners) : [];
  const named: readonly Matcher[] = brief.length > mostNamedPods ? scope : [...scope, ['pod', 'any', brief]];
  const ofBrief = brief.length > 0 ? await requestsOf(named, binSeconds) : nothingRequested;
  const most = [...requested.most, ...ofBrief.most];
  const changed = podsThatChanged([...requested.least, ...ofBrief.least], most);
  const killedPods = [...new Set(killed.flatMap(({ labels }) => labels['pod'] ?? []))];
  return {
    owners,
    used,
    meanMemory,
    ready,
    requests: { most, changes: changed.length > 0 ? await perBin(queries.requests(changed)) : [] },
    requesting: requestingContainers([...requested.containers, ...ofBrief.containers], used),
    killed,
    restarts: killedPods.length > 0 ? await perBin(queries.restarts(killedPods), fromBefore) : [],
    limits: killedPods.length > 0 ? await perBin(queries.limits(killedPods), fromBefore) : [],
    firstBin: [...ready, ...memory].reduce(
      (first, { points: [point] }) => Math.min(first, binAt(startSeconds, point?.[0] ?? end)),
      Number.POSITIVE_INFINITY,
    ),
    metrics: {
      ...metrics,
      container_cpu_usage_seconds_total: cpu,
      container_memory_working_set_bytes: memory,
      kube_pod_container_resource_requests: most,
      kube_pod_status_ready: readinessFound,
    },
  };
}

type Requested = { readonly [K in 'containers' | 'least' | 'most']: readonly Sample[] };
const nothingRequested: Requested = { containers: [], least: [], most: [] };

/** The names of pods that ran for such a short time that they were between two of the steps. */
function podsWithoutContainers(
  ready: readonly RangeSeries[],
  containers: readonly Sample[],
  owners: Owners,
): readonly string[] {
  const known = new Set(containers.map(({ labels }) => podKey(labels)));
  const brief = ready.filter((series) => owners.has(podKey(series.labels)) && !known.has(podKey(series.labels)));
  return [...new Set(brief.flatMap(({ labels }) => labels['pod'] ?? []))];
}

/** Every container that should have requests. A pod is `namespace/pod`. */
function requestingContainers(
  infos: readonly Sample[],
  used: PerResource<PodValues>,
): readonly (readonly [pod: string, container: string])[] {
  // Without kube_pod_container_info, init containers cannot be recognized, so all containers with usage count.
  if (infos.length === 0) return Object.values(used).flatMap((values) => [...values.containers()]);
  return infos.map(({ labels }) => [podKey(labels), labels['container'] ?? '']);
}

export function addSlice(reading: HistoryReading, data: SliceData): void {
  const { startSeconds, builders, length } = reading;
  const { owners, used, meanMemory, killed, restarts, limits } = data;
  noteAnswers(reading, data.metrics);
  for (const resource of resourceNames) used[resource].addTo(builders, resource, length);
  for (const { labels, points } of meanMemory) {
    const identity = owners.get(podKey(labels));
    if (!identity) continue;
    const { total } = builders.of(identity);
    for (const [time, value] of points) if (value !== null) add(total.memory, binAt(startSeconds, time), value);
  }
  addReplicas(data, builders, startSeconds);
  addUnmeasured(data, reading);
  const kills = reading.kills.kills(killed, restarts, startSeconds, data.firstBin);
  addOutOfMemoryKills(kills, limits, { owners, builders, startSeconds });
}

/**
 * A ready pod without usage is on a node that is not scraped. Such pods count as the mean of the workload's other pods,
 * because the total of a workload would otherwise fall although nothing changed.
 */
function addUnmeasured({ owners, used, ready }: SliceData, { builders, startSeconds }: HistoryReading): void {
  const lost = new Map<HistoryBuilder, Map<number, number>>();
  for (const { labels, points } of ready) {
    const pod = podKey(labels);
    const identity = owners.get(pod);
    if (!identity) continue;
    const isKnown = used.memory.knownBins(identity, pod);
    for (const [time, value] of points) {
      const bin = binAt(startSeconds, time);
      if (value !== 1 || isKnown(bin)) continue;
      const bins = getOrInsert(lost, builders.of(identity), () => new Map<number, number>());
      bins.set(bin, (bins.get(bin) ?? 0) + 1);
    }
  }
  for (const [{ readyReplicas, total }, bins] of lost) {
    for (const [bin, count] of bins) {
      const all = readyReplicas[bin] ?? 0;
      if (all > count)
        for (const values of [total.cpu, total.memory]) values[bin] = ((values[bin] ?? 0) * all) / (all - count);
    }
  }
}

function noteAnswers({ answered }: HistoryReading, metrics: SliceData['metrics']): void {
  for (const [metric, result] of Object.entries(metrics)) {
    answered.set(metric, (answered.get(metric) ?? false) || result.length > 0);
  }
}

/** Adds ready replicas, and the requests of ready pods. */
function addReplicas(
  { owners, requesting, ready, requests }: SliceData,
  builders: HistoryBuilders,
  startSeconds: number,
): void {
  const podRequests = new PodRequests(requests.most, requests.changes, startSeconds);
  for (const [pod, container] of requesting) podRequests.ensureContainer(pod, container);
  for (const { labels, points } of ready) {
    const pod = podKey(labels);
    const identity = owners.get(pod);
    if (!identity) continue;
    const { readyReplicas, requested } = builders.of(identity);
    for (const [time, value] of points) {
      if (value === null) continue;
      const bin = binAt(startSeconds, time);
      add(readyReplicas, bin, value);
      for (const resource of resourceNames)
        podRequests.addTo(requested[resource], { pod, resource, bin, weight: value });
    }
  }
}
