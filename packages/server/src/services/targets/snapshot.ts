import { dayMs, defaultNodeSettings, isInClusters, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import {
  type AppDeps,
  type Clock,
  isAbort,
  type Listing,
  problemsIn,
  type RequestContext,
  type Store,
  sentenceOf,
  serverContext,
  type TargetRecord,
  type Workload,
  type WorkloadIdentity,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { PerPrincipal } from '../cache/per-principal.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { IndexedListing, RecentUsage, Sources } from '../sources/sources.ts';
import type { WorkScope } from '../sources/work-scope.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import { createRowCache, type RowCache } from './row-cache.ts';
import type { ListRow, RowInput, TargetRow } from './target-row.ts';

/** All targets at one moment. */
export type Snapshot<Row extends ListRow = TargetRow> = {
  /** Ordered by namespace, then name. Other requests are answered while many rows are computed. */
  readonly all: () => Promise<readonly Row[]>;
  readonly inNamespace: (namespace: string) => readonly Row[];
  /** Undefined for a workload that is not enrolled. */
  readonly row: (workload: WorkloadIdentity) => Row | undefined;
  readonly namespaces: readonly string[];
  /** Sentences for an operator that name what the sources did not answer. */
  readonly problems: readonly string[];
  /** Only those of these clusters; null: all. */
  readonly problemsIn: (clusters: readonly string[] | null) => readonly string[];
  /** The end of the 24 hours that the figures cover, in milliseconds. */
  readonly end: number;
};

/** The rows of lists. With replicas, they come from the replicas that do the work of the namespaces. */
export type Lists = {
  /** `wanted`: the namespaces that are needed, and whose first suggestions this call waits for briefly. Absent: all. */
  current(context: RequestContext, wanted?: readonly string[]): Promise<Snapshot<ListRow>>;
};

export type Snapshots = {
  /** `wanted` as in `Lists`. With replicas, the others may be unknown. */
  current(context: RequestContext, wanted?: readonly string[]): Promise<Snapshot>;
  /** For background work on this namespace. Other namespaces may be unknown. */
  ofWork(namespace: string, signal?: AbortSignal): Promise<Snapshot>;
  /** Only these namespaces are known. Waits for no suggestion. */
  ofNamespaces(namespaces: readonly string[], context: RequestContext): Promise<Snapshot>;
  /** Frees the memory of the rows of a principal. */
  drop(principal: string): void;
};

/** Up to this many namespaces, a request waits briefly for the first suggestions of all of them. */
const fewNamespaces = 12;

/** The maximum number of cached rows of all principals. A row takes two to three kilobytes. */
const mostCachedRows = 40_000;

const noFailure: RowInput['failure'] = { cluster: null, metrics: null };

type Outcome<T> = { readonly value: T | null; readonly failure: string | null };
type Inputs = {
  readonly stored: StoredState;
  readonly workloads: Outcome<IndexedListing<Workload>>;
  readonly usage: Outcome<RecentUsage>;
};

/**
 * Joins the enrolled targets with the answers of the sources. A principal's snapshot is replaced only when an input has
 * changed, and only the rows that depend on this input are recomputed, because 10,000 rows take about 100 ms.
 */
export function createSnapshots(
  { clock, logger, store: { shared } }: Pick<AppDeps, 'clock' | 'logger'> & { readonly store: Pick<Store, 'shared'> },
  stored: () => Promise<StoredState>,
  sources: Sources,
  suggestions: Suggestions,
  workScope: WorkScope,
): Snapshots {
  const principals = new PerPrincipal(clock, () => createLastSnapshot(clock, suggestions), {
    weigh: ({ rows }) => rows(),
    mostWeight: mostCachedRows,
  });
  const settle = async <T>(source: string, answer: Promise<T>): Promise<Outcome<T>> => {
    try {
      return { value: await answer, failure: null };
    } catch (error) {
      if (isAbort(error)) throw error;
      logger('warn', `${source} source failed`, { error });
      return { value: null, failure: sentenceOf(error) };
    }
  };
  /** `read`: the namespaces whose workloads and usage are read. */
  const assembled = async (
    now: StoredState,
    context: RequestContext,
    wanted: readonly string[],
    read: readonly string[],
  ) => {
    const [workloads, usage] = await Promise.all([
      settle('cluster', sources.workloads(read, context)),
      settle('metrics', sources.usage(read, dayMs, context)),
    ]);
    if ((workloads.value?.byKey.size ?? 0) > 0) await suggestions.prepare(wanted, read);
    const snapshot = principals.of(context.principal).of({ stored: now, workloads, usage });
    principals.trim();
    return snapshot;
  };
  return {
    async current(context, wanted) {
      const now = await stored();
      const { namespaces } = now;
      if (namespaces.length === 0) {
        const none = { all: async () => [], inNamespace: () => [], row: () => undefined };
        return { ...none, namespaces, problems: [], problemsIn: () => [], end: clock.now() };
      }
      const few = namespaces.length <= fewNamespaces ? namespaces : [];
      const read = shared === undefined ? namespaces : (wanted ?? namespaces);
      return assembled(now, context, wanted ?? few, read);
    },
    ofWork: async (namespace, signal) =>
      assembled(await stored(), serverContext(signal), [namespace], await workScope(namespace)),
    async ofNamespaces(namespaces, context) {
      const now = await stored();
      const snapshot = await assembled(now, context, [], namespaces);
      principals.of(context.principal).retain(namespaces.flatMap((namespace) => now.byNamespace.get(namespace) ?? []));
      return snapshot;
    },
    drop: (principal) => principals.drop(principal),
  };
}

/** The newest snapshot of one principal, and the rows that the next one may reuse. */
function createLastSnapshot(clock: Clock, suggestions: Suggestions) {
  const rowCache = createRowCache();
  let last: { readonly inputs: Inputs; readonly snapshot: Snapshot } | null = null;
  return {
    rows: (): number => last?.inputs.stored.records.length ?? 0,
    /** Drops the rows of all other targets, such as those of namespaces that another replica has taken over. */
    retain: (records: readonly TargetRecord[]): void => rowCache.retain(records),
    of(inputs: Inputs): Snapshot {
      if (last === null || !sameInputs(last.inputs, inputs)) {
        last = { inputs, snapshot: assemble(inputs, clock.now(), suggestions, rowCache) };
      }
      return last.snapshot;
    },
  };
}

/** Cached answers are compared by identity. A failure is a new object every time, so its text is compared. */
function sameInputs(a: Inputs, b: Inputs): boolean {
  return (
    a.stored === b.stored &&
    a.workloads.value === b.workloads.value &&
    // Compare by listing, so that the same figures keep the `end` with which they were first read.
    a.usage.value?.listing === b.usage.value?.listing &&
    a.workloads.failure === b.workloads.failure &&
    a.usage.failure === b.usage.failure
  );
}

function assemble(inputs: Inputs, now: number, suggestions: Suggestions, rowCache: RowCache): Snapshot {
  const { stored, workloads, usage } = inputs;
  const end = usage.value?.end ?? now;
  const [clusterFailure, metricsFailure] = [sentence('cluster', workloads.failure), sentence('metrics', usage.failure)];
  const failedIn = (source: string, failed: Failed, namespace: string) =>
    sentence(source, failed?.get(namespace)?.message ?? null);
  const [failedClusters, failedUsages] = [workloads.value?.failed, usage.value?.listing.failed];
  const settings = stored.settings ?? defaultNodeSettings;
  const rows = snapshotRows(stored, suggestions, rowCache, (record) => {
    const key = workloadKey(record);
    const cluster = clusterFailure ?? failedIn('cluster', failedClusters, record.namespace);
    const metrics = metricsFailure ?? failedIn('metrics', failedUsages, record.namespace);
    // Rows keep their input, so it contains no copies of what is the same for all.
    return {
      record,
      workload: workloads.value?.byKey.get(key) ?? null,
      usage: usage.value?.listing.byKey.get(key) ?? null,
      evaluation: suggestions.evaluation(record),
      failure: cluster === null && metrics === null ? noFailure : { cluster, metrics },
      settings,
      now: end,
    };
  });
  const problemsOf = (clusters: readonly string[] | null) => {
    const all = [
      clusterFailure ?? [],
      metricsFailure ?? [],
      partlyFailed('cluster', failedClusters, clusters),
      partlyFailed('metrics', failedUsages, clusters),
      ...problemsIn(workloads.value?.problems ?? [], clusters),
      ...problemsIn(usage.value?.listing.problems ?? [], clusters),
    ];
    return [...new Set(all.flat())];
  };
  const problems = problemsOf(null);
  const ofClusters = new Map<string, readonly string[]>();
  return {
    ...rows,
    namespaces: stored.namespaces,
    problems,
    problemsIn: (clusters) =>
      clusters === null ? problems : getOrInsert(ofClusters, clusters.join(), () => problemsOf(clusters)),
    end,
  };
}

/**
 * The rows of one snapshot. They are computed namespace by namespace when they are first read, so that one table does
 * not wait for 10,000 rows. They are recomputed when the suggestions of a namespace have changed.
 */
function snapshotRows(
  stored: StoredState,
  suggestions: Suggestions,
  rowCache: RowCache,
  inputOf: (record: TargetRecord) => RowInput,
): Pick<Snapshot, 'all' | 'inNamespace' | 'row'> {
  const namespaces = new Map<string, NamespaceRows>();
  let newest: { readonly version: number; readonly rows: Promise<readonly TargetRow[]> } | null = null;
  const rowOf = (record: TargetRecord): TargetRow => rowCache.row(workloadKey(record), inputOf(record));
  const current = (namespace: string): NamespaceRows | null => {
    const known = namespaces.get(namespace);
    return known?.version === suggestions.version(namespace) ? known : null;
  };
  const ofNamespace = (namespace: string): NamespaceRows => {
    const known = current(namespace);
    if (known !== null) return known;
    const version = suggestions.version(namespace);
    const computed = { version, rows: (stored.byNamespace.get(namespace) ?? []).map(rowOf), byKey: null };
    namespaces.set(namespace, computed);
    return computed;
  };
  const computeAll = async (): Promise<readonly TargetRow[]> => {
    const yieldIfDue = createTimeSlices();
    const all: TargetRow[] = [];
    for (const [namespace, records] of stored.byNamespace) {
      const known = current(namespace);
      if (known !== null) {
        for (const row of known.rows) all.push(row);
        continue;
      }
      const version = suggestions.version(namespace);
      const rows: TargetRow[] = [];
      for (const record of records) {
        rows.push(rowOf(record));
        await yieldIfDue();
      }
      namespaces.set(namespace, { version, rows, byKey: null });
      for (const row of rows) all.push(row);
    }
    rowCache.retain(stored.records);
    return all;
  };
  return {
    inNamespace: (namespace) => ofNamespace(namespace).rows,
    row(workload) {
      const own = ofNamespace(workload.namespace);
      own.byKey ??= new Map(own.rows.map((row) => [workloadKey(row.record), row]));
      return own.byKey.get(workloadKey(workload));
    },
    all() {
      // Versions only increase, so a change of one of them changes their sum.
      const version = stored.namespaces.reduce((sum, one) => sum + suggestions.version(one), 0);
      // Requests that arrive during the computation share it.
      if (newest?.version !== version) newest = { version, rows: computeAll() };
      return newest.rows;
    },
  };
}

type NamespaceRows = {
  readonly version: number;
  readonly rows: readonly TargetRow[];
  /** Null until one row is read. */
  byKey: ReadonlyMap<string, TargetRow> | null;
};

type Failed = Listing<unknown>['failed'];

function partlyFailed(source: string, failed: Failed, clusters: readonly string[] | null): readonly string[] {
  const own = [...(failed ?? [])].filter(([namespace]) => isInClusters(namespace, clusters));
  const [first] = own;
  if (first === undefined) return [];
  const more = own.length === 1 ? '' : ` and ${own.length - 1} more`;
  return [`The ${source} source failed for the namespace ${first[0]}${more}: ${first[1].message}`];
}

const sentence = (source: string, failure: string | null): string | null =>
  failure === null ? null : `The ${source} source failed: ${failure}`;
