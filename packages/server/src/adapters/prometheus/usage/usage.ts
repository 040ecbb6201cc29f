import type { ContainerUsage, Listing, WorkloadIdentity, WorkloadUsage } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { absentMetrics } from '../diagnosis/absent-metrics.ts';
import { keyOf, ownerQueries, podOwners, workloadKey } from '../inventory/owners.ts';
import { byPod } from '../inventory/workloads.ts';
import { readEarlyPods, readSince } from './first-samples.ts';
import { evaluationTime, type Span, sinceSeconds, usageQueries } from './queries.ts';

const resources = ['cpu', 'memory'] as const;
type Resource = (typeof resources)[number];

/** What the pods of one container come to: sums that stay null until something adds to them. */
type Tally = { total: number | null; requested: number | null };
type Container = Record<Resource, Tally>;
type Entry = { readonly identity: WorkloadIdentity; readonly containers: Map<string, Container>; since: number | null };

const emptyTally = (): Tally => ({ total: null, requested: null });

function present({ identity, containers, since }: Entry): WorkloadUsage {
  const list = [...containers].map(
    ([name, { cpu, memory }]): ContainerUsage => ({
      name,
      cpu,
      memory,
    }),
  );
  return { ...identity, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)), since };
}

/** Usage of every workload of the namespaces over the span, which must not be empty. */
export async function readUsage(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<Listing<WorkloadUsage>> {
  const at = evaluationTime(span);
  const queries = usageQueries(namespaces, span);
  const lookBack = `[${Math.max(sinceSeconds, span.end - span.start)}s]`;
  const owning = ownerQueries(namespaces, lookBack);
  const ask = (query: string) => session.instant(query, at);
  const [pods, replicaSets, cpu, memory, requests, ready, early] = await Promise.all([
    ask(owning.pods),
    ask(owning.replicaSets),
    ask(queries.cpu),
    ask(queries.memory),
    ask(queries.requests),
    ask(queries.ready),
    readEarlyPods(session, namespaces, span),
  ]);
  // Asked for only where it is needed: it costs as much as readiness, which is hardly ever missing.
  const running = ready.length === 0 ? await ask(queries.running) : [];

  const owners = podOwners(pods, replicaSets);
  const since = await readSince(session, { namespaces, span, owners, early });
  const entries = new Map<string, Entry>();
  const entryOf = (sample: Sample): Entry | null => {
    const identity = owners.get(keyOf(sample.labels['namespace'], sample.labels['pod']));
    if (!identity) return null;
    const key = workloadKey(identity);
    const entry = entries.get(key) ?? { identity, containers: new Map<string, Container>(), since: null };
    entries.set(key, entry);
    return entry;
  };
  const tallyOf = (sample: Sample, resource: Resource): Tally | null => {
    const entry = entryOf(sample);
    if (!entry) return null;
    const name = sample.labels['container'] ?? '';
    const container = entry.containers.get(name) ?? { cpu: emptyTally(), memory: emptyTally() };
    entry.containers.set(name, container);
    return container[resource];
  };
  const add = (samples: readonly Sample[], resource: Resource) => {
    for (const sample of samples) {
      const tally = sample.value === null ? null : tallyOf(sample, resource);
      if (tally && sample.value !== null) tally.total = (tally.total ?? 0) + sample.value;
    }
  };
  add(cpu, 'cpu');
  add(memory, 'memory');

  // Only workloads that were measured have an entry: a request alone is no usage.
  const readiness = byPod([...ready, ...running]);
  for (const sample of requests) {
    const owner = owners.get(keyOf(sample.labels['namespace'], sample.labels['pod']));
    const resource = resources.find((name) => name === sample.labels['resource']);
    const container = owner && entries.get(workloadKey(owner))?.containers.get(sample.labels['container'] ?? '');
    if (!container || !resource || sample.value === null || sample.value <= 0) continue;
    const weight = readiness.get(keyOf(sample.labels['namespace'], sample.labels['pod']));
    if (weight === undefined) continue;
    container[resource].requested = (container[resource].requested ?? 0) + sample.value * weight;
  }

  for (const [key, entry] of entries) entry.since = since.get(key) ?? null;

  const answers: readonly (readonly [string, readonly Sample[]])[] = [
    ['container_cpu_usage_seconds_total', cpu],
    ['container_memory_working_set_bytes', memory],
    ['kube_pod_owner', pods],
    ['kube_replicaset_owner', replicaSets],
    ['kube_pod_container_resource_requests', requests],
    ['kube_pod_status_ready', ready],
  ];
  const empty = answers.filter(([, samples]) => samples.length === 0).map(([metric]) => metric);
  return { items: [...entries.values()].map(present), problems: await absentMetrics(session, at, empty) };
}
