import type { Ask, Listing, Window, WorkloadHistory } from '../../ports/index.ts';
import { SourceError } from '../../ports/index.ts';
import { TooMuchError } from './answer.ts';
import type { Connection } from './connection.ts';
import { add, binAt, createFillings, type Fillings, PodValues } from './history-bins.ts';
import { binSeconds, historyQueries, limitsQuery, requestRangeQueries } from './history-queries.ts';
import { PodRequests, podsThatChanged, settle } from './history-requests.ts';
import { breadthStepSeconds, halves, planSlices, type Slice } from './history-slices.ts';
import { KillWatch, putKills } from './out-of-memory.ts';
import { keyOf, ownerQueries, podOwners } from './owners.ts';
import { absentMetrics } from './problems.ts';

const resources = ['cpu', 'memory'] as const;

/** Below this part of what memory has, CPU was scraped too seldom for five-minute rates. */
const sparse = 0.9;

/** Where a reading of a history stands. */
type Reading = {
  readonly session: Connection['session'];
  readonly ask: Ask | undefined;
  readonly namespaces: readonly string[] | undefined;
  readonly startSeconds: number;
  readonly length: number;
  readonly fillings: Fillings;
  readonly kills: KillWatch;
  /** The metrics that have answered something. */
  readonly seen: Set<string>;
};

/**
 * Histories of the workloads of some namespaces. The window is read in parts, so that no answer grows too large and each
 * has the whole deadline; a part that proves too large is halved.
 */
export async function readHistory(
  session: Connection['session'],
  namespaces: readonly string[] | undefined,
  window: Window,
  ask?: Ask,
): Promise<Listing<WorkloadHistory>> {
  const binMs = binSeconds * 1000;
  const start = Math.ceil(window.start / binMs) * binMs;
  const length = Math.floor(window.end / binMs) - start / binMs;
  if (!(length > 0)) return { items: [], problems: [] };
  const startSeconds = start / 1000;
  const reading: Reading = {
    session,
    ask,
    namespaces,
    startSeconds,
    length,
    fillings: createFillings(length),
    kills: new KillWatch(),
    seen: new Set(),
  };
  const span = { start: startSeconds, end: startSeconds + length * binSeconds };
  const breadth = await session(ask).range(historyQueries(namespaces).breadth, {
    ...span,
    step: Math.min(breadthStepSeconds, length * binSeconds),
  });
  for (const slice of planSlices(length, breadth, startSeconds)) await readPart(reading, slice);

  const needed = [
    'container_cpu_usage_seconds_total',
    'container_memory_working_set_bytes',
    'kube_pod_owner',
    'kube_replicaset_owner',
    'kube_pod_container_resource_requests',
    'kube_pod_status_ready',
  ];
  const empty = needed.filter((metric) => !reading.seen.has(metric));
  for (const { requested } of reading.fillings.all()) for (const bins of Object.values(requested)) settle(bins);
  return {
    items: reading.fillings
      .all()
      .filter(({ containers }) => containers.size > 0)
      .map(({ identity, containers, ...rest }): WorkloadHistory => {
        const list = [...containers].map(([name, bins]) => ({ name, ...bins }));
        return { ...identity, start, ...rest, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
      }),
    problems: await absentMetrics(session(ask), span.end, empty),
  };
}

async function readPart(reading: Reading, slice: Slice): Promise<void> {
  try {
    await readSlice(reading, slice);
  } catch (error) {
    const parts = halves(slice);
    const tooLarge = error instanceof TooMuchError || (error instanceof SourceError && error.timedOut);
    if (!tooLarge || parts === null) throw error;
    for (const part of parts) await readPart(reading, part);
  }
}

async function readSlice(reading: Reading, slice: Slice): Promise<void> {
  const { namespaces, startSeconds, seen, fillings, length } = reading;
  const { instant, range } = reading.session(reading.ask);
  const queries = historyQueries(namespaces);
  const end = startSeconds + slice.to * binSeconds;
  const lookBack = `[${(slice.to - slice.from) * binSeconds}s]`;
  const ask = (query: string) => instant(query, end - 0.001);
  // A value is asked for at the end of its bin. The end before the first bin's says how things stood at the beginning.
  const stepped = (query: string, first = slice.from + 1) =>
    range(query, { start: startSeconds + first * binSeconds, end, step: binSeconds });
  const owning = ownerQueries(namespaces, lookBack);

  const requestRange = requestRangeQueries(namespaces, lookBack);
  const [pods, replicaSets, least, most, cpu, memory, readiness, killed, restarts] = await Promise.all([
    ask(owning.pods),
    ask(owning.replicaSets),
    ask(requestRange.least),
    ask(requestRange.most),
    stepped(queries.cpu),
    stepped(queries.memory),
    stepped(queries.ready),
    stepped(queries.killed, slice.from),
    stepped(queries.restarts, slice.from),
  ]);
  const owners = podOwners(pods, replicaSets);
  const used = { cpu: new PodValues(slice, owners), memory: new PodValues(slice, owners) };
  used.cpu.take(cpu, startSeconds);
  used.memory.take(memory, startSeconds);
  if (used.cpu.count < used.memory.count * sparse) {
    used.cpu.take(await stepped(queries.cpuCoarse), startSeconds);
  }
  const ready = readiness.length > 0 ? readiness : await stepped(queries.running);
  const changed = podsThatChanged(least, most);
  const changes = changed.length > 0 ? await stepped(queries.requests(changed)) : [];
  const killedPods = [...new Set(killed.flatMap(({ labels }) => labels['pod'] ?? []))];
  const limits = killedPods.length > 0 ? await ask(limitsQuery(namespaces, killedPods, lookBack)) : [];
  // Nothing is asked from here on: a part that fails is read again, and must have left nothing behind.
  const firstBin = Math.min(...[...ready, ...memory].map(({ points }) => binAt(startSeconds, points[0]?.[0] ?? end)));
  const kills = reading.kills.kills(killed, restarts, startSeconds, firstBin);

  for (const resource of resources) used[resource].fold(resource, fillings, length);
  const requests = new PodRequests(most, changes, startSeconds);
  for (const values of Object.values(used)) {
    for (const [pod, container] of values.containers()) requests.mustHave(pod, container);
  }
  for (const line of ready) {
    const pod = keyOf(line.labels['namespace'], line.labels['pod']);
    const identity = owners.get(pod);
    if (!identity) continue;
    const { readyReplicas, requested } = fillings.of(identity);
    for (const [time, value] of line.points) {
      if (value === null) continue;
      const bin = binAt(startSeconds, time);
      add(readyReplicas, bin, value);
      for (const resource of resources) requests.addTo(requested[resource], { pod, resource, bin, weight: value });
    }
  }
  putKills(kills, limits, { owners, fillings, startSeconds });

  const answers: readonly (readonly [string, readonly unknown[]])[] = [
    ['container_cpu_usage_seconds_total', cpu],
    ['container_memory_working_set_bytes', memory],
    ['kube_pod_owner', pods],
    ['kube_replicaset_owner', replicaSets],
    ['kube_pod_container_resource_requests', most],
    ['kube_pod_status_ready', readiness],
  ];
  for (const [metric, lines] of answers) if (lines.length > 0) seen.add(metric);
}
