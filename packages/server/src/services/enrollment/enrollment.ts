import { type Candidate, type Candidates, compareText, withoutCluster, workloadKey } from '@trimtab/core';
import {
  type AppDeps,
  type ChangesOf,
  cutPage,
  DomainError,
  type EnrollOutcome,
  fromSource,
  type Page,
  type RequestContext,
  type Store,
  type TargetRecord,
  targetManifest,
  type Workload,
} from '../../ports/index.ts';
import type { Sources } from '../sources/sources.ts';
import { createPagination } from '../targets/pagination.ts';

/** The maximum number of workloads in the stored lists from which pages are read. */
const mostCandidates = 20_000;

const enrollableKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Rollout']);

export const isEnrollable = (kind: string): boolean => enrollableKinds.has(kind);

export function createEnrollment(
  store: Store,
  sources: Sources,
  { cluster, clock }: Pick<AppDeps, 'cluster' | 'clock'>,
) {
  const paginate = createPagination<Workload>({
    name: 'candidates',
    clock,
    shared: store.shared,
    mostItems: mostCandidates,
    keyOf: workloadKey,
  });
  const eligible = async (namespace: string, signal: AbortSignal | undefined) => {
    // Bypasses the cache, because a workload may have been created or deleted a moment ago.
    const { items } = await fromSource('cluster', cluster.workloads({ namespaces: [namespace] }, { signal }));
    return items
      .filter((workload) => workload.namespace === namespace && isEnrollable(workload.kind))
      .toSorted((a, b) => compareText(a.name, b.name) || compareText(a.kind, b.kind));
  };
  /** If the targets are unknown, treat all workloads as not enrolled. The preflight says why none can be enrolled. */
  const enrolledTargets = () =>
    store.targets.list().catch((error: unknown) => {
      if (error instanceof DomainError && error.kind === 'unavailable') return [];
      throw error;
    });
  /** The eligible workloads that are not enrolled. */
  const open = async (namespace: string, signal: AbortSignal | undefined) => {
    const [workloads, records] = await Promise.all([eligible(namespace, signal), enrolledTargets()]);
    const taken = new Set(records.filter((one) => one.namespace === namespace).map(({ name }) => name));
    return workloads.filter(({ name }) => !taken.has(name));
  };
  return {
    open,
    /** What an enrollment would create. */
    async preview(
      namespace: string,
      names: readonly string[] | null,
      page: Page,
      context: RequestContext,
    ): Promise<Candidates> {
      const all = await open(namespace, context.signal);
      const found = named(all, names);
      const { shown, total } =
        names === null
          ? await paginate(namespace, context, all, page)
          : { shown: cutPage(found, page), total: found.length };
      const items = shown.map((workload) => candidate(newRecord(workload, clock.now()), workload));
      return { name: namespace, items, total };
    },
    /** Enrolls the named workloads, or all eligible ones. Idempotent: a repeated call returns the same items. */
    async enroll(
      namespace: string,
      names: readonly string[] | null,
      changesOf: ChangesOf,
      signal: AbortSignal,
    ): Promise<Candidates> {
      const workloads = await eligible(namespace, signal);
      const wanted = named(workloads, names).map((workload) => ({
        workload,
        record: newRecord(workload, clock.now()),
      }));
      const records = wanted.map(({ record }) => record);
      const outcomes = await store.targets.enroll(records, changesOf);
      sources.forget();
      const items = wanted.map(({ workload, record }, index) =>
        enrolled(candidate(record, workload), record, outcomes[index]),
      );
      const known = new Set(workloads.map(({ name }) => name));
      const missing = (names ?? []).filter((name) => !known.has(name)).map((name) => notThere(namespace, name));
      return { name: namespace, items: [...items, ...missing], total: items.length + missing.length };
    },
  };
}

function named(workloads: readonly Workload[], names: readonly string[] | null): readonly Workload[] {
  const wanted = names === null ? null : new Set(names);
  return wanted === null ? workloads : workloads.filter(({ name }) => wanted.has(name));
}

/** A new target is in recommendation mode. It includes replicas only if the workload has an HPA. */
function newRecord(workload: Workload, now: number): TargetRecord {
  return {
    namespace: workload.namespace,
    name: workload.name,
    kind: workload.kind,
    apiVersion: workload.apiVersion,
    horizontal: workload.hpa === null ? null : 'recommendation',
    vertical: 'recommendation',
    modelMode: 'balanced',
    managed: workload.containers.map(({ name }) => ({ container: name, resources: ['cpu', 'memory'] })),
    enrolledAt: now,
    unoptimized: null,
  };
}

/** The manifest names the namespace as the cluster of the workload does. */
const candidate = (record: TargetRecord, { cluster }: Workload): Candidate => ({
  target_ref: { name: record.name, kind: record.kind },
  json: targetManifest({ ...record, namespace: withoutCluster(record.namespace, cluster) }),
});

function enrolled(item: Candidate, record: TargetRecord, outcome: EnrollOutcome | undefined): Candidate {
  if (outcome === undefined) {
    return { ...item, result: 'failed', error: 'The store did not confirm the enrollment. Try again.' };
  }
  if (outcome.result === 'failed')
    return { ...item, result: 'failed', ...(outcome.reason && { error: outcome.reason }) };
  if (outcome.result !== 'conflict') return { ...item, result: outcome.result };
  return {
    ...item,
    result: 'failed',
    error: `Another workload named "${record.name}" is enrolled already with another kind. Clean that target up first.`,
  };
}

const notThere = (namespace: string, name: string): Candidate => ({
  target_ref: { name, kind: '' },
  json: {},
  result: 'failed',
  error: `No workload named "${name}" can be enrolled in namespace "${namespace}". Has it been renamed or deleted?`,
});
