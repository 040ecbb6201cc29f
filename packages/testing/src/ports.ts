import { type LimitPolicy, targetKey } from '@trimtab/core';
import {
  type ArchiveSource,
  type Clock,
  type ClusterSource,
  type ContainerSpec,
  type EnrollOutcome,
  type HistorySource,
  type MetricsSource,
  memoryRecords,
  type PodLogs,
  type Scheduler,
  SourceError,
  type Store,
  type TargetRecord,
  type Workload,
  type WorkloadUsage,
} from '@trimtab/server';

export const now = Date.parse('2026-03-04T12:00:00Z');
export const hour = 3_600_000;
export const mebibyte = 1024 * 1024;

export type SmallWorld = {
  readonly deps: {
    cluster: ClusterSource;
    metrics: MetricsSource;
    store: Store;
    clock: Clock;
    history?: HistorySource;
    archive?: ArchiveSource;
    scheduler?: Scheduler;
    podLogs?: PodLogs;
    limitPolicy?: LimitPolicy;
    stopping?: AbortSignal;
  };
  readonly workloads: Workload[];
  readonly usages: WorkloadUsage[];
  /** Number of calls of each source. */
  readonly asked: { cluster: number; metrics: number };
  /** The error that a source throws; null for none. */
  fail: { cluster: SourceError | null; metrics: SourceError | null };
  /** The sources wait for this promise. */
  gate: Promise<void>;
  /** Signals that were passed to the sources. */
  readonly signals: AbortSignal[];
  now: number;
};

/** Ports on two arrays of workloads and usages. */
export function aWorld(records: readonly TargetRecord[] = []): SmallWorld {
  const enter = async (source: 'cluster' | 'metrics', signal: AbortSignal | undefined) => {
    world.asked[source] += 1;
    if (signal !== undefined) world.signals.push(signal);
    await world.gate;
    signal?.throwIfAborted();
    const failure = world.fail[source];
    if (failure !== null) throw failure;
  };
  const cluster: ClusterSource = {
    async namespaces(ask) {
      await enter('cluster', ask?.signal);
      const names = [...new Set([...world.workloads.map(({ namespace }) => namespace), 'trimtab-system'])];
      return { items: names.map((name) => ({ name, createdAt: null })), problems: [] };
    },
    async workloads(scope, ask) {
      await enter('cluster', ask?.signal);
      return { items: world.workloads.filter(inScope(scope.namespaces)), problems: [] };
    },
    async pods(workload, ask) {
      await enter('cluster', ask?.signal);
      const exists = world.workloads.some(
        ({ namespace, kind, name }) =>
          namespace === workload.namespace && kind === workload.kind && name === workload.name,
      );
      return { items: exists ? [aPod(`${workload.name}-1`)] : [], problems: [] };
    },
  };
  const metrics: MetricsSource = {
    async usage(scope, _window, ask) {
      await enter('metrics', ask?.signal);
      return { items: world.usages.filter(inScope(scope.namespaces)), problems: [] };
    },
    async series() {
      throw new SourceError('This test source has no series.');
    },
    async status() {
      return { status: 'up' };
    },
  };
  const world: SmallWorld = {
    deps: { cluster, metrics, store: aStore(records), clock: { now: () => world.now } },
    workloads: [],
    usages: [],
    asked: { cluster: 0, metrics: 0 },
    fail: { cluster: null, metrics: null },
    gate: Promise.resolve(),
    signals: [],
    now,
  };
  return world;
}

const aPod = (name: string) => ({
  name,
  status: 'Running',
  createdAt: now,
  labels: [{ key: 'app', value: 'x' }],
  containers: [
    { name: 'app', image: 'x:1', cpuRequest: 0.5, cpuLimit: null, memoryRequest: null, memoryLimit: 100 * mebibyte },
  ],
});

export const aContainer = (name: string, cpuRequest: number | null, memoryRequest: number | null): ContainerSpec => ({
  name,
  cpuRequest,
  memoryRequest,
});

/** Two ready pods with one container that requests 1 core and 1 GiB. */
export const aWorkload = (changes: Partial<Workload> = {}): Workload => ({
  namespace: 'shop',
  kind: 'Deployment',
  name: 'cart',
  apiVersion: 'apps/v1',
  replicas: 2,
  readyReplicas: 2,
  containers: [aContainer('app', 1, 1024 * mebibyte)],
  hpa: null,
  ...changes,
});

/** Usage of two pods over a day, as fractions of the requests of `aWorkload`. */
export const aUsage = (cpu: number, memory: number, changes: Partial<WorkloadUsage> = {}): WorkloadUsage => ({
  namespace: 'shop',
  kind: 'Deployment',
  name: 'cart',
  containers: [
    {
      name: 'app',
      cpu: { total: 2 * cpu, requested: 2 },
      memory: { total: 2048 * mebibyte * memory, requested: 2048 * mebibyte },
    },
  ],
  since: now - 48 * hour,
  ...changes,
});

/** A store in memory. */
export function aStore(initial: readonly TargetRecord[] = []): Store {
  const records = new Map(initial.map((record) => [targetKey(record), record]));
  let settings: Awaited<ReturnType<Store['settings']['get']>> = null;
  return {
    targets: {
      list: async () => [...records.values()].toSorted(byIdentity),
      get: async (namespace, name) => records.get(targetKey({ namespace, name })) ?? null,
      enroll: async (wanted) =>
        wanted.map((record): EnrollOutcome => {
          const { namespace, name, kind } = record;
          const existing = records.get(targetKey(record));
          if (existing === undefined) records.set(targetKey(record), record);
          const taken = existing?.kind === kind ? 'exists' : 'conflict';
          return { namespace, name, kind, result: existing === undefined ? 'created' : taken };
        }),
      async recordUnoptimized(namespace, name, state) {
        const existing = records.get(targetKey({ namespace, name }));
        if (existing !== undefined) records.set(targetKey(existing), { ...existing, unoptimized: state });
        return existing !== undefined;
      },
      async setLimitPolicy(namespace, name, policy) {
        const existing = records.get(targetKey({ namespace, name }));
        if (existing === undefined) return false;
        const { limitPolicy: _, ...rest } = existing;
        records.set(targetKey(existing), policy === null ? rest : { ...rest, limitPolicy: policy });
        return true;
      },
      remove: async (namespace, name) => records.delete(targetKey({ namespace, name })),
    },
    settings: {
      get: async () => settings,
      async save(next) {
        settings = next;
      },
    },
    ...memoryRecords(),
    close: async () => undefined,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const inScope = (namespaces: readonly string[] | undefined) => (one: { namespace: string }) =>
  namespaces === undefined || namespaces.includes(one.namespace);

const byIdentity = (a: TargetRecord, b: TargetRecord) => compare(a.namespace, b.namespace) || compare(a.name, b.name);
