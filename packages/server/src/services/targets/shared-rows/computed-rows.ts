import { secondMs } from '@trimtab/core';
import type { AppDeps } from '../../../ports/index.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Snapshot, Snapshots } from '../snapshot.ts';

/** Answers of the sources that were read for lists are used for this time. */
const usedForMs = 30 * secondMs;
const principal = 'server, for lists';

export type ComputedRowsDeps = Pick<AppDeps, 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'ofNamespaces' | 'drop'>;
  readonly sources: Pick<Sources, 'drop'>;
};
export type ComputedRows = ReturnType<typeof createComputedRows>;

/** Rows that no replica has stored. They are computed on behalf of the server, as those that are stored are. */
export function createComputedRows({ clock, snapshots, sources }: ComputedRowsDeps) {
  let namespaces: readonly string[] = [];
  let usedAt = Number.NEGATIVE_INFINITY;
  const drop = (): void => {
    namespaces = [];
    sources.drop(principal);
    snapshots.drop(principal);
  };
  const isRecent = (): boolean => Math.abs(clock.now() - usedAt) < usedForMs;
  return {
    /** If all of these were just computed, together with others, this uses the answers that were read for all of them. */
    of(lacking: readonly string[], signal?: AbortSignal): Promise<Snapshot> {
      if (!isRecent() || lacking.some((namespace) => !namespaces.includes(namespace))) {
        // Answers for other namespaces would stay in memory.
        drop();
        namespaces = lacking;
      }
      usedAt = clock.now();
      return snapshots.ofNamespaces(namespaces, { principal, signal });
    },
    /** Frees the memory of rows and answers that are no longer used. Call it regularly. */
    release(): void {
      if (namespaces.length > 0 && !isRecent()) drop();
    },
  };
}
