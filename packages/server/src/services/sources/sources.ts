import { compareText } from '@trimtab/core';
import type { AppDeps, Listing, RequestContext, Workload, WorkloadUsage } from '../../ports/index.ts';
import { PerPrincipal } from '../cache/per-principal.ts';
import { SharedCache } from '../cache/shared-cache.ts';

/**
 * What the sources answered, with when. Questions of one principal are shared by all its requests of some seconds; no
 * principal is given what was asked for another (docs/decisions/0009).
 */
export type Sources = {
  namespaces(context: RequestContext): Promise<NamespaceList>;
  /** The next questions are asked anew: something was enrolled that the last answers may not know. */
  forget(): void;
  workloads(namespaces: readonly string[], context: RequestContext): Promise<Listing<Workload>>;
  /** Of the `lengthMs` up to `end`; `end` is when it was asked, so that rows and figures speak of the same instant. */
  usage(namespaces: readonly string[], lengthMs: number, context: RequestContext): Promise<RecentUsage>;
};

export type RecentUsage = { readonly listing: Listing<WorkloadUsage>; readonly end: number };
type NamespaceList = Listing<{ readonly name: string; readonly createdAt: number | null }>;

/**
 * From here on a window is long. A day's averages hardly move in five minutes, and are the dearest question of all: in a
 * large cluster they take Prometheus seconds, which nobody should wait for who comes back after a while.
 */
const longWindowMs = 3_600_000;
const longestStaleMs = 300_000;

/**
 * Workloads and usages that are kept for all principals together, about a kilobyte each: what four principals who look at
 * all of 10,000 targets need.
 */
export const mostKeptItems = 80_000;

type Ports = Pick<AppDeps, 'cluster' | 'metrics' | 'clock' | 'telemetry'>;

export function createSources({ cluster, metrics, clock, telemetry }: Ports): Sources {
  const grown = (): void => principals.trim();
  const ofOne = () => ({
    namespaces: new SharedCache<NamespaceList>(clock, { name: 'namespaces', telemetry }),
    workloads: new SharedCache<Listing<Workload>>(clock, { name: 'workloads', telemetry, weigh: itemsOf, grown }),
    recent: new SharedCache<RecentUsage>(clock, { name: 'current usage', telemetry, weigh: usagesOf, grown }),
    daily: new SharedCache<RecentUsage>(clock, { name: 'usage', telemetry, longestStaleMs, weigh: usagesOf, grown }),
  });
  const principals = new PerPrincipal(clock, ofOne, {
    weigh: ({ workloads, recent, daily }) => workloads.weight + recent.weight + daily.weight,
    mostWeight: mostKeptItems,
  });
  return {
    forget() {
      for (const { workloads, recent, daily } of principals.all()) {
        workloads.clear();
        recent.clear();
        daily.clear();
      }
    },
    namespaces: ({ principal, signal }) =>
      principals.of(principal).namespaces.get('', (own) => cluster.namespaces({ signal: own }), signal),
    workloads: (namespaces, { principal, signal }) =>
      principals
        .of(principal)
        .workloads.get(key(namespaces), (own) => cluster.workloads({ namespaces }, { signal: own }), signal),
    usage(namespaces, lengthMs, { principal, signal }) {
      const { recent, daily } = principals.of(principal);
      const ask = async (own: AbortSignal): Promise<RecentUsage> => {
        const end = clock.now();
        const window = { start: end - lengthMs, end };
        return { listing: await metrics.usage({ namespaces }, window, { signal: own }), end };
      };
      return (lengthMs < longWindowMs ? recent : daily).get(`${lengthMs} ${key(namespaces)}`, ask, signal);
    },
  };
}

const itemsOf = ({ items }: Listing<unknown>): number => items.length;
const usagesOf = ({ listing }: RecentUsage): number => listing.items.length;

// JSON, because no separator is safe in names that come from outside.
const key = (namespaces: readonly string[]): string => JSON.stringify(namespaces.toSorted(compareText));
