import { dayMs, minuteMs, type Suggestion, targetKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import {
  type AppDeps,
  commonWork,
  holdOn,
  type NewSuggestion,
  type Shared,
  type Store,
  type StoredSuggestion,
  storeTime,
  type TargetRecord,
  type Window,
} from '../../ports/index.ts';
import { nextTask } from '../event-loop/next-task.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { Advised } from './evaluation.ts';
import { encodeSuggestion, readAnswer, readOwnRecord, readRecord } from './suggestion-record.ts';

const storedDays = 400;
const unusedMs = 5 * minuteMs;
/** A write blocks the process while the disk is busy. */
const suggestionsPerWrite = 64;

type Name = Pick<TargetRecord, 'namespace' | 'name'>;
export type PublishedSuggestions = ReturnType<typeof createPublishedSuggestions>;

/**
 * The published suggestions: the newest of every target is in memory, and all of them are in the store. A suggestion is
 * in force from the moment it is published, and `flush` stores it, unless another replica has replaced the same one.
 */
export function createPublishedSuggestions(
  {
    suggestions: store,
    shared,
  }: Pick<Store, 'suggestions'> & { readonly shared?: Pick<Shared, 'hold' | 'now' | 'revision' | 'revisions'> },
  { clock, logger }: Pick<AppDeps, 'clock' | 'logger'>,
) {
  /** By namespace, then name. */
  const newest = new Map<string, Map<string, Advised>>();
  const loading = new Map<string, Promise<void>>();
  let pending: NewSuggestion[] = [];
  let flushing: Promise<void> = Promise.resolve();
  let prunedOn = -1;
  /** The newest suggestions in the store, readable or not, in milliseconds. */
  const newestAt = new Map<string, number>();
  /** How often other replicas have changed the suggestions of a namespace. */
  const versions = new Map<string, number>();
  const changed = (namespace: string) => versions.set(namespace, (versions.get(namespace) ?? 0) + 1);
  let seenRevision: number | undefined;
  let seenRevisions: ReadonlyMap<string, number> = new Map();

  const ofNamespace = (namespace: string): Map<string, Advised> => getOrInsert(newest, namespace, () => new Map());
  const loadNamespace = async (namespace: string): Promise<void> => {
    const yieldIfDue = createTimeSlices();
    for (const stored of await store.newest(namespace)) {
      const record = readRecord(stored);
      const own = ofNamespace(namespace);
      newestAt.set(targetKey(stored), stored.createdAt);
      const known = own.get(stored.name);
      // What this replica publishes during the reading is newer. The same suggestion stays the same object.
      if (record !== null && known?.id !== record.id && (known?.publishedAt ?? -1) <= record.publishedAt) {
        own.set(stored.name, record);
      }
      await yieldIfDue();
    }
  };
  const usedAt = new Map<string, number>();
  const forget = (namespace: string): void => {
    for (const name of newest.get(namespace)?.keys() ?? []) newestAt.delete(targetKey({ namespace, name }));
    for (const known of [newest, loading, usedAt]) known.delete(namespace);
    changed(namespace);
  };
  /** Forgets namespaces that other replicas work on and for which no request came for some minutes. */
  const forgetUnused = (): void => {
    for (const [namespace, at] of usedAt)
      if (clock.now() - at >= unusedMs && holdOn(shared, namespace) === null) forget(namespace);
  };
  /** Makes the next `load` read the namespaces for which other replicas have published suggestions. */
  const forgetRevised = async (): Promise<void> => {
    const revision = await shared?.revision('suggestions');
    if (shared === undefined || revision === undefined || revision === seenRevision) return;
    const revisions = await shared.revisions('suggestions');
    for (const [namespace, count] of revisions) {
      if (seenRevisions.get(namespace) !== count && loading.delete(namespace)) changed(namespace);
    }
    [seenRevision, seenRevisions] = [revision, revisions];
  };
  const prune = async (): Promise<void> => {
    const today = Math.floor(storeTime(shared, clock) / dayMs);
    if (prunedOn === today || holdOn(shared, commonWork) === null) return;
    // If some are left, the next call deletes more, so that no request waits for all of them.
    if (await store.prune((today - storedDays) * dayMs)) prunedOn = today;
  };
  /** Replaces suggestions by those that another replica has published first. */
  const giveWay = async (overtaken: readonly StoredSuggestion[]): Promise<void> => {
    for (const { namespace, name } of overtaken) ofNamespace(namespace).delete(name);
    for (const namespace of new Set(overtaken.map((one) => one.namespace))) {
      await loadNamespace(namespace);
      changed(namespace);
    }
  };
  const writePending = async (): Promise<void> => {
    try {
      await prune();
      while (pending.length > 0) {
        const batch = pending.slice(0, suggestionsPerWrite);
        const added = new Set((await store.add(batch)).map(({ id }) => id));
        const overtaken = new Map(batch.flatMap((one) => (added.has(one.id) ? [] : [[targetKey(one), one] as const])));
        const written = new Set(batch);
        pending = pending.filter((one) => !written.has(one) && !overtaken.has(targetKey(one)));
        await giveWay([...overtaken.values()]);
        if (pending.length > 0) await nextTask();
      }
    } catch (error) {
      // Log one line for all of them, because a full disk makes every write of a round fail.
      logger('warn', 'suggestions could not be stored; the server tries again', { suggestions: pending.length, error });
    }
  };
  const flush = (): Promise<void> => (flushing = flushing.then(writePending));
  const list = async ({ namespace, name }: Name, window: Window): Promise<readonly Suggestion[]> => {
    await flush();
    const unwritten = pending.filter(
      (one) =>
        one.namespace === namespace && one.name === name && one.createdAt >= window.start && one.createdAt < window.end,
    );
    const stored = [...unwritten.toReversed(), ...(await store.list(namespace, name, window))];
    return stored.flatMap((one) => readAnswer(one) ?? []);
  };

  return {
    /** Reads the current suggestions of these namespaces, each once while it is used. Rejects with `StoreError`. */
    async load(namespaces: Iterable<string>): Promise<void> {
      await forgetRevised();
      forgetUnused();
      for (const namespace of namespaces) {
        usedAt.set(namespace, clock.now());
        const known = loading.get(namespace);
        const reading = known ?? loadNamespace(namespace);
        if (known === undefined) {
          loading.set(namespace, reading);
          reading.catch(() => loading.delete(namespace));
        }
        await reading;
      }
    },
    version: (namespace: string): number => versions.get(namespace) ?? 0,
    /** The newest suggestion of a target since its enrollment; null if there is none. */
    inForce(target: TargetRecord): Advised | null {
      const known = newest.get(target.namespace)?.get(target.name) ?? null;
      const since = Math.max(target.enrolledAt, storeTime(shared, clock) - storedDays * dayMs);
      return known !== null && known.publishedAt >= since ? known : null;
    },
    publish(
      target: Name & { readonly enrolledAt?: number },
      suggestion: Omit<Advised, 'kind' | 'id' | 'publishedAt'>,
    ): Advised {
      const own = ofNamespace(target.namespace);
      const before = Math.max(
        own.get(target.name)?.publishedAt ?? -1,
        newestAt.get(targetKey(target)) ?? -1,
        // Suggestions of an earlier enrollment may be stored.
        target.enrolledAt ?? -1,
      );
      const published: Advised = {
        ...suggestion,
        kind: 'advised',
        id: crypto.randomUUID(),
        // Always later than the previous suggestion, even if the clock was set back, because the newest suggestion is
        // in force.
        publishedAt: Math.max(storeTime(shared, clock), before + 1),
      };
      const stored = encodeSuggestion(target, published);
      // Use the record as it would be read from the store, so that answers are the same after a restart.
      const record = readOwnRecord(stored) ?? published;
      own.set(target.name, record);
      pending.push({ ...stored, follows: before });
      return record;
    },
    /** Stores the published suggestions. A failure is logged, and the next call tries again. */
    flush,
    /** The suggestions that were in force at some time of the window, as the API returned them, newest first. */
    inForceDuring: async (target: Name, window: Window): Promise<readonly Suggestion[]> => {
      const within = await list(target, window);
      const before = await store.newestBefore(target.namespace, target.name, window.start);
      const first = before === null ? null : readAnswer(before);
      return first === null ? within : [...within, first];
    },
    /** The published suggestions of a target as the API returned them, newest first. */
    list,
    /** Keeps only the namespaces in `enrolled`. The suggestions of others are read again when they are needed. */
    retainNamespaces(enrolled: ReadonlyMap<string, unknown>): void {
      for (const namespace of new Set([...newest.keys(), ...usedAt.keys()]))
        if (!enrolled.has(namespace)) forget(namespace);
    },
    /** Removes the targets of a namespace that are no longer enrolled. */
    retain(namespace: string, names: ReadonlySet<string>): void {
      const own = newest.get(namespace);
      for (const name of own?.keys() ?? []) if (!names.has(name)) own?.delete(name);
    },
  };
}
