import { createLimiter, dayMs, hourMs, isInClusters, minuteMs, targetKey, workloadKey } from '@trimtab/core';
import {
  type AppDeps,
  type ChangeFilter,
  type ChangeStore,
  type DeclaredState,
  type HistorySource,
  type Hold,
  holdOn,
  isAbort,
  type Shared,
  type SourceError,
  type StoredChange,
  sentenceOf,
  type TargetRecord,
  type WatchedTarget,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { matches, newChange, pendingChecks, readChange, storedChange } from './change-record.ts';
import { compare, type DeclaredChange, firstWatch, type Watch } from './declared-changes.ts';

const stepMs = 5 * minuteMs;
/** Samples arrive up to a minute late. */
const settleMs = minuteMs;
/** How far back the changes of a new target are read, with one state per hour. */
const firstReadMs = 14 * dayMs;
/** Up to this length, all namespaces are read at once, for longer spans in groups with this many targets. */
const shortMs = hourMs;
const targetsPerRead = 100;
/** Longer spans are read with one state per hour. */
const fineMs = dayMs;
const parallelReads = 2;
/** The stored state of an unchanged target is at most this old. After a restart, the time since then is read again. */
const storeEveryMs = hourMs;
/** A write blocks the process while the disk is busy. */
const targetsPerWrite = 100;
const suggestionAgeMs = 30 * dayMs;
const suggestionsCompared = 5;

type Seen = {
  readonly seenTo: number;
  readonly storedTo: number;
  readonly watch: Watch;
  /** Differs after a new enrollment, which must not be compared with the last one. Null if it was read from the store. */
  readonly enrolledAt: number | null;
};

type Dependencies = {
  readonly deps: Pick<AppDeps, 'clock' | 'logger' | 'history'>;
  readonly store: ChangeStore;
  readonly shared: Pick<Shared, 'hold'> | undefined;
  readonly stored: () => Promise<StoredState>;
  readonly changed: () => void;
};

/** Compares what the cluster declares for every target with what it declared earlier. */
export function createWatcher({ deps: { clock, logger, history }, store, shared, stored, changed }: Dependencies) {
  const seen = new Map<string, Seen>();
  /** The terms in which the states of the namespaces were loaded. */
  const loaded = new Map<string, number>();
  const failures = new Map<string, string>();
  const limiter = createLimiter(parallelReads);
  let running: Promise<void> | null = null;

  const load = async (namespace: string, targets: readonly TargetRecord[], { term }: Hold): Promise<void> => {
    if (loaded.get(namespace) === term) return;
    for (const target of targets) seen.delete(targetKey(target));
    for (const one of await store.watched(namespace)) {
      const watch = readWatch(one);
      const { seenTo } = one;
      if (watch !== null) seen.set(targetKey(one), { seenTo, storedTo: seenTo, watch, enrolledAt: null });
    }
    loaded.set(namespace, term);
  };
  /** Frees the states of namespaces on which another replica works now, and of targets that are no longer enrolled. */
  const forgetOthers = (held: ReadonlyMap<string, Hold>, own: readonly TargetRecord[]): void => {
    for (const namespace of loaded.keys()) if (!held.has(namespace)) loaded.delete(namespace);
    if (seen.size <= own.length) return;
    const keys = new Set(own.map(targetKey));
    for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key);
  };
  const seenOf = (target: TargetRecord): Seen | undefined => {
    const known = seen.get(targetKey(target));
    return known?.enrolledAt == null || known.enrolledAt === target.enrolledAt ? known : undefined;
  };
  const apply = async (
    targets: readonly TargetRecord[],
    histories: ReadonlyMap<string, readonly DeclaredState[]>,
    to: number,
    holds: readonly Hold[],
  ): Promise<void> => {
    const yieldIfDue = createTimeSlices();
    for (let index = 0; index < targets.length; index += targetsPerWrite) {
      const compared: [string, Seen][] = [];
      const changes: StoredChange[] = [];
      const watched: WatchedTarget[] = [];
      for (const target of targets.slice(index, index + targetsPerWrite)) {
        const { namespace, name } = target;
        const before = seenOf(target);
        const next = compare(before?.watch ?? firstWatch, histories.get(workloadKey(target)) ?? []);
        for (const change of next.changes) changes.push(storedChange(await recordOf(store, target, change)));
        const isStored = before !== undefined && next.watch === before.watch && to < before.storedTo + storeEveryMs;
        compared.push([
          targetKey(target),
          { seenTo: to, storedTo: isStored ? before.storedTo : to, watch: next.watch, enrolledAt: target.enrolledAt },
        ]);
        if (!isStored) watched.push({ namespace, name, seenTo: to, body: JSON.stringify(next.watch) });
        await yieldIfDue();
      }
      // Store the compared state and the changes that follow from it together, so that each change is recorded once.
      if (changes.length + watched.length > 0) await store.write({ changes, watched }, holds);
      for (const [key, one] of compared) seen.set(key, one);
      if (changes.length > 0) changed();
    }
  };
  const read = async (
    source: Pick<HistorySource, 'declared'>,
    targets: readonly TargetRecord[],
    { from, to, holds }: { readonly from: number; readonly to: number; readonly holds: readonly Hold[] },
    signal?: AbortSignal,
  ): Promise<void> => {
    const namespaces = [...new Set(targets.map(({ namespace }) => namespace))];
    const step = to - from > fineMs ? hourMs : stepMs;
    const window = { start: from + step, end: Math.floor(to / step) * step };
    try {
      const listing = await source.declared?.({ namespaces }, window, step, { signal, history: 'background' });
      const histories = new Map(listing?.items.map((one) => [workloadKey(one), one.states]));
      const failed = listing?.failed ?? new Map<string, SourceError>();
      for (const namespace of namespaces) note(namespace, failed.get(namespace)?.message ?? null);
      await apply(
        targets.filter(({ namespace }) => !failed.has(namespace)),
        histories,
        window.end,
        holds,
      );
    } catch (error) {
      if (isAbort(error)) throw error;
      logger('warn', 'changes in the cluster could not be read; the server tries again', { namespaces, error });
      for (const namespace of namespaces) note(namespace, sentenceOf(error));
    }
  };
  const note = (namespace: string, problem: string | null) =>
    problem === null ? failures.delete(namespace) : failures.set(namespace, problem);
  const catchUp = async (signal?: AbortSignal): Promise<void> => {
    if (history?.declared === undefined) return;
    const { byNamespace } = await stored();
    const held = new Map<string, Hold>();
    const own: TargetRecord[] = [];
    for (const [namespace, targets] of byNamespace) {
      const hold = holdOn(shared, namespace);
      if (hold === null) continue;
      await load(namespace, targets, hold);
      held.set(namespace, hold);
      for (const target of targets) own.push(target);
    }
    forgetOthers(held, own);
    const to = Math.floor((clock.now() - settleMs) / stepMs) * stepMs;
    const due = Map.groupBy(own, (target) =>
      Math.max(seenOf(target)?.seenTo ?? 0, Math.floor((to - firstReadMs) / hourMs) * hourMs),
    );
    const reads = [...due].flatMap(([from, targets]) => {
      if (from >= to) return [];
      const groups = to - from <= shortMs ? [targets] : wholeNamespaces(targets, targetsPerRead);
      return groups.map((group) => {
        return limiter(async () => {
          // Earlier reads may have taken minutes. Of a namespace that another replica has taken over, nothing could be stored.
          const ours = group.filter(({ namespace }) => held.get(namespace)?.term === holdOn(shared, namespace)?.term);
          const holds = [...new Set(ours.flatMap(({ namespace }) => held.get(namespace) ?? []))];
          if (ours.length > 0) await read(history, ours, { from, to, holds }, signal);
        });
      });
    });
    await Promise.all(reads);
  };
  return {
    /** Simultaneous callers share one run. */
    catchUp(signal?: AbortSignal): Promise<void> {
      running ??= catchUp(signal).finally(() => {
        running = null;
      });
      return running;
    },
    /** Sentences that name those of these enrolled namespaces whose changes are unknown. */
    async problems({
      namespace: only,
      clusters,
    }: Pick<ChangeFilter, 'namespace' | 'clusters'>): Promise<readonly string[]> {
      if (history?.declared === undefined)
        return ['The source of past usage does not report requests, replicas and images.'];
      const { byNamespace } = await stored();
      const isWanted = (namespace: string) =>
        (only === undefined || namespace === only) &&
        isInClusters(namespace, clusters) &&
        holdOn(shared, namespace) !== null;
      const unread = [...byNamespace].filter(
        ([namespace, targets]) =>
          !failures.has(namespace) && isWanted(namespace) && targets.some((target) => seenOf(target) === undefined),
      );
      const coming = unread.map(([namespace]) => `The changes of namespace ${namespace} are still being read.`);
      return [
        ...(coming.length > 3 ? [`The changes of ${coming.length} namespaces are still being read.`] : coming),
        ...[...failures]
          .filter(([namespace]) => byNamespace.has(namespace) && isWanted(namespace))
          .map(([namespace, reason]) => `Changes of namespace ${namespace} could not be read: ${reason}`),
      ];
    },
    async forget({ namespace, name }: Pick<TargetRecord, 'namespace' | 'name'>): Promise<void> {
      seen.delete(targetKey({ namespace, name }));
      await store.forget(namespace, name);
    },
  };
}

/** Groups of whole namespaces with at most this many targets, or a single namespace. */
function wholeNamespaces(targets: readonly TargetRecord[], most: number): readonly TargetRecord[][] {
  const groups: TargetRecord[][] = [];
  for (const own of Map.groupBy(targets, ({ namespace }) => namespace).values()) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + own.length <= most) last.push(...own);
    else groups.push(own);
  }
  return groups;
}

function readWatch({ body }: WatchedTarget): Watch | null {
  try {
    // Only this server writes the state, and a version that stores another shape uses another table.
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Records a change in the cluster, with the suggestion that it applied and its verifications. */
async function recordOf(store: ChangeStore, target: TargetRecord, { event, at, before, after }: DeclaredChange) {
  if (event !== 'resources') return newChange(target, { event, at, before, after });
  const { namespace, name } = target;
  const published = await store.list(
    { namespace, name, events: ['suggestion'], window: { start: at - suggestionAgeMs, end: at } },
    suggestionsCompared,
  );
  const applied = published
    .flatMap((row) => readChange(row) ?? [])
    .find((one) => one.after !== null && matches(after, one.after));
  return newChange(target, {
    event,
    at,
    before,
    after,
    suggestion: applied?.suggestion ?? null,
    verification: pendingChecks(at),
  });
}
