import type { Ask, Listing, Window, WorkloadHistory } from '../../ports/index.ts';
import { SourceError } from '../../ports/index.ts';
import { type Line, type Sample, TooMuchError } from './answer.ts';
import type { Connection } from './connection.ts';
import { add, binAt, createFillings, type Fillings, PodValues, type Resource } from './history-bins.ts';
import { binSeconds, historyQueries, limitsQuery, requestingQuery } from './history-queries.ts';
import { breadthStepSeconds, halves, planSlices, type Slice } from './history-slices.ts';
import { KillWatch, putKills } from './out-of-memory.ts';
import { keyOf, type Owners, ownerQueries, podOwners, replicaSetOwners } from './owners.ts';
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

  const [pods, replicaSets, requesting, cpu, memory, ready, cpuRequested, memoryRequested, killed, restarts] =
    await Promise.all([
      ask(owning.pods),
      ask(owning.replicaSets),
      ask(requestingQuery(namespaces, lookBack)),
      stepped(queries.cpu),
      stepped(queries.memory),
      stepped(queries.readyReplicas('ready')),
      stepped(queries.requested('cpu', 'ready')),
      stepped(queries.requested('memory', 'ready')),
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
  const requested = ready.length > 0 ? { cpu: cpuRequested, memory: memoryRequested } : await byPhase(stepped, queries);
  const replicas = ready.length > 0 ? ready : await stepped(queries.readyReplicas('running'));
  const firstBin = Math.min(
    ...[...replicas, ...memory].map(({ points }) => binAt(startSeconds, points[0]?.[0] ?? end)),
  );
  const killedPods = [...new Set(killed.flatMap(({ labels }) => labels['pod'] ?? []))];
  const limits = killedPods.length > 0 ? await ask(limitsQuery(namespaces, killedPods, lookBack)) : [];
  // Nothing is asked from here on: a part that fails is read again, and must have left nothing behind.
  const kills = reading.kills.kills(killed, restarts, startSeconds, firstBin);

  for (const resource of resources) used[resource].fold(resource, fillings, length);
  const above = replicaSetOwners(replicaSets);
  const replicaLines = byOwner(replicas, above);
  for (const { identity, points } of replicaLines) {
    const bins = fillings.of(identity).readyReplicas;
    for (const [time, value] of points) if (value !== null) add(bins, binAt(startSeconds, time), value);
  }
  for (const resource of resources) {
    const lacking = ownersWithout(resource, requesting, used, pods);
    for (const { identity, owner, points } of byOwner(requested[resource], above)) {
      const bins = fillings.of(identity).requested[resource];
      if (!lacking.has(owner))
        for (const [time, value] of points) if (value !== null) add(bins, binAt(startSeconds, time), value);
    }
    // Last, so that nothing is added any more: where pods of such an owner were ready, the sum is not whole.
    for (const { identity, owner, points } of replicaLines) {
      if (!lacking.has(owner)) continue;
      const bins = fillings.of(identity).requested[resource];
      for (const [time, value] of points) if (value !== null && value > 0) bins[binAt(startSeconds, time)] = Number.NaN;
    }
  }
  putKills(kills, limits, { owners, fillings, startSeconds });

  const answers: readonly (readonly [string, readonly unknown[]])[] = [
    ['container_cpu_usage_seconds_total', cpu],
    ['container_memory_working_set_bytes', memory],
    ['kube_pod_owner', pods],
    ['kube_replicaset_owner', replicaSets],
    ['kube_pod_container_resource_requests', requesting],
    ['kube_pod_status_ready', ready],
  ];
  for (const [metric, lines] of answers) if (lines.length > 0) seen.add(metric);
}

async function byPhase(
  stepped: (query: string) => Promise<Line[]>,
  queries: ReturnType<typeof historyQueries>,
): Promise<Record<Resource, Line[]>> {
  const [cpu, memory] = await Promise.all(resources.map((resource) => stepped(queries.requested(resource, 'running'))));
  return { cpu: cpu ?? [], memory: memory ?? [] };
}

const ownerKey = ({ labels }: { labels: Sample['labels'] }) =>
  keyOf(labels['namespace'], labels['owner_kind'], labels['owner_name']);

/** Lines per owner, each with the workload that it counts for. */
function byOwner(lines: readonly Line[], above: Owners) {
  return lines.flatMap(({ labels, points }) => {
    const { namespace = '', owner_kind: kind = '', owner_name: name = '' } = labels;
    const identity = kind === 'ReplicaSet' ? above.get(keyOf(namespace, name)) : { namespace, kind, name };
    return identity ? [{ identity, owner: ownerKey({ labels }), points }] : [];
  });
}

/** The owners that have a container which was used without ever having had a request. */
function ownersWithout(
  resource: Resource,
  requesting: readonly Sample[],
  used: Record<Resource, PodValues>,
  pods: readonly Sample[],
): ReadonlySet<string> {
  const requests = new Set(
    requesting
      .filter(({ labels }) => labels['resource'] === resource)
      .map(({ labels }) => keyOf(labels['namespace'], labels['pod'], labels['container'])),
  );
  const ownerOf = new Map(
    pods.map((sample) => [keyOf(sample.labels['namespace'], sample.labels['pod']), ownerKey(sample)]),
  );
  const lacking = new Set<string>();
  for (const values of Object.values(used)) {
    for (const [pod, container] of values.containers()) {
      const owner = ownerOf.get(pod);
      if (owner !== undefined && !requests.has(keyOf(pod, container))) lacking.add(owner);
    }
  }
  return lacking;
}
