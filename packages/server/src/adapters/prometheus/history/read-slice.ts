import type { Ask } from '../../../ports/index.ts';
import type { Connection } from '../client/connection.ts';
import type { Line, Sample } from '../client/response.ts';
import { keyOf, type Owners, ownerQueries, podOwners } from '../inventory/owners.ts';
import { add, binAt, type Fillings, PodValues } from './bins.ts';
import { type KillWatch, putKills } from './out-of-memory.ts';
import { binSeconds, containersQuery, historyQueries, limitsQuery, requestRangeQueries } from './queries.ts';
import { PodRequests, podsThatChanged } from './requests.ts';
import type { Slice } from './slices.ts';

/** Where the reading of a history stands. */
export type Reading = {
  readonly session: Connection['session'];
  readonly ask: Ask | undefined;
  readonly namespaces: readonly string[] | undefined;
  readonly startSeconds: number;
  readonly length: number;
  readonly fillings: Fillings;
  readonly kills: KillWatch;
  /** Whether each metric has answered anything, in any part. */
  readonly answered: Map<string, boolean>;
};

const resources = ['cpu', 'memory'] as const;

/** Below this part of what memory has, CPU was scraped too seldom for five-minute rates. */
const sparse = 0.9;

type Answers = {
  readonly owners: Owners;
  readonly used: { readonly cpu: PodValues; readonly memory: PodValues };
  /** Ready pods, by their phase where readiness is unknown. */
  readonly ready: readonly Line[];
  readonly requests: { readonly most: readonly Sample[]; readonly changes: readonly Line[] };
  /** Every container that requests should be known of, as `namespace/pod` with its name. */
  readonly requesting: readonly (readonly [pod: string, container: string])[];
  readonly killed: readonly Line[];
  readonly restarts: readonly Line[];
  readonly limits: readonly Sample[];
  /** The first bin that says anything. */
  readonly firstBin: number;
  readonly metrics: readonly (readonly [metric: string, answers: readonly unknown[]])[];
};

/** All questions about one part, within one deadline. */
export async function askSlice({ session, ask, namespaces, startSeconds }: Reading, slice: Slice): Promise<Answers> {
  const { instant, range } = session(ask);
  const queries = historyQueries(namespaces);
  const end = startSeconds + slice.to * binSeconds;
  const lookBack = `[${(slice.to - slice.from) * binSeconds}s]`;
  const atEnd = (query: string) => instant(query, end - 0.001);
  // A value is asked for at the end of its bin. The end before the first bin's says how things stood at the beginning.
  const stepped = (query: string, first = slice.from + 1) =>
    range(query, { start: startSeconds + first * binSeconds, end, step: binSeconds });
  const owning = ownerQueries(namespaces, lookBack);
  const requested = requestRangeQueries(namespaces, lookBack);

  const [pods, replicaSets, containers, least, most, cpu, memory, readiness, killed, restarts] = await Promise.all([
    atEnd(owning.pods),
    atEnd(owning.replicaSets),
    atEnd(containersQuery(namespaces, lookBack)),
    atEnd(requested.least),
    atEnd(requested.most),
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
  const isSparse = used.cpu.count < used.memory.count * sparse;
  if (isSparse) used.cpu.take(await stepped(queries.cpuCoarse), startSeconds);
  const ready = readiness.length > 0 ? readiness : await stepped(queries.running);
  const changed = podsThatChanged(least, most);
  const killedPods = [...new Set(killed.flatMap(({ labels }) => labels['pod'] ?? []))];
  return {
    owners,
    used,
    ready,
    requests: { most, changes: changed.length > 0 ? await stepped(queries.requests(changed)) : [] },
    // Where nothing tells init containers from others, all that used anything are taken for others.
    requesting:
      containers.length > 0
        ? containers.map(({ labels }) => [keyOf(labels['namespace'], labels['pod']), labels['container'] ?? ''])
        : Object.values(used).flatMap((values) => [...values.containers()]),
    killed,
    restarts,
    limits: killedPods.length > 0 ? await atEnd(limitsQuery(namespaces, killedPods, lookBack)) : [],
    firstBin: Math.min(...[...ready, ...memory].map(({ points }) => binAt(startSeconds, points[0]?.[0] ?? end))),
    metrics: [
      ['container_cpu_usage_seconds_total', cpu],
      ['container_memory_working_set_bytes', memory],
      ['kube_pod_owner', pods],
      ['kube_replicaset_owner', replicaSets],
      ['kube_pod_container_resource_requests', most],
      ['kube_pod_status_ready', readiness],
    ],
  };
}

/** Puts the answers about one part into the histories. */
export function keepSlice(reading: Reading, slice: Slice, answers: Answers): void {
  const { startSeconds, fillings, length, answered } = reading;
  const { owners, used, killed, restarts, limits } = answers;
  for (const [metric, lines] of answers.metrics) {
    answered.set(metric, (answered.get(metric) ?? false) || lines.length > 0);
  }
  for (const resource of resources) used[resource].fold(resource, fillings, length);
  keepReplicas(answers, fillings, startSeconds);
  const kills = reading.kills.kills(killed, restarts, startSeconds, answers.firstBin);
  putKills(kills, limits, { owners, fillings, startSeconds });
}

function keepReplicas(
  { owners, requesting, ready, requests }: Answers,
  fillings: Fillings,
  startSeconds: number,
): void {
  const podRequests = new PodRequests(requests.most, requests.changes, startSeconds);
  for (const [pod, container] of requesting) podRequests.mustHave(pod, container);
  for (const { labels, points } of ready) {
    const pod = keyOf(labels['namespace'], labels['pod']);
    const identity = owners.get(pod);
    if (!identity) continue;
    const { readyReplicas, requested } = fillings.of(identity);
    for (const [time, value] of points) {
      if (value === null) continue;
      const bin = binAt(startSeconds, time);
      add(readyReplicas, bin, value);
      for (const resource of resources) podRequests.addTo(requested[resource], { pod, resource, bin, weight: value });
    }
  }
}
