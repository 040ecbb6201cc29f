import { dayMs, hourMs, hoursBeforeAdvice, tooYoungText, workloadKey } from '@trimtab/core';
import {
  type AppDeps,
  fromSource,
  type RequestContext,
  type Store,
  type Workload,
  type WorkloadIdentity,
} from '../../ports/index.ts';
import { historyHours } from '../../recommender/recommend.ts';
import type { Sources } from '../sources/sources.ts';
import { unknownRequestsText } from '../targets/utilization.ts';
import { binMs, ringBins } from '../usage-history/target-usage.ts';
import { isEnrollable } from './enrollment.ts';

type Deps = Pick<AppDeps, 'cluster' | 'clock' | 'history'>;

type WorkloadReference = Omit<WorkloadIdentity, 'namespace'> & { readonly namespace: string | undefined };

/**
 * Checks the current state of workloads before they are enrolled. The results are sentences that name the remedy. Without a
 * namespace, the kind and name of a workload must be unique in the cluster.
 */
export function createPreflight(deps: Deps, sources: Sources, store: Store) {
  const { cluster } = deps;
  const samples = createSampleChecks(deps, sources);
  return {
    /** The reasons why one workload should not be managed. */
    async workload(ref: WorkloadReference, context: RequestContext): Promise<readonly string[]> {
      const { principal: _, ...options } = context;
      const { namespace, kind, name } = ref;
      if (!isEnrollable(kind)) {
        return [`A ${kind} cannot be enrolled: only Deployments, StatefulSets, DaemonSets and Rollouts can.`];
      }
      // Not from the cache: the workload may have been deployed a moment ago.
      const scope = namespace === undefined ? {} : { namespaces: [namespace] };
      const listing = await fromSource('cluster', cluster.workloads(scope, options));
      const found = listing.items.filter((one) => one.kind === kind && one.name === name);
      const [workload, ...others] = found;
      if (others.length > 0) {
        const places = found.map((one) => one.namespace).toSorted();
        return [`There is a ${kind} "${name}" in the namespaces ${places.join(', ')}: say which one is meant.`];
      }
      const home = workload?.namespace ?? namespace;
      const taken = home === undefined ? null : await store.targets.get(home, name);
      const enrolled = taken === null ? [] : [`A ${taken.kind} named "${name}" is enrolled already.`];
      if (workload === undefined)
        return [`${kind} "${name}" was not found. Has it been renamed or deleted?`, ...enrolled];
      const warningsOf = await samples(workload.namespace, [workload], context);
      return [...enrolled, ...requests(workload), ...warningsOf(workload)];
    },
    /** Checks the candidates of a namespace together. Problems prevent an enrollment; warnings delay suggestions. */
    async candidates(namespace: string, workloads: readonly Workload[], context: RequestContext) {
      const warningsOf = await samples(namespace, workloads, context);
      const kinds = Map.groupBy(workloads, ({ name }) => name);
      const items = workloads.map((workload) => ({
        name: workload.name,
        kind: workload.kind,
        problems: sameName(kinds.get(workload.name) ?? []),
        warnings: [...requests(workload), ...warningsOf(workload)],
      }));
      return { items, total: items.length };
    },
  };
}

function sameName(workloads: readonly Workload[]): readonly string[] {
  if (workloads.length < 2) return [];
  const kinds = workloads.map(({ kind }) => `a ${kind}`).join(' and ');
  return [`There is ${kinds} of this name, and only one of them can be a target: rename the others.`];
}

function requests(workload: Workload): readonly string[] {
  const unknown = unknownRequestsText(workload);
  if (unknown !== null) return [unknown];
  return workload.containers.flatMap(({ name, cpuRequest, memoryRequest }) => {
    const missing = [cpuRequest === null ? 'CPU' : [], memoryRequest === null ? 'memory' : []].flat();
    if (missing.length === 0) return [];
    return [
      `Container ${name} requests no ${missing.join(' and no ')}: costs and utilization are unknown until you set a request.`,
    ];
  });
}

/** Reads the samples of workloads of one namespace; the result says of each whether it has too few for suggestions. */
function createSampleChecks({ clock, history }: Deps, sources: Sources) {
  /** The times of the first samples of the last two weeks, also of pods that are gone, by workload. */
  const firstSamples = async (namespace: string, workloads: readonly Workload[], { signal }: RequestContext) => {
    if (history === undefined || workloads.length === 0) return new Map<string, number>();
    const end = clock.now();
    const window = { start: end - ringBins * binMs, end };
    const scope = { namespaces: [namespace], workloads };
    const listing = await fromSource('metrics', history.history(scope, window, { signal }));
    return new Map(
      listing.items.flatMap((found) => {
        const hours = historyHours(found);
        const since = found.start + found.total.cpu.length * binMs - (hours ?? 0) * hourMs;
        return hours === null ? [] : [[workloadKey(found), since] as const];
      }),
    );
  };
  return async (namespace: string, workloads: readonly Workload[], context: RequestContext) => {
    const { listing, end } = await fromSource('metrics', sources.usage([namespace], dayMs, context));
    const usages = new Map(listing.items.map((one) => [workloadKey(one), one]));
    const isOld = (since: number | null | undefined) =>
      since !== null && since !== undefined && end - since >= hoursBeforeAdvice * hourMs;
    // `since` covers only two days and the current pods. The samples of a workload that runs some hours a day may reach
    // further back.
    const young = workloads.filter((one) => {
      const usage = usages.get(workloadKey(one));
      return usage?.problem === undefined && !isOld(usage?.since);
    });
    const earlier = await firstSamples(namespace, young, context);
    return (workload: Workload): readonly string[] => {
      const usage = usages.get(workloadKey(workload));
      if (usage?.problem !== undefined) return [usage.problem];
      if (isOld(usage?.since)) return [];
      const since = earlier.get(workloadKey(workload)) ?? usage?.since ?? null;
      if (isOld(since)) return [];
      return [
        since === null
          ? `${tooYoungText(null)} Check that its pods run and that Prometheus scrapes them.`
          : tooYoungText((end - since) / hourMs),
      ];
    };
  };
}
