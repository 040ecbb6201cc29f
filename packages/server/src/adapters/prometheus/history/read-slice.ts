import { type PerResource, resourceNames } from '@trimtab/core';
import type { Ask } from '../../../ports/index.ts';
import type { Connection } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { keyOf, ownerQueries, podOwners } from '../inventory/owners.ts';
import { add, binAt, type HistoryBuilders, PodValues } from './bins.ts';
import { addOutOfMemoryKills, type KillDetector } from './out-of-memory.ts';
import { binSeconds, containersQuery, historyQueries, limitsQuery, requestRangeQueries } from './queries.ts';
import { PodRequests, podsThatChanged } from './requests.ts';
import type { Slice } from './slices.ts';

/** The state while a history is read, slice by slice. */
export type Reading = {
  readonly session: Connection['session'];
  readonly ask: Ask | undefined;
  readonly namespaces: readonly string[] | undefined;
  readonly startSeconds: number;
  /** Number of bins. */
  readonly length: number;
  readonly builders: HistoryBuilders;
  readonly kills: KillDetector;
  /** For each metric, whether any slice had series of it. */
  readonly answered: Map<string, boolean>;
};

/** If CPU has fewer values than this share of memory's, it is scraped too rarely for five-minute rates. */
const sparseShare = 0.9;

type SliceData = Awaited<ReturnType<typeof querySlice>>;

/** Runs all queries of one slice in a session of their own, which gives them the full deadline. */
export async function querySlice({ session, ask, namespaces, startSeconds }: Reading, slice: Slice) {
  const { instant, range } = session(ask);
  const queries = historyQueries(namespaces);
  const end = startSeconds + slice.to * binSeconds;
  const seconds = (slice.to - slice.from) * binSeconds;
  const lookBack = `[${seconds}s]`;
  const atEnd = (query: string) => instant(query, end - 0.001);
  // A bin is evaluated at its end. The bin before the slice shows the state at the start of the slice.
  const perBin = (query: string, first = slice.from + 1) =>
    range(query, { start: startSeconds + first * binSeconds, end, step: binSeconds });
  const owning = ownerQueries(namespaces, lookBack);
  const requested = requestRangeQueries(namespaces, seconds);

  const [pods, replicaSets, containers, least, most, cpu, memory, podMemory, readiness, killed, restarts] =
    await Promise.all([
      atEnd(owning.pods),
      atEnd(owning.replicaSets),
      instant(containersQuery(namespaces, seconds), end),
      instant(requested.least, end),
      instant(requested.most, end),
      perBin(queries.cpu),
      perBin(queries.memory),
      perBin(queries.podMemory),
      perBin(queries.ready),
      perBin(queries.killed, slice.from),
      perBin(queries.restarts, slice.from),
    ]);
  const owners = podOwners(pods, replicaSets);
  const used = { cpu: new PodValues(slice, owners), memory: new PodValues(slice, owners) };
  used.cpu.fill(cpu, startSeconds);
  used.memory.fill(memory, startSeconds);
  const isSparse = used.cpu.count < used.memory.count * sparseShare;
  if (isSparse) used.cpu.fill(await perBin(queries.cpuCoarse), startSeconds);
  const ready = readiness.length > 0 ? readiness : await perBin(queries.running);
  const changed = podsThatChanged(least, most);
  const killedPods = [...new Set(killed.flatMap(({ labels }) => labels['pod'] ?? []))];
  return {
    owners,
    used,
    podMemory,
    /** Ready pods; running pods if readiness is unknown. */
    ready,
    requests: { most, changes: changed.length > 0 ? await perBin(queries.requests(changed)) : [] },
    requesting: requestingContainers(containers, used),
    killed,
    restarts,
    limits: killedPods.length > 0 ? await atEnd(limitsQuery(namespaces, killedPods, lookBack)) : [],
    /** The first bin with any data. */
    firstBin: Math.min(...[...ready, ...memory].map(({ points }) => binAt(startSeconds, points[0]?.[0] ?? end))),
    metrics: {
      container_cpu_usage_seconds_total: cpu,
      container_memory_working_set_bytes: memory,
      kube_pod_owner: pods,
      kube_replicaset_owner: replicaSets,
      kube_pod_container_resource_requests: most,
      kube_pod_status_ready: readiness,
    },
  };
}

/** Every container that should have requests; the pod as `namespace/pod`. */
function requestingContainers(
  infos: readonly Sample[],
  used: PerResource<PodValues>,
): readonly (readonly [pod: string, container: string])[] {
  // Without kube_pod_container_info, init containers are not recognizable; take all containers with usage.
  if (infos.length === 0) return Object.values(used).flatMap((values) => [...values.containers()]);
  return infos.map(({ labels }) => [keyOf(labels['namespace'], labels['pod']), labels['container'] ?? '']);
}

/** Adds the data of one slice to the histories. */
export function addSlice(reading: Reading, data: SliceData): void {
  const { startSeconds, builders, length, answered } = reading;
  const { owners, used, podMemory, killed, restarts, limits } = data;
  for (const [metric, result] of Object.entries(data.metrics)) {
    answered.set(metric, (answered.get(metric) ?? false) || result.length > 0);
  }
  for (const resource of resourceNames) used[resource].addTo(builders, resource, length);
  for (const { labels, points } of podMemory) {
    const identity = owners.get(keyOf(labels['namespace'], labels['pod']));
    if (!identity) continue;
    const { total } = builders.of(identity);
    for (const [time, value] of points) if (value !== null) add(total.memory, binAt(startSeconds, time), value);
  }
  addReplicas(data, builders, startSeconds);
  const kills = reading.kills.kills(killed, restarts, startSeconds, data.firstBin);
  addOutOfMemoryKills(kills, limits, { owners, builders, startSeconds });
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
    const pod = keyOf(labels['namespace'], labels['pod']);
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
