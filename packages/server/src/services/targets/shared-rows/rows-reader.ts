import { secondMs } from '@trimtab/core';
import type { AppDeps, Shared } from '../../../ports/index.ts';
import type { StoredState } from '../../cache/cached-store.ts';
import { createTimeSlices } from '../../event-loop/time-slices.ts';
import type { NamespaceBasis } from './namespace-basis.ts';
import { decodeRows, type NamespaceRows, namespacesAtOnce } from './stored-rows.ts';

/** Rows that are older have lost their replica, and no other one has taken the work over. */
const usableForMs = 120 * secondMs;
/** Rows that were stored since are read at most this often, unless a list lacks some. */
const readEveryMs = 5 * secondMs;
/** A list waits for rows that were stored since only if they were last read before this time. */
const readAgainMs = 30 * secondMs;

type Known = NamespaceRows & { readonly basis: string; readonly usableUntil: number };

export type RowsReader = ReturnType<typeof createRowsReader>;

/** A copy in memory of the rows that all replicas have stored. */
export function createRowsReader(
  {
    clock,
    logger,
    shared,
  }: Pick<AppDeps, 'clock' | 'logger'> & {
    readonly shared: Pick<Shared, 'revision' | 'revisions' | 'rows'>;
  },
  basisOf: NamespaceBasis,
) {
  let known: ReadonlyMap<string, Known> = new Map();
  let seenRevision: number | undefined;
  const seenRevisions = new Map<string, number>();
  let readAt = Number.NEGATIVE_INFINITY;

  const readChanged = async (now: StoredState): Promise<void> => {
    const revision = await shared.revision('rows');
    if (revision === seenRevision) {
      readAt = clock.now();
      return;
    }
    const [revisions, bases] = [await shared.revisions('rows'), await basisOf(now)];
    const next = new Map([...known].filter(([namespace]) => now.byNamespace.has(namespace)));
    for (const namespace of seenRevisions.keys()) if (!next.has(namespace)) seenRevisions.delete(namespace);
    const changed = now.namespaces
      .filter((namespace) => revisions.get(namespace) !== seenRevisions.get(namespace))
      .map((namespace) => ({ namespace, basis: bases.get(namespace) ?? '' }));
    const yieldIfDue = createTimeSlices();
    const words = new Map<string, unknown>();
    let left = changed.length;
    try {
      for (let start = 0; start < changed.length; start += namespacesAtOnce) {
        for (const { namespace, basis, body, ageMs } of await shared.rows(
          changed.slice(start, start + namespacesAtOnce),
        )) {
          const rows = decodeRows(body, now.byNamespace.get(namespace) ?? [], words);
          next.set(namespace, { ...rows, basis, usableUntil: clock.now() + usableForMs - ageMs });
          seenRevisions.set(namespace, revisions.get(namespace) ?? 0);
          left -= 1;
          await yieldIfDue();
        }
      }
    } finally {
      // All at once: lists, KPIs and costs are computed again whenever this changes, which takes long for many targets.
      known = next;
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

  return {
    /**
     * By namespace; another object after each reading. Some may be too old, or for other targets or settings: see
     * `lacking`.
     */
    known: () => known,
    /** The revision of the known rows of a namespace; undefined if there are none. */
    revisionOf: (namespace: string): number | undefined => seenRevisions.get(namespace),
    /** The time at which the rows of the first of these namespaces become too old. */
    usableUntil: (namespaces: readonly string[]): number =>
      namespaces.reduce((first, one) => Math.min(first, known.get(one)?.usableUntil ?? 0), Number.POSITIVE_INFINITY),
    /** Reads what was stored since, if the last reading was some seconds ago. */
    async read(now: StoredState): Promise<void> {
      const age = Math.abs(clock.now() - readAt);
      if (age < readEveryMs) return;
      const done = reading ?? startReading(now, null);
      if (age >= readAgainMs) return done;
      done.catch((error: unknown) => logger('warn', 'the rows of lists could not be read', { error }));
    },
    /** Reads everything that was stored before this call. */
    readNow: (now: StoredState): Promise<void> => startReading(now, reading),
    /** Those of the namespaces that have no rows for the newest targets and settings. */
    async lacking(now: StoredState, needed: readonly string[]): Promise<readonly string[]> {
      const bases = await basisOf(now);
      const at = clock.now();
      return needed.filter((namespace) => {
        const own = known.get(namespace);
        return own === undefined || own.basis !== bases.get(namespace) || own.usableUntil <= at;
      });
    },
  };
}
