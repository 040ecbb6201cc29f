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
 * Checks the current state of a workload before it is enrolled. The result gives the reasons why it should not be managed,
 * as sentences that name the remedy. Without a namespace, the kind and name must be unique in the cluster.
 */
export function createPreflight({ cluster, clock, history }: Deps, sources: Sources, store: Store) {
  /** The time of the first sample of the last two weeks, also of pods that are gone; null without one. */
  const firstSample = async (workload: WorkloadIdentity, { signal }: RequestContext): Promise<number | null> => {
    if (history === undefined) return null;
    const end = clock.now();
    const window = { start: end - ringBins * binMs, end };
    const listing = await fromSource(
      'metrics',
      history.history({ namespaces: [workload.namespace], workloads: [workload] }, window, { signal }),
    );
    const found = listing.items.find((one) => workloadKey(one) === workloadKey(workload));
    const hours = found === undefined ? null : historyHours(found);
    return found === undefined || hours === null ? null : found.start + found.total.cpu.length * binMs - hours * hourMs;
  };
  return async (ref: WorkloadReference, context: RequestContext): Promise<readonly string[]> => {
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
    return [...enrolled, ...requests(workload), ...(await samples(sources, workload, context, firstSample))];
  };
}

function requests(workload: Workload): readonly string[] {
  const unknown = unknownRequestsText(workload);
  if (unknown !== null) return [unknown];
  return workload.containers.flatMap(({ name, cpuRequest, memoryRequest }) => {
    const missing = [cpuRequest === null ? 'CPU' : [], memoryRequest === null ? 'memory' : []].flat();
    if (missing.length === 0) return [];
    return [
      `Container ${name} requests no ${missing.join(' and no ')}: costs and utilization are unknown until it does.`,
    ];
  });
}

async function samples(
  sources: Sources,
  ref: WorkloadIdentity,
  context: RequestContext,
  firstSample: (workload: WorkloadIdentity, context: RequestContext) => Promise<number | null>,
): Promise<readonly string[]> {
  const { listing, end } = await fromSource('metrics', sources.usage([ref.namespace], dayMs, context));
  const usage = listing.items.find((one) => workloadKey(one) === workloadKey(ref));
  if (usage?.problem !== undefined) return [usage.problem];
  const hoursSince = (since: number | null): number | null =>
    since === null ? null : Math.floor((end - since) / hourMs);
  const recent = hoursSince(usage?.since ?? null);
  if (recent !== null && recent >= hoursBeforeAdvice) return [];
  // `since` looks back two days and at the pods of now only. A workload that runs some hours a day has older samples.
  const hours = hoursSince(await firstSample(ref, context)) ?? recent;
  return hours !== null && hours >= hoursBeforeAdvice ? [] : [tooYoungText(hours)];
}
