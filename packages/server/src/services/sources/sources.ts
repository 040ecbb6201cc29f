import { compareText, hourMs, minuteMs, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type {
  AppDeps,
  Listing,
  RequestContext,
  Workload,
  WorkloadEvents,
  WorkloadIdentity,
  WorkloadIncidents,
  WorkloadLabels,
  WorkloadUsage,
} from '../../ports/index.ts';
import { isEqual } from '../cache/deep-equal.ts';
import { PerPrincipal } from '../cache/per-principal.ts';
import { SharedCache } from '../cache/shared-cache.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';

/** A listing with its items by workload key, indexed once per answer of a source instead of per request. */
export type IndexedListing<T> = Listing<T> & { readonly byKey: ReadonlyMap<string, T> };

/** The labels of workloads, without the objects and keys around them: they stay in memory for all targets. */
export type LabelsListing = Omit<Listing<unknown>, 'items'> & {
  readonly of: (workload: WorkloadIdentity) => WorkloadLabels['labels'] | undefined;
  readonly size: number;
};

export type RecentUsage = { readonly listing: IndexedListing<WorkloadUsage>; readonly end: number };
type NamespaceList = Listing<{ readonly name: string; readonly createdAt: number | null }>;

/**
 * Averages over a window of at least this length hardly change within five minutes, but take Prometheus seconds in a
 * large cluster. They are therefore served stale for up to `longestStaleMs`.
 */
const longWindowMs = hourMs;
const longestStaleMs = 300_000;
/** If a source reports changes, its workloads are read again after a change, but at most this often. */
const rereadMs = 1000;

/** The maximum of cached workloads and usages of about 1 KB: four principals with 10,000 targets. */
export const mostCachedItems = 80_000;

type Ports = Pick<AppDeps, 'cluster' | 'metrics' | 'clock' | 'telemetry'>;

export type Sources = ReturnType<typeof createSources>;

/**
 * The cluster and metrics sources, with their answers cached for some seconds. All requests of one principal share an
 * answer. Different principals never share answers (docs/decisions/0009-cache-answers-per-principal.md).
 */
export function createSources({ cluster, metrics, clock, telemetry }: Ports) {
  const grown = (): void => principals.trim();
  // Most requests need the same list of all enrolled namespaces.
  const keys = new WeakMap<readonly string[], string>();
  const keyOf = (namespaces: readonly string[]): string => {
    // JSON, because names from outside may contain any separator.
    const key = keys.get(namespaces) ?? JSON.stringify(namespaces.toSorted(compareText));
    keys.set(namespaces, key);
    return key;
  };
  const slowly = (name: string) => ({
    name,
    telemetry,
    freshMs: 2 * minuteMs,
    longestStaleMs,
    weigh: ({ items }: Listing<unknown>) => items.length,
    grown,
  });
  // A list is sent without these data if they cannot be read. It must not query them again for each request.
  const forLists = (name: string) => ({ ...slowly(name), failureMs: 5_000 });
  const cachesOfOne = () => ({
    read: { version: Number.NaN, at: Number.NEGATIVE_INFINITY },
    recoveries: cluster.recoveries?.() ?? 0,
    namespaces: new SharedCache<NamespaceList>(clock, { name: 'namespaces', telemetry }),
    workloads: new SharedCache<IndexedListing<Workload>>(clock, {
      name: 'workloads',
      telemetry,
      weigh: ({ items }) => items.length,
      grown,
    }),
    incidents: new SharedCache<IndexedListing<WorkloadIncidents>>(clock, forLists('incidents')),
    events: new SharedCache<WorkloadEvents | null>(clock, {
      ...slowly('events'),
      weigh: (events) => 1 + (events === null ? 0 : events.restarts.length + events.throttling.length) / 16,
    }),
    labels: new SharedCache<LabelsListing>(clock, { ...forLists('labels'), weigh: ({ size }) => size }),
    indexWorkloads: indexing<Workload>(),
    recent: new SharedCache<RecentUsage>(clock, { name: 'current usage', telemetry, weigh: usageCount, grown }),
    daily: new SharedCache<RecentUsage>(clock, { name: 'usage', telemetry, longestStaleMs, weigh: usageCount, grown }),
  });
  const principals = new PerPrincipal(clock, cachesOfOne, {
    weigh: ({ workloads, recent, daily, incidents, events, labels }) =>
      workloads.weight + recent.weight + daily.weight + incidents.weight + events.weight + labels.weight,
    mostWeight: mostCachedItems,
  });
  /** The caches of a principal, without answers that lack a cluster that has answered again. */
  const cachesOf = (principal: string) => {
    const own = principals.of(principal);
    const recoveries = cluster.recoveries?.() ?? 0;
    if (own.recoveries === recoveries) return own;
    own.recoveries = recoveries;
    for (const cache of [own.workloads, own.incidents, own.labels]) cache.dropIf(isPartial);
    for (const cache of [own.recent, own.daily]) cache.dropIf(({ listing }) => isPartial(listing));
    return own;
  };
  return {
    /** Drops the cached workloads and usages, which may lack a workload that was just enrolled; of one principal or of all. */
    forget(principal?: string): void {
      const shares = principal === undefined ? principals.all() : [principals.of(principal)];
      for (const { workloads, recent, daily } of shares) {
        workloads.clear();
        recent.clear();
        daily.clear();
      }
    },
    /** Drops everything that is cached for a principal. */
    drop: (principal: string): void => principals.drop(principal),
    namespaces: ({ principal, signal }: RequestContext): Promise<NamespaceList> =>
      principals.of(principal).namespaces.get('', (shared) => cluster.namespaces({ signal: shared }), signal),
    workloads: (
      namespaces: readonly string[],
      { principal, signal }: RequestContext,
    ): Promise<IndexedListing<Workload>> => {
      const own = cachesOf(principal);
      const [version, now] = [cluster.version?.() ?? null, clock.now()];
      if (version !== null && version !== own.read.version && Math.abs(now - own.read.at) >= rereadMs) {
        own.read = { version, at: now };
        own.workloads.clear();
      }
      return own.workloads.get(
        keyOf(namespaces),
        async (shared) => own.indexWorkloads(await cluster.workloads({ namespaces }, { signal: shared })),
        signal,
      );
    },
    /** The workloads with a restart in the last `lengthMs`; null if the source does not know restarts. */
    incidents(
      namespaces: readonly string[],
      lengthMs: number,
      { principal }: RequestContext,
    ): Promise<IndexedListing<WorkloadIncidents>> | null {
      if (metrics.incidents === undefined) return null;
      const read = async (shared: AbortSignal) => {
        const end = clock.now();
        return indexed(
          (await metrics.incidents?.({ namespaces }, { start: end - lengthMs, end }, { signal: shared })) ?? nothing,
        );
      };
      // Without the signal of the request: the list may be sent before the answer arrives, and the next list uses the
      // answer.
      return cachesOf(principal).incidents.get(keyOf(namespaces), read);
    },
    /** The events of one workload in the last `lengthMs`; null if the source does not know them. */
    async events(
      workload: WorkloadIdentity,
      lengthMs: number,
      { principal, signal }: RequestContext,
    ): Promise<WorkloadEvents | null> {
      if (metrics.events === undefined) return null;
      const read = async (shared: AbortSignal) => {
        const end = clock.now();
        return (await metrics.events?.(workload, { start: end - lengthMs, end }, { signal: shared })) ?? null;
      };
      return principals.of(principal).events.get(workloadKey(workload), read, signal);
    },
    /** The labels of workloads; null if the source does not know labels. */
    labels(namespaces: readonly string[], { principal }: RequestContext): Promise<LabelsListing> | null {
      if (cluster.labels === undefined) return null;
      const own = cachesOf(principal);
      const read = async (shared: AbortSignal) =>
        labelsListing((await cluster.labels?.({ namespaces }, { signal: shared })) ?? nothing);
      // While Kubernetes is not current, labels come from another source, with a note that must not outlast this.
      const isVersioned = (cluster.version?.() ?? null) !== null;
      return own.labels.get(`${isVersioned} ${keyOf(namespaces)}`, read);
    },
    /** Usage over the `lengthMs` before `end`. `end` is the time of the query, so that all figures share one instant. */
    usage(
      namespaces: readonly string[],
      lengthMs: number,
      { principal, signal }: RequestContext,
    ): Promise<RecentUsage> {
      const { recent, daily } = cachesOf(principal);
      const read = async (shared: AbortSignal): Promise<RecentUsage> => {
        const end = clock.now();
        const window = { start: end - lengthMs, end };
        const ask = { signal: shared, mayEndEarlier: lengthMs >= longWindowMs };
        return { listing: indexed(await metrics.usage({ namespaces }, window, ask)), end };
      };
      return (lengthMs < longWindowMs ? recent : daily).get(`${lengthMs} ${keyOf(namespaces)}`, read, signal);
    },
  };
}

const nothing = { items: [], problems: [] };

const isPartial = ({ failed }: Pick<Listing<unknown>, 'failed'>): boolean => (failed?.size ?? 0) > 0;

const indexed = <T extends WorkloadIdentity>(listing: Listing<T>): IndexedListing<T> => ({
  ...listing,
  byKey: new Map(listing.items.map((item) => [workloadKey(item), item])),
});

function labelsListing({ items, ...others }: Listing<WorkloadLabels>): LabelsListing {
  const kinds = new Map<string, Map<string, WorkloadLabels['labels']>>();
  for (const item of items) getOrInsert(kinds, kindKey(item), () => new Map()).set(item.name, item.labels);
  return { ...others, size: items.length, of: (workload) => kinds.get(kindKey(workload))?.get(workload.name) };
}

const kindKey = ({ namespace, kind }: WorkloadIdentity) => workloadKey({ namespace, kind, name: '' });

/**
 * Like `indexed`, but an item that equals the one of the answer before stays the same object. Rows keep the items from
 * which they were computed, so each of them would otherwise be in memory twice.
 */
function indexing<T extends WorkloadIdentity>() {
  let last: ReadonlyMap<string, T> = new Map();
  return async (listing: Listing<T>): Promise<IndexedListing<T>> => {
    const yieldIfDue = createTimeSlices();
    const byKey = new Map<string, T>();
    for (const item of listing.items) {
      const key = workloadKey(item);
      const known = last.get(key);
      byKey.set(key, known !== undefined && isEqual(known, item) ? known : item);
      await yieldIfDue();
    }
    last = byKey;
    return { ...listing, items: [...byKey.values()], byKey };
  };
}

const usageCount = ({ listing }: RecentUsage): number => listing.items.length;
