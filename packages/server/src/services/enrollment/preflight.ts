import { dayMs, hourMs, hoursBeforeAdvice, tooYoungText, workloadKey } from '@trimtab/core';
import {
  type AppDeps,
  fromSource,
  type RequestContext,
  type Store,
  type Workload,
  type WorkloadIdentity,
} from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { historyHours } from '../../recommender/recommend.ts';
import type { Sources } from '../sources/sources.ts';
import { unknownRequestsText } from '../targets/utilization.ts';
import { ringBins } from '../usage-history/target-usage.ts';
import { isEnrollable } from './enrollment.ts';
import { applyingNotes, competitors } from './rivals.ts';

type Deps = Pick<AppDeps, 'cluster' | 'clock' | 'history'>;

type WorkloadReference = Omit<WorkloadIdentity, 'namespace'> & { readonly namespace: string | undefined };

type Verdict = { readonly reasons: readonly string[]; readonly notes: readonly string[] };
const refused = (...reasons: readonly string[]): Verdict => ({ reasons, notes: [] });

/** The notes as a field of an answer. Without notes, the field is absent. */
export const withNotes = (notes: readonly string[]) => (notes.length === 0 ? {} : { notes });

/**
 * Checks the current state of workloads before they are enrolled. The results are sentences that name what to do.
 * Without a namespace, kind and name must identify exactly one workload of the cluster.
 */
export function createPreflight(deps: Deps, sources: Sources, store: Store) {
  const { cluster } = deps;
  const samples = createSampleChecks(deps, sources);
  return {
    /** The reasons against managing one workload, and notes for the time before a suggestion is applied. */
    async workload(ref: WorkloadReference, context: RequestContext): Promise<Verdict> {
      const { principal: _, ...options } = context;
      const { namespace, kind, name } = ref;
      if (!isEnrollable(kind)) {
        return refused(`A ${kind} cannot be enrolled: only Deployments, StatefulSets, DaemonSets and Rollouts can.`);
      }
      // Bypasses the cache, because the workload may have been deployed a moment ago.
      const scope = namespace === undefined ? {} : { namespaces: [namespace] };
      const listing = await fromSource('cluster', cluster.workloads(scope, options));
      const found = listing.items.filter((one) => one.kind === kind && one.name === name);
      const [workload, ...others] = found;
      if (others.length > 0) {
        const places = found.map((one) => one.namespace).toSorted();
        return refused(`There is a ${kind} "${name}" in the namespaces ${places.join(', ')}: name one of them.`);
      }
      const home = workload?.namespace ?? namespace;
      const taken = home === undefined ? null : await store.targets.get(home, name);
      const missingRight = home === undefined ? [] : enrollProblems(store, home);
      const enrolled = [
        ...missingRight,
        ...(taken === null ? [] : [`A ${taken.kind} named "${name}" is enrolled already.`]),
      ];
      if (workload === undefined)
        return refused(`${kind} "${name}" was not found. Has it been renamed or deleted?`, ...enrolled);
      const warningsOf = await samples(workload.namespace, [workload], context);
      const reasons = [...enrolled, ...requests(workload), ...competitors(workload), ...warningsOf(workload)];
      return { reasons, notes: applyingNotes(workload) };
    },
    /** Checks all candidates of a namespace. Problems prevent an enrollment; warnings delay suggestions. */
    async candidates(namespace: string, workloads: readonly Workload[], context: RequestContext) {
      const warningsOf = await samples(namespace, workloads, context);
      const kinds = Map.groupBy(workloads, ({ name }) => name);
      const missingRight = enrollProblems(store, namespace);
      const items = workloads.map((workload) => ({
        name: workload.name,
        kind: workload.kind,
        problems: [...missingRight, ...sameName(kinds.get(workload.name) ?? [])],
        warnings: [...requests(workload), ...competitors(workload), ...warningsOf(workload)],
        ...withNotes(applyingNotes(workload)),
      }));
      return { items, total: items.length };
    },
  };
}

const enrollProblems = ({ targets }: Store, namespace: string): readonly string[] =>
  [targets.enrollProblem?.(namespace) ?? []].flat();

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

/** Reads the samples of workloads of one namespace. Says for each whether they are too few for suggestions. */
function createSampleChecks({ clock, history }: Deps, sources: Sources) {
  /** The times of the first samples of the last two weeks by workload, including those of deleted pods. */
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
    // `since` covers only two days and the current pods. A workload that runs some hours a day may have older samples.
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
