import { isInClusters, secondMs, workloadKey } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { AppDeps, RequestContext, Shared, Workload } from '../../../ports/index.ts';
import type { StoredState } from '../../cache/cached-store.ts';
import { pause } from '../../event-loop/pause.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Lists, Snapshot } from '../snapshot.ts';
import type { ListRow } from '../target-row.ts';
import { type ComputedRows, type ComputedRowsDeps, createComputedRows } from './computed-rows.ts';
import { createNamespaceBasis } from './namespace-basis.ts';
import { createRowsReader, type RowsReader } from './rows-reader.ts';
import { createRowsWriter, type RowsWriterDeps } from './rows-writer.ts';

/** Up to this many namespaces that lack rows are read from the sources at once. For more, their replicas get time. */
const fewNamespaces = 12;
const waitMs = 10 * secondMs;
const waitAgainAfterMs = 60 * secondMs;
/** The maximum length of all kept texts of workloads. */
const mostWorkloadText = 2 ** 22;

type Dependencies = RowsWriterDeps &
  ComputedRowsDeps &
  Pick<AppDeps, 'logger'> & { readonly shared: Shared; readonly sources: Pick<Sources, 'workloads'> };

export type SharedRows = ReturnType<typeof createSharedRows>;

/**
 * The rows of lists, divided among replicas (docs/decisions/0024-share-the-rows-of-lists.md): each replica computes and
 * stores those of the namespaces that it works on, and reads those of the others. If there are none for the newest
 * targets and settings, the replica that is asked computes them.
 */
export function createSharedRows(deps: Dependencies) {
  const basisOf = createNamespaceBasis();
  const reader = createRowsReader(deps, basisOf);
  const writeRows = createRowsWriter(deps, basisOf);
  const computed = createComputedRows(deps);
  const write = (signal?: AbortSignal): Promise<void> => {
    computed.release();
    return writeRows(signal);
  };
  return { write, lists: createLists(deps, reader, write, computed), workloads: createWorkloads(deps, reader) };
}

/** Returns a function that gets rows that are lacking from the replicas that compute them, and returns what still lacks them. */
function createObtain(
  { logger, shared }: Pick<Dependencies, 'logger' | 'shared'>,
  reader: RowsReader,
  write: () => Promise<void>,
) {
  let waitedInVainAt = Number.NEGATIVE_INFINITY;
  return async (now: StoredState, lacking: readonly string[], signal?: AbortSignal): Promise<readonly string[]> => {
    if (lacking.some((namespace) => shared.hold(namespace) !== null)) {
      await write().catch((error: unknown) => logger('warn', 'the rows of lists could not be stored', { error }));
    }
    const again = async (): Promise<readonly string[]> => {
      await reader.readNow(now);
      return reader.lacking(now, lacking);
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
}

function createLists(
  deps: Dependencies,
  reader: RowsReader,
  write: () => Promise<void>,
  computed: ComputedRows,
): Lists {
  const { clock, stored } = deps;
  const obtain = createObtain(deps, reader, write);
  const joined = createJoin<ListRow>();
  const indexes = new WeakMap<readonly ListRow[], ReadonlyMap<string, ListRow>>();
  const byName = (rows: readonly ListRow[]) =>
    getOrInsert(indexes, rows, () => new Map(rows.map((row) => [row.record.name, row])));
  const snapshotOf = (now: StoredState, lacking: readonly string[], others: Snapshot | null): Snapshot<ListRow> => {
    const { namespaces } = now;
    const known = reader.known();
    const byOthers = new Set(lacking);
    const rowsOf = (namespace: string): readonly ListRow[] =>
      (byOthers.has(namespace) ? others?.inNamespace(namespace) : known.get(namespace)?.rows) ?? [];
    const used = [...known].filter(([namespace]) => now.byNamespace.has(namespace) && !byOthers.has(namespace));
    const problemsOf = (named: readonly string[] | null): readonly string[] => {
      const own = used.filter(([namespace]) => isInClusters(namespace, named));
      return [...new Set([...own.flatMap(([, one]) => one.problems), ...(others?.problemsIn(named) ?? [])])];
    };
    const problems = problemsOf(null);
    let rows: readonly ListRow[] | null = null;
    const all = (): readonly ListRow[] => joined(namespaces.map(rowsOf));
    return {
      // Suggestions may replace the rows that this replica has computed.
      all: async () => (others === null ? (rows ??= all()) : all()),
      inNamespace: rowsOf,
      row({ namespace, name, kind }) {
        const row = byName(rowsOf(namespace)).get(name);
        return row?.record.kind === kind ? row : undefined;
      },
      namespaces,
      problems,
      problemsIn: (named) => (named === null ? problems : problemsOf(named)),
      end: used.reduce((end, [, one]) => Math.min(end, one.end), Math.min(others?.end ?? Infinity, clock.now())),
    };
  };
  // Most lists need all namespaces, and none of them lacks rows.
  let last: {
    readonly now: StoredState;
    readonly known: ReturnType<RowsReader['known']>;
    readonly until: number;
    readonly snapshot: Snapshot<ListRow>;
  } | null = null;
  return {
    async current({ signal }, wanted) {
      const now = await stored();
      const { namespaces } = now;
      const needed = wanted?.filter((namespace) => now.byNamespace.has(namespace)) ?? namespaces;
      await reader.read(now);
      if (last?.now === now && last.known === reader.known() && clock.now() < last.until) return last.snapshot;
      let lacking = await reader.lacking(now, needed);
      if (lacking.length > 0) lacking = await obtain(now, lacking, signal);
      const others = lacking.length === 0 ? null : await computed.of(lacking, signal);
      const snapshot = snapshotOf(now, lacking, others);
      if (needed === namespaces && namespaces.length > 0 && lacking.length === 0) {
        last = { now, known: reader.known(), until: reader.usableUntil(namespaces), snapshot };
      }
      return snapshot;
    },
  };
}

/** Returns a function that reads the workloads of enrolled targets, by key. Rejects with `SourceError`. */
function createWorkloads({ shared, sources, stored }: Dependencies, reader: RowsReader) {
  type KeptWorkloads = { readonly revision: number; readonly byKey: ReadonlyMap<string, Workload> };
  const kept = new LRUCache<string, KeptWorkloads>({ maxSize: mostWorkloadText });
  const isKept = (namespace: string) => kept.get(namespace)?.revision === reader.revisionOf(namespace);
  return async (wanted: readonly string[], context: RequestContext): Promise<ReadonlyMap<string, Workload>> => {
    const now = await stored();
    const needed = wanted.filter((namespace) => now.byNamespace.has(namespace));
    await reader.read(now);
    const lacking = await reader.lacking(now, needed);
    const all = new Map<string, Workload>();
    const unread = needed.filter((one) => !lacking.includes(one) && !isKept(one));
    const read = new Set<string>();
    for (const { namespace, basis, workloads } of unread.length === 0 ? [] : await shared.workloads(unread)) {
      // Since the rows were read, another version of the server may have replaced them.
      if (basis !== reader.known().get(namespace)?.basis) continue;
      const items: readonly Workload[] = JSON.parse(workloads);
      const byKey = new Map(items.map((workload) => [workloadKey(workload), workload]));
      kept.set(namespace, { revision: reader.revisionOf(namespace) ?? 0, byKey }, { size: workloads.length });
      read.add(namespace);
      for (const [key, workload] of byKey) all.set(key, workload);
    }
    for (const namespace of needed) for (const [key, one] of kept.get(namespace)?.byKey ?? []) all.set(key, one);
    const left = [...lacking, ...unread.filter((one) => !read.has(one))];
    if (left.length === 0) return all;
    for (const [key, workload] of (await sources.workloads(left, context)).byKey) all.set(key, workload);
    return all;
  };
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
