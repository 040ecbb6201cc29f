import { compareText } from '@trimtab/core';
import type { AppDeps } from '../app.ts';
import type { Listing, Workload, WorkloadUsage } from '../ports/index.ts';
import { SharedCache } from './shared-cache.ts';

/** What the sources answered, with when; questions are shared by everyone who asks within some seconds. */
export type Sources = {
  namespaces(signal?: AbortSignal): Promise<Listing<{ readonly name: string; readonly createdAt: number | null }>>;
  /** The next questions are asked anew: something was enrolled that the last answers may not know. */
  forget(): void;
  workloads(namespaces: readonly string[], signal?: AbortSignal): Promise<Listing<Workload>>;
  /** Of the `lengthMs` up to `end`; `end` is when it was asked, so that rows and figures speak of the same instant. */
  usage(namespaces: readonly string[], lengthMs: number, signal?: AbortSignal): Promise<RecentUsage>;
};

export type RecentUsage = { readonly listing: Listing<WorkloadUsage>; readonly end: number };

/**
 * From here on a window is long. A day's averages hardly move in five minutes, and are the dearest question of all: in a
 * large cluster they take Prometheus seconds, which nobody should wait for who comes back after a while.
 */
const longWindowMs = 3_600_000;
const longestStaleMs = 300_000;

type Ports = Pick<AppDeps, 'cluster' | 'metrics' | 'clock' | 'telemetry'>;

export function createSources({ cluster, metrics, clock, telemetry }: Ports): Sources {
  const namespaceLists = new SharedCache<Awaited<ReturnType<Sources['namespaces']>>>(clock, {
    name: 'namespaces',
    telemetry,
  });
  const workloads = new SharedCache<Listing<Workload>>(clock, { name: 'workloads', telemetry });
  const recent = new SharedCache<RecentUsage>(clock, { name: 'current usage', telemetry });
  const daily = new SharedCache<RecentUsage>(clock, { name: 'usage', telemetry, longestStaleMs });
  return {
    forget() {
      workloads.clear();
      recent.clear();
      daily.clear();
    },
    namespaces: (signal) => namespaceLists.get('', (own) => cluster.namespaces({ signal: own }), signal),
    workloads: (namespaces, signal) =>
      workloads.get(key(namespaces), (own) => cluster.workloads({ namespaces }, { signal: own }), signal),
    usage: (namespaces, lengthMs, signal) =>
      (lengthMs < longWindowMs ? recent : daily).get(
        `${lengthMs} ${key(namespaces)}`,
        async (own) => {
          const end = clock.now();
          const window = { start: end - lengthMs, end };
          return { listing: await metrics.usage({ namespaces }, window, { signal: own }), end };
        },
        signal,
      ),
  };
}

// JSON, because no separator is safe in names that come from outside.
const key = (namespaces: readonly string[]): string => JSON.stringify(namespaces.toSorted(compareText));
