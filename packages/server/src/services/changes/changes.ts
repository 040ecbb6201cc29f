import {
  type Change,
  type ChangeCheck,
  type ChangeEvent,
  type ChangeList,
  dayMs,
  defaultNodeSettings,
  formatCount,
  hourMs,
  minuteMs,
  targetKey,
} from '@trimtab/core';
import * as z from 'zod/mini';
import { digest } from '../../hex.ts';
import {
  type AppDeps,
  type ChangeFilter,
  commonWork,
  type Hold,
  holdOn,
  isAbort,
  type Page,
  type Principal,
  type RequestContext,
  type Shared,
  SourceError,
  type Store,
  type StoredChange,
  storeTime,
  type TargetRecord,
  type TargetRegistry,
} from '../../ports/index.ts';
import { waitAtMost } from '../../wait.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { createPagination } from '../targets/pagination.ts';
import { newChange, readChange, storedChange, suggestionChange } from './change-record.ts';
import { externalEnrollments } from './external-enrollments.ts';
import { verify } from './verification.ts';
import { createWatcher } from './watcher.ts';

/** Changes that were observed in the cluster, as opposed to actions in Trimtab. */
const clusterEvents = ['resources', 'replicas', 'image'] as const;
const enrollmentDays = 90;
/** Each kind of record has its own limits, so that frequent records do not displace rare ones. */
const retention: readonly { readonly events: readonly ChangeEvent[]; readonly days: number; readonly most: number }[] =
  [
    { events: clusterEvents, days: 90, most: 30_000 },
    { events: ['enrolled', 'unenrolled'], days: enrollmentDays, most: 30_000 },
    // The number of exports is limited by `shareExports`.
    { events: ['export'], days: 90, most: Number.MAX_SAFE_INTEGER },
    { events: ['suggestion'], days: 30, most: 30_000 },
  ];
const mostExports = 30_000;
/** The number of records between two checks of the limits. */
const mostUnchecked = 5_000;
const mostListed = 10_000;
/** If more targets than this have changed, the times of their changes are read again only after this time. */
const fewChanged = 1_000;
const readNewestMs = 5_000;
/** How long a list waits for changes that have not been read yet. */
const waitMs = 3_000;
/** The last hour of a comparison is recorded some minutes after its end, so wait this long. */
const settleMs = 70 * minuteMs;
const checksPerRun = 20;
/**
 * How many due verifications are read. Those of targets that are unknown at the moment are put off without a comparison.
 */
const mostDue = 500;
const retryMs = 10 * minuteMs;
/** A verification is abandoned if its figures cannot be read for this long. */
const giveUpMs = 2 * dayMs;

type Dependencies = {
  readonly deps: Pick<AppDeps, 'auth' | 'clock' | 'logger' | 'history' | 'metrics' | 'scheduler'>;
  readonly registry: Pick<TargetRegistry, 'changes' | 'mayExist' | 'staleProblem'>;
  readonly store: Pick<Store, 'changes'> & {
    readonly shared?: Pick<Shared, 'hold' | 'now' | 'orderOf' | 'revision' | 'startWalk' | 'walk'> | undefined;
  };
  readonly stored: () => Promise<StoredState>;
  readonly costHistory: CostHistory;
};

type CallerEvent = 'export' | 'enrolled' | 'unenrolled';
type Done = Pick<TargetRecord, 'namespace' | 'name' | 'kind'> & { readonly suggestion?: string | null };

export type Changes = ReturnType<typeof createChanges>;

/** Records what happens to targets. A day and a week after a change of resources, it checks whether the change helped. */
export function createChanges({ deps, registry, store: database, stored, costHistory }: Dependencies) {
  const { clock, logger, scheduler } = deps;
  const { changes: store, shared } = database;
  /** The time of the database, for times that replicas compare with each other. */
  const now = () => storeTime(shared, clock);
  const paginate = createPagination<StoredChange>({
    name: 'changes',
    clock,
    shared,
    mostItems: 4 * mostListed,
    keyOf: ({ id }) => id,
  });
  let newest: Promise<ReadonlyMap<string, number>> | null = null;
  let lastNewest: { readonly at: number; readonly byTarget: ReadonlyMap<string, number> } = {
    at: 0,
    byTarget: new Map(),
  };
  const watcher = createWatcher({ deps, store, shared, stored, changed: () => (newest = null) });
  let newestRevision: number | undefined;
  const readElsewhere = externalEnrollments({ registry, store, stored, clock: { now }, days: enrollmentDays });
  let prunedOn = Number.NaN;
  let unchecked = 0;

  const readNewest = async (): Promise<ReadonlyMap<string, number>> => {
    const at = clock.now();
    const read = new Map((await store.newest(clusterEvents)).map((one) => [targetKey(one), one.at] as const));
    const { byTarget } = lastNewest;
    const isSame = read.size === byTarget.size && [...read].every(([key, time]) => byTarget.get(key) === time);
    // Lists are computed again for another object. Most changes are suggestions, which are not among these.
    lastNewest = { at, byTarget: isSame ? byTarget : read };
    return lastNewest.byTarget;
  };
  const write = async (changes: readonly StoredChange[], holds: readonly Hold[] = []) => {
    if (changes.length === 0) return;
    await store.write({ changes, watched: [] }, holds);
    newest = null;
    unchecked += changes.length;
  };
  const verifyDue = async (hold: Hold, signal?: AbortSignal): Promise<void> => {
    const { records, settings } = await stored();
    const { metrics } = deps;
    const sources = { history: costHistory, metrics, settings: settings ?? defaultNodeSettings, signal };
    const enrolled = new Map(records.map((record) => [targetKey(record), record]));
    const isUnknown = (row: StoredChange) =>
      !enrolled.has(targetKey(row)) && registry.mayExist?.(row.namespace, row.name) === true;
    const due = await store.due(now() - settleMs, mostDue);
    const unknown = due.filter(isUnknown);
    if (unknown.length > 0) {
      const reason = registry.staleProblem?.() ?? undefined;
      logger('warn', 'verifications wait because their targets cannot be read', {
        verifications: unknown.length,
        reason,
      });
    }
    await write(unknown.map(putOff), [hold]);
    for (const row of due.filter((one) => !isUnknown(one)).slice(0, checksPerRun)) {
      const change = readChange(row);
      // Clear the due time of a damaged record, so that it is not verified again.
      if (change?.verification == null) await write([{ ...row, dueAt: null }], [hold]);
      else await write([(await verified(change, enrolled.get(targetKey(change)), sources)) ?? putOff(row)], [hold]);
      signal?.throwIfAborted();
    }
  };
  /** Schedules another try. `due` in the body of the change stays the same. */
  const putOff = (row: StoredChange): StoredChange => ({ ...row, dueAt: now() - settleMs + retryMs });
  /** Null if the figures cannot be read now. */
  const verified = async (
    change: Change,
    record: TargetRecord | undefined,
    sources: Parameters<typeof verify>[4],
  ): Promise<StoredChange | null> => {
    const { day, week } = change.verification ?? {};
    const [part, check] = day?.state === 'pending' ? (['day', day] as const) : (['week', week] as const);
    const around = { start: Date.parse(change.at) - 7 * dayMs, end: Date.parse(change.at) + 7 * dayMs };
    const { namespace, name } = change;
    const others = await store.list({ namespace, name, events: ['resources'], window: around }, mostListed);
    const times = others.flatMap(({ id, at }) => (id === change.id ? [] : [at]));
    const done = await verify(change, part === 'day' ? 1 : 7, record, times, sources).catch((error: unknown) =>
      failed(check, error),
    );
    if (done === null || change.verification === null) return null;
    return storedChange({ ...change, verification: { ...change.verification, [part]: done } });
  };
  const failed = (check: ChangeCheck | undefined, error: unknown): ChangeCheck | null => {
    if (isAbort(error) || !(error instanceof SourceError)) throw error;
    logger('warn', 'a change could not be verified; the server tries again', { error });
    if (check === undefined || now() < Date.parse(check.due ?? '') + giveUpMs) return null;
    return { ...check, state: 'impossible', reason: `Its figures could not be read: ${error.message}` };
  };
  const prune = async (): Promise<void> => {
    const today = Math.floor(now() / dayMs);
    if (prunedOn === today && unchecked < mostUnchecked) return;
    await shareExports();
    let isDone = true;
    for (const { events, days, most } of retention) {
      const isEventDone = await store.prune(events, { before: now() - days * dayMs, most });
      isDone &&= isEventDone;
    }
    newest = null;
    // If some are left, the next call deletes more.
    if (!isDone) return;
    unchecked = 0;
    prunedOn = today;
  };
  /**
   * If there are too many exports, the callers with the most of them lose their oldest ones, so that no caller can displace
   * the exports of others. These get a time that is in no list, and are then deleted because of their age.
   */
  const shareExports = async (): Promise<void> => {
    const window = { start: 0, end: Number.MAX_SAFE_INTEGER };
    for (;;) {
      const newestFirst = await store.list({ events: ['export'], window }, mostExports + mostListed);
      const excess = newestFirst.length <= mostExports ? [] : beyondShares(newestFirst, mostExports);
      if (excess.length === 0) return;
      await store.write({ changes: excess.map((row) => ({ ...row, at: -1 })), watched: [] });
    }
  };
  /** Reads the newest changes of all targets, and verifies those that are due. */
  const catchUp = async (signal?: AbortSignal): Promise<void> => {
    // Taken before the watcher reads: meanwhile another replica may get the work, record the same changes, and stop.
    const before = holdOn(shared, commonWork);
    const elsewhere = await readElsewhere();
    for (const change of elsewhere) await watcher.forget(change);
    await watcher.catchUp(signal);
    const hold = holdOn(shared, commonWork);
    if (hold === null) return;
    // The next run finds again what is not written now.
    if (before?.term === hold.term) await write(elsewhere, [hold]);
    await verifyDue(hold, signal);
    await prune();
  };
  const changeBy = ({ subject }: Principal, event: CallerEvent, { suggestion = null, ...target }: Done): Change => {
    // Without sign-in, the caller is unknown.
    const by = deps.auth?.mode === 'oidc' ? subject : null;
    const { namespace, name, kind } = target;
    return newChange({ namespace, name, kind }, { event, at: now(), by, suggestion });
  };
  const ofCaller = (event: CallerEvent, targets: readonly Done[], principal: Principal): readonly StoredChange[] =>
    targets.map((target) => storedChange(changeBy(principal, event, target)));
  /** If a caller exports a target again within an hour, the record gets the same id, so it is stored once. */
  const exportsOf = async (targets: readonly Done[], principal: Principal): Promise<readonly StoredChange[]> => {
    const caller = (await digest(principal.subject)).slice(0, 32);
    const prefix = `export.${Math.floor(now() / hourMs).toString(36)}.${caller}`;
    return targets.map((target) => {
      const id = `${prefix}.${target.namespace}.${target.name}`;
      return storedChange({ ...changeBy(principal, 'export', target), id });
    });
  };
  return {
    catchUp,
    /** The time of the newest change in the cluster of each target with one, by `targetKey`. */
    async newest(): Promise<ReadonlyMap<string, number>> {
      const revision = await shared?.revision('changes');
      if (revision !== newestRevision) newest = null;
      newestRevision = revision;
      const age = Math.abs(clock.now() - lastNewest.at);
      if (newest === null && lastNewest.byTarget.size > fewChanged && age < readNewestMs) return lastNewest.byTarget;
      const reading = (newest ??= readNewest());
      reading.catch(() => {
        if (newest === reading) newest = null;
      });
      return reading;
    },
    async list(filter: ChangeFilter, list: string, context: RequestContext, page: Page): Promise<ChangeList> {
      // Without a scheduler there is no background work, so read the changes now.
      if (scheduler === undefined || (await watcher.problems(filter)).length > 0) {
        const reading = scheduler === undefined ? catchUp() : watcher.catchUp();
        await waitAtMost(
          waitMs,
          reading.catch((error: unknown) => void (isAbort(error) || logFailure(error))),
        );
      }
      const { shown, total } = await paginate(list, context, () => store.list(filter, mostListed), page);
      const incomplete = [
        ...(await watcher.problems(filter)),
        ...(total < mostListed ? [] : [`Only the newest ${formatCount(mostListed)} are listed.`]),
      ];
      return {
        items: shown.flatMap((row) => readChange(row) ?? []),
        total,
        ...(incomplete.length === 0 ? {} : { incomplete }),
      };
    },
    ofCaller,
    /**
     * Records what a caller did. If this fails, only log it, because the action itself has succeeded. `isStored`: the
     * records were stored together with the action.
     */
    async record(
      event: CallerEvent,
      targets: readonly Done[],
      principal: Principal,
      { isStored = false } = {},
    ): Promise<void> {
      try {
        if (event !== 'export') for (const target of targets) await watcher.forget(target);
        if (isStored) unchecked += targets.length;
        else if (event === 'export') await write(await exportsOf(targets, principal));
        else await write(ofCaller(event, targets, principal));
        if (unchecked >= mostUnchecked) await prune();
      } catch (error) {
        logger('warn', 'what a caller did could not be recorded', { event, targets: targets.length, error });
      }
    },
  };

  function logFailure(error: unknown): void {
    logger('warn', 'changes could not be brought up to date', { error });
  }
}

/**
 * The exports to delete so that `most` of them are left, divided evenly among the callers. A caller with less than an
 * equal share leaves the rest of it to the others.
 */
function beyondShares(newestFirst: readonly StoredChange[], most: number): readonly StoredChange[] {
  const byCaller = [...Map.groupBy(newestFirst, callerOf).values()].toSorted((a, b) => a.length - b.length);
  let left = most;
  return byCaller.flatMap((own, index) => {
    const share = Math.floor(left / (byCaller.length - index));
    left -= Math.min(share, own.length);
    return own.slice(share);
  });
}

const recordedBy = z.object({ by: z.string() });

function callerOf({ body }: StoredChange): string | null {
  try {
    return recordedBy.safeParse(JSON.parse(body)).data?.by ?? null;
  } catch {
    return null;
  }
}

/** Wraps a store so that it also records suggestions in the list of changes. */
export const withRecordedSuggestions = (store: Store, stored: () => Promise<StoredState>): Store => ({
  ...store,
  suggestions: {
    ...store.suggestions,
    async add(suggestions) {
      const kinds = new Map((await stored()).records.map((record) => [targetKey(record), record.kind]));
      return store.suggestions.add(suggestions, (added) =>
        added.flatMap((one) => suggestionChange(one, kinds.get(targetKey(one)) ?? '') ?? []).map(storedChange),
      );
    },
  },
});
