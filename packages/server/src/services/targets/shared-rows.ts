import { clusterOf, isInClusters, secondMs, workloadKey } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../get-or-insert.ts';
import { digest } from '../../hex.ts';
import {
  type AppDeps,
  type Hold,
  type RequestContext,
  type Shared,
  type StoredRows,
  serverContext,
  type Workload,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { pause } from '../event-loop/pause.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { Sources } from '../sources/sources.ts';
import type { WorkScope } from '../sources/work-scope.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import type { Lists, Snapshot, Snapshots } from './snapshot.ts';
import { decodeRows, encodeRows, type NamespaceRows, rowsFormat } from './stored-rows.ts';
import type { ListRow } from './target-row.ts';

const storeEveryMs = 30 * secondMs;
/** Rows that are older have lost their replica, and no other one has taken the work over. */
const usableForMs = 120 * secondMs;
/** Rows that were stored since are read at most this often, unless a list lacks some. */
const readEveryMs = 5 * secondMs;
/** A list waits for rows that were stored since only if they were last read before this time. */
const readAgainMs = 30 * secondMs;
/** Up to this many namespaces that lack rows are read from the sources at once. For more, their replicas get time. */
const fewNamespaces = 12;
const waitMs = 10 * secondMs;
const waitAgainAfterMs = 60 * secondMs;
/** Namespaces that are written, or read, with one statement. */
const namespacesAtOnce = 16;
/** The maximum length of all kept texts of workloads. */
const mostWorkloadText = 2 ** 22;

type Known = NamespaceRows & { readonly basis: string; readonly usableUntil: number };

type Dependencies = Pick<AppDeps, 'clock' | 'logger' | 'cluster' | 'clusters'> & {
  readonly shared: Shared;
  readonly stored: () => Promise<StoredState>;
  readonly snapshots: Pick<Snapshots, 'ofNamespaces'>;
  readonly sources: Pick<Sources, 'forget' | 'workloads'>;
  readonly suggestions: Pick<Suggestions, 'version'>;
  readonly workScope: WorkScope;
};

export type SharedRows = ReturnType<typeof createSharedRows>;

/**
 * The rows of lists, divided among replicas (docs/decisions/0024-share-the-rows-of-lists.md): each replica computes and
 * stores those of the namespaces that it works on, and reads those of the others. If there are none for the newest
 * targets and settings, the replica that is asked computes them.
 */
export function createSharedRows(deps: Dependencies) {
  const { clock, logger, cluster, clusters = [], shared, stored, snapshots, sources, suggestions, workScope } = deps;
  const known = new Map<string, Known>();
  const written = new Map<string, { readonly version: string; readonly at: number }>();
  const bases = new WeakMap<StoredState, Promise<ReadonlyMap<string, string>>>();
  const basesOf = (now: StoredState) => getOrInsert(bases, now, () => computeBases(now));
  const isOwn = (namespace: string): boolean => shared.hold(namespace) !== null;

  const writeDue = async (signal?: AbortSignal): Promise<void> => {
    const now = await stored();
    const basis = await basesOf(now);
    for (const namespace of written.keys()) if (!isOwn(namespace)) written.delete(namespace);
    const recoveries = cluster.recoveries?.() ?? 0;
    const versionOf = (namespace: string) => `${basis.get(namespace)} ${suggestions.version(namespace)} ${recoveries}`;
    const isDue = (namespace: string): boolean => {
      const last = written.get(namespace);
      return last?.version !== versionOf(namespace) || Math.abs(clock.now() - last.at) >= storeEveryMs;
    };
    const due = now.namespaces.filter((namespace) => isOwn(namespace) && isDue(namespace));
    const [first] = due;
    if (first === undefined) return;
    const scope = new Set(await workScope(first));
    const versions = new Map(due.map((namespace) => [namespace, versionOf(namespace)]));
    const snapshot = await snapshots.ofNamespaces([...scope], serverContext(signal));
    const yieldIfDue = createTimeSlices();
    const readable = due.filter((namespace) => scope.has(namespace));
    for (let start = 0; start < readable.length; start += namespacesAtOnce) {
      const rows: StoredRows[] = [];
      const holds: Hold[] = [];
      for (const namespace of readable.slice(start, start + namespacesAtOnce)) {
        const hold = shared.hold(namespace);
        if (hold === null) continue;
        const of = clusterOf(namespace, clusters);
        const problems = snapshot.problemsIn(of === null ? null : [of]);
        rows.push(encodeRows({ namespace, basis: basis.get(namespace) ?? '' }, snapshot, problems));
        holds.push(hold);
        await yieldIfDue();
      }
      await shared.saveRows(rows, holds);
      const at = clock.now();
      for (const { namespace } of rows) written.set(namespace, { version: versions.get(namespace) ?? '', at });
    }
  };
  let writing: Promise<void> = Promise.resolve();
  /** Stores the rows of the namespaces that this replica works on, if they have changed or are due. */
  const write = (signal?: AbortSignal): Promise<void> =>
    (writing = writing.catch(() => undefined).then(() => writeDue(signal)));

  let seenRevision: number | undefined;
  const seenRevisions = new Map<string, number>();
  let readAt = Number.NEGATIVE_INFINITY;
  const readChanged = async (now: StoredState): Promise<void> => {
    const revision = await shared.revision('rows');
    if (revision === seenRevision) {
      readAt = clock.now();
      return;
    }
    const [revisions, basis] = [await shared.revisions('rows'), await basesOf(now)];
    for (const namespace of known.keys()) {
      if (now.byNamespace.has(namespace)) continue;
      known.delete(namespace);
      seenRevisions.delete(namespace);
    }
    const changed = now.namespaces
      .filter((namespace) => revisions.get(namespace) !== seenRevisions.get(namespace))
      .map((namespace) => ({ namespace, basis: basis.get(namespace) ?? '' }));
    const yieldIfDue = createTimeSlices();
    let left = changed.length;
    for (let start = 0; start < changed.length; start += namespacesAtOnce) {
      for (const { namespace, basis: own, body, ageMs } of await shared.rows(
        changed.slice(start, start + namespacesAtOnce),
      )) {
        const rows = decodeRows(body, now.byNamespace.get(namespace) ?? []);
        known.set(namespace, { ...rows, basis: own, usableUntil: clock.now() + usableForMs - ageMs });
        seenRevisions.set(namespace, revisions.get(namespace) ?? 0);
        left -= 1;
        await yieldIfDue();
      }
    }
    readAt = clock.now();
    // Those for other targets or settings may become usable when this replica has read these again.
    seenRevision = left === 0 ? revision : undefined;
  };
  let reading: Promise<void> | null = null;
  const startReading = (now: StoredState, after: Promise<unknown> | null): Promise<void> => {
    const started: Promise<void> = Promise.resolve(after)
      .catch(() => undefined)
      .then(() => readChanged(now))
      .finally(() => {
        if (reading === started) reading = null;
      });
    reading = started;
    return started;
  };
  const read = async (now: StoredState): Promise<void> => {
    const age = Math.abs(clock.now() - readAt);
    if (age < readEveryMs) return;
    const done = reading ?? startReading(now, null);
    if (age >= readAgainMs) return done;
    done.catch((error: unknown) => logger('warn', 'the rows of lists could not be read', { error }));
  };

  /** The namespaces that have no rows for the newest targets and settings. */
  const lackingOf = async (now: StoredState, needed: readonly string[]): Promise<readonly string[]> => {
    const basis = await basesOf(now);
    const at = clock.now();
    return needed.filter((namespace) => {
      const own = known.get(namespace);
      return own === undefined || own.basis !== basis.get(namespace) || own.usableUntil <= at;
    });
  };
  let waitedInVainAt = Number.NEGATIVE_INFINITY;
  /** Gets rows that are lacking from the replicas that compute them. Returns the namespaces that still lack them. */
  const obtain = async (now: StoredState, lacking: readonly string[], signal?: AbortSignal) => {
    if (lacking.some(isOwn)) {
      await write().catch((error: unknown) => logger('warn', 'the rows of lists could not be stored', { error }));
    }
    const again = async (): Promise<readonly string[]> => {
      await startReading(now, reading);
      return lackingOf(now, lacking);
    };
    let left = await again();
    const from = performance.now();
    if (left.length <= fewNamespaces || from - waitedInVainAt < waitAgainAfterMs) return left;
    while (left.length > 0 && performance.now() - from < waitMs) {
      await pause(secondMs / 5, signal);
      left = await again();
    }
    if (left.length > 0) waitedInVainAt = performance.now();
    return left;
  };
  let computed: readonly string[] = [];
  let computedAt = Number.NEGATIVE_INFINITY;
  /**
   * Computes rows on behalf of the server, as those that are stored are. If only some of those that were just computed are
   * needed, it uses the answers that were read for all of them.
   */
  const compute = (namespaces: readonly string[], signal?: AbortSignal): Promise<Snapshot> => {
    const principal = 'server, for lists';
    const isRecent = Math.abs(clock.now() - computedAt) < readAgainMs;
    if (!isRecent || namespaces.some((namespace) => !computed.includes(namespace))) {
      // Answers for other namespaces would stay in memory.
      sources.forget(principal);
      computed = namespaces;
    }
    computedAt = clock.now();
    return snapshots.ofNamespaces(computed, { principal, signal });
  };

  const joined = createJoin<ListRow>();
  const keyed = new WeakMap<readonly ListRow[], ReadonlyMap<string, ListRow>>();
  const keyedOf = (rows: readonly ListRow[]) =>
    getOrInsert(keyed, rows, () => new Map(rows.map((row) => [workloadKey(row.record), row])));
  const lists: Lists = {
    async current({ signal }, wanted) {
      const now = await stored();
      const { namespaces } = now;
      const needed = wanted?.filter((namespace) => now.byNamespace.has(namespace)) ?? namespaces;
      await read(now);
      let lacking = await lackingOf(now, needed);
      if (lacking.length > 0) lacking = await obtain(now, lacking, signal);
      const others = lacking.length === 0 ? null : await compute(lacking, signal);
      const byOthers = new Set(lacking);
      const rowsOf = (namespace: string): readonly ListRow[] =>
        (byOthers.has(namespace) ? others?.inNamespace(namespace) : known.get(namespace)?.rows) ?? [];
      const used = [...known].filter(([namespace]) => now.byNamespace.has(namespace) && !byOthers.has(namespace));
      const problemsIn = (named: readonly string[] | null): readonly string[] => {
        const own = used.filter(([namespace]) => isInClusters(namespace, named));
        return [...new Set([...own.flatMap(([, one]) => one.problems), ...(others?.problemsIn(named) ?? [])])];
      };
      return {
        all: async () => joined(namespaces.map(rowsOf)),
        inNamespace: rowsOf,
        row: (workload) => keyedOf(rowsOf(workload.namespace)).get(workloadKey(workload)),
        namespaces,
        problems: problemsIn(null),
        problemsIn,
        end: Math.min(...used.map(([, { end }]) => end), others?.end ?? Number.POSITIVE_INFINITY, clock.now()),
      };
    },
  };

  type KeptWorkloads = { readonly revision: number; readonly byKey: ReadonlyMap<string, Workload> };
  const kept = new LRUCache<string, KeptWorkloads>({ maxSize: mostWorkloadText });
  const isKept = (namespace: string) => kept.get(namespace)?.revision === seenRevisions.get(namespace);
  return {
    write,
    lists,
    /** The workloads of enrolled targets, by key. Rejects with `SourceError`. */
    async workloads(wanted: readonly string[], context: RequestContext): Promise<ReadonlyMap<string, Workload>> {
      const now = await stored();
      const needed = wanted.filter((namespace) => now.byNamespace.has(namespace));
      await read(now);
      const lacking = await lackingOf(now, needed);
      const all = new Map<string, Workload>();
      const unread = needed.filter((one) => !lacking.includes(one) && !isKept(one));
      for (const { namespace, workloads } of unread.length === 0 ? [] : await shared.workloads(unread)) {
        const items: readonly Workload[] = JSON.parse(workloads);
        const byKey = new Map(items.map((workload) => [workloadKey(workload), workload]));
        kept.set(namespace, { revision: seenRevisions.get(namespace) ?? 0, byKey }, { size: workloads.length });
        for (const [key, workload] of byKey) all.set(key, workload);
      }
      for (const namespace of needed) for (const [key, one] of kept.get(namespace)?.byKey ?? []) all.set(key, one);
      if (lacking.length === 0) return all;
      for (const [key, workload] of (await sources.workloads(lacking, context)).byKey) all.set(key, workload);
      return all;
    },
  };
}

async function computeBases({ byNamespace, settings }: StoredState): Promise<ReadonlyMap<string, string>> {
  const all = [...byNamespace].map(
    async ([namespace, records]) => [namespace, await digest([rowsFormat, settings, records])] as const,
  );
  return new Map(await Promise.all(all));
}

/** Joins parts, and returns the same array for the same parts. */
function createJoin<T>() {
  let last: { readonly parts: readonly (readonly T[])[]; readonly all: readonly T[] } = { parts: [], all: [] };
  return (parts: readonly (readonly T[])[]): readonly T[] => {
    if (parts.length !== last.parts.length || parts.some((part, index) => part !== last.parts[index])) {
      last = { parts, all: parts.flat() };
    }
    return last.all;
  };
}
