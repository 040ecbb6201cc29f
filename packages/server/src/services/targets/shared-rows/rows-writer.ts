import { clusterOf, secondMs } from '@trimtab/core';
import { type AppDeps, type Hold, type Shared, type StoredRows, serverContext } from '../../../ports/index.ts';
import type { StoredState } from '../../cache/cached-store.ts';
import { createTimeSlices } from '../../event-loop/time-slices.ts';
import type { WorkScope } from '../../sources/work-scope.ts';
import type { Suggestions } from '../../suggestions/suggestions.ts';
import type { Snapshot, Snapshots } from '../snapshot.ts';
import type { NamespaceBasis } from './namespace-basis.ts';
import { encodeRows, namespacesAtOnce } from './stored-rows.ts';

const storeEveryMs = 30 * secondMs;

export type RowsWriterDeps = Pick<AppDeps, 'clock' | 'cluster' | 'clusters'> & {
  readonly shared: Pick<Shared, 'hold' | 'saveRows'>;
  readonly stored: () => Promise<StoredState>;
  readonly snapshots: Pick<Snapshots, 'ofNamespaces'>;
  readonly suggestions: Pick<Suggestions, 'version'>;
  readonly workScope: WorkScope;
};

type Written = { readonly version: string; readonly at: number };

/**
 * Returns a function that stores the rows of the namespaces that this replica works on, if they have changed or were
 * stored more than half a minute ago. Rejects with `StoreError` or `SourceError`; the next call stores the rest.
 */
export function createRowsWriter(
  { clock, cluster, clusters = [], shared, stored, snapshots, suggestions, workScope }: RowsWriterDeps,
  basisOf: NamespaceBasis,
): (signal?: AbortSignal) => Promise<void> {
  const written = new Map<string, Written>();

  const save = async (namespaces: readonly string[], snapshot: Snapshot, next: ReadonlyMap<string, Due>) => {
    const rows: StoredRows[] = [];
    const holds: Hold[] = [];
    const yieldIfDue = createTimeSlices();
    for (const namespace of namespaces) {
      const due = next.get(namespace);
      // Reading may take minutes. If the replica has lost the namespace meanwhile, another one may have stored newer rows.
      if (due === undefined || shared.hold(namespace)?.term !== due.hold.term) continue;
      const of = clusterOf(namespace, clusters);
      const problems = snapshot.problemsIn(of === null ? null : [of]);
      rows.push(encodeRows({ namespace, basis: due.basis }, snapshot, problems));
      holds.push(due.hold);
      await yieldIfDue();
    }
    if (rows.length === 0) return;
    await shared.saveRows(rows, holds);
    const at = clock.now();
    for (const { namespace } of rows) written.set(namespace, { version: next.get(namespace)?.version ?? '', at });
  };

  const writeDue = async (signal?: AbortSignal): Promise<void> => {
    const now = await stored();
    const bases = await basisOf(now);
    for (const namespace of written.keys()) if (shared.hold(namespace) === null) written.delete(namespace);
    const recoveries = cluster.recoveries?.() ?? 0;
    const next = new Map<string, Due>();
    for (const namespace of now.namespaces) {
      const hold = shared.hold(namespace);
      if (hold === null) continue;
      const basis = bases.get(namespace) ?? '';
      const version = `${basis} ${suggestions.version(namespace)} ${recoveries}`;
      const last = written.get(namespace);
      if (last?.version === version && Math.abs(clock.now() - last.at) < storeEveryMs) continue;
      next.set(namespace, { basis, version, hold });
    }
    const [first] = next.keys();
    if (first === undefined) return;
    const scope = new Set(await workScope(first));
    const snapshot = await snapshots.ofNamespaces([...scope], serverContext(signal));
    const readable = [...next.keys()].filter((namespace) => scope.has(namespace));
    for (let start = 0; start < readable.length; start += namespacesAtOnce) {
      await save(readable.slice(start, start + namespacesAtOnce), snapshot, next);
    }
  };

  let writing: Promise<void> = Promise.resolve();
  return (signal) => (writing = writing.catch(() => undefined).then(() => writeDue(signal)));
}

/** `version` changes whenever the rows may have changed. `hold`: the replica's claim before the rows were read. */
type Due = { readonly basis: string; readonly version: string; readonly hold: Hold };
