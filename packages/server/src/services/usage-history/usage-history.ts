import { createLimiter, workloadKey } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import {
  type AppDeps,
  type Ask,
  type HistorySource,
  holdOn,
  type Shared,
  SourceError,
  type StateStore,
  type TargetRecord,
  type Window,
  type WorkloadHistory,
} from '../../ports/index.ts';
import { binMs, binsPerDay, binsPerHour } from '../../recommender/bins.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { type LateReading, nextReading, nothingRead, silentStretches } from './late-samples.ts';
import { createStateStorage, type StateStorage } from './state-storage.ts';
import { ringBins, TargetUsage } from './target-usage.ts';

/** The past usage of a namespace's targets. */
export type NamespaceUsage = {
  /** By workload key. A target without any sample is absent. */
  readonly targets: ReadonlyMap<string, TargetUsage>;
  /** The keys of targets that were read and have no sample. Targets that were enrolled later are in neither map. */
  readonly absent: ReadonlyMap<string, unknown>;
  /** The bin after the newest one that was read. */
  readonly end: number;
  /** Sentences for an operator that name what was missing in the newest answer. */
  readonly problems: readonly string[];
};

export type UsageHistory = ReturnType<typeof createUsageHistory>;

type NamespaceState = {
  readonly targets: Map<string, TargetUsage>;
  /** Targets without any sample, with the bin at which their two weeks are read again. */
  readonly absent: Map<string, { readonly retryAt: number; readonly waited: number }>;
  end: number;
  problems: readonly string[];
  late: LateReading;
  storedAt: number;
};

/** The newest bins are read twice, because a late scrape may change them. Later samples: `late-samples.ts`. */
const overlapBins = 3;
const longestWaitBins = binsPerDay;
/** States are stored once an hour. After a restart, at most one hour is read again. */
const storeEveryBins = binsPerHour;
const parallelUpdates = 2;
/** The wait after a failed update. Each further failure doubles it. */
const firstRetryMs = 30_000;
const longestRetryMs = 600_000;
/**
 * Enough for about 1,800 targets with one container, so that a server with 10,000 targets stays well below a gigabyte.
 * Namespaces beyond this size are evicted, and loaded from the store again when they are evaluated, once an hour.
 */
const memoryBudgetBytes = 128 * 2 ** 20;

type Dependencies = Pick<AppDeps, 'clock' | 'logger'> & {
  readonly shared?: Shared | undefined;
  readonly stored: () => Promise<StoredState>;
  /** Whether a target that is not stored may be enrolled. Absent: never. */
  readonly mayExist?: ((namespace: string, name: string) => boolean) | undefined;
  /** Aborts when the server stops, so that a running query does not keep the process alive. */
  readonly ending?: AbortSignal;
};

/**
 * Two weeks of five-minute bins of every enrolled target. The weeks are read in full once. Later updates read only the
 * newest bins, so that no recommendation needs a long query.
 */
export function createUsageHistory(
  source: HistorySource,
  states: StateStore | undefined,
  { clock, logger, shared, stored, mayExist, ending }: Dependencies,
  budgetBytes: number = memoryBudgetBytes,
) {
  const namespaces = new LRUCache<string, NamespaceState>({
    maxSize: budgetBytes,
    // One namespace may be larger than the budget. It then stays alone until another one is updated.
    sizeCalculation: (state) => Math.min(budgetBytes, 1 + bytesOf(state)),
  });
  const running = new Map<string, Promise<NamespaceUsage>>();
  const failed = new Map<string, { readonly times: number; readonly retryAt: number }>();
  const limiter = createLimiter(parallelUpdates);
  const storage = states === undefined ? null : createStateStorage(states, logger);
  const newestBin = (): number => Math.floor(clock.now() / binMs);
  /**
   * Whether a state was read while the clock was ahead. The bins that were then in the future are empty, and only the newest
   * ones are read twice.
   */
  const isAhead = ({ end }: NamespaceState): boolean => end > newestBin() + overlapBins;
  /** Whether the pause after a failed update is over, also if the clock was ahead then. */
  const mayRetry = (namespace: string): boolean => {
    const wait = (failed.get(namespace)?.retryAt ?? 0) - clock.now();
    return wait <= 0 || wait > longestRetryMs;
  };

  const read = async (namespace: string, urgent: boolean): Promise<NamespaceUsage> => {
    const now = newestBin();
    // Before anything is read, so that nothing is stored that is older than what another replica stores meanwhile.
    const hold = holdOn(shared, namespace);
    const records = (await stored()).byNamespace.get(namespace) ?? [];
    const known = namespaces.get(namespace);
    const mayExistHere = (name: string) => mayExist?.(namespace, name) === true;
    const state =
      known === undefined || isAhead(known) ? await loadState(storage, namespace, records, now, mayExistHere) : known;
    const ask: Ask = { signal: ending, history: urgent ? 'urgent' : 'background' };
    const readPart = async (part: Part, end: number): Promise<Answer> => {
      const window = { start: part.start * binMs, end: end * binMs };
      const scope = { namespaces: [namespace], workloads: part.records };
      const { items, problems } = await source.history(scope, window, ask);
      return { ...part, problems, items: new Map(items.map((item) => [workloadKey(item), item])) };
    };
    const answers: Answer[] = [];
    const hadUsage = records.filter((record) => state.targets.has(workloadKey(record)));
    for (const part of partsToRead(state, records, now)) answers.push(await readPart(part, now));
    dropOthers(state, records);
    for (const answer of answers) await append(state, answer, now);
    if (answers.length > 0) state.problems = [...new Set(answers.flatMap(({ problems }) => problems))];
    state.end = Math.max(state.end, now);
    const late = nextReading(state.late, silentStretches(state.targets.values(), now), now);
    state.late = late?.reading ?? state.late;
    try {
      // The stretches of the targets whose two weeks were just read are up to date.
      const again = hadUsage.length > 0 ? (late?.again ?? []) : [];
      for (const { start, end } of again) await append(state, await readPart({ records: hadUsage, start }, end), now);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const event = 'bins without samples could not be read again; the server tries again in an hour';
      logger('warn', event, { namespace, error });
    }
    // Delete the entry first, because the cache measures only new entries.
    namespaces.delete(namespace);
    namespaces.set(namespace, state);
    if (storage !== null && now - state.storedAt >= storeEveryBins && hold !== null) {
      state.storedAt = now;
      await storage.save(state.targets.values(), hold);
    }
    return state;
  };

  const attempt = async (namespace: string, urgent: boolean): Promise<NamespaceUsage> => {
    try {
      const state = await read(namespace, urgent);
      failed.delete(namespace);
      return state;
    } catch (error) {
      const before = failed.get(namespace);
      // A request may cause an attempt before that time. Its failure does not lengthen the wait.
      if (before === undefined || mayRetry(namespace)) {
        const times = (before?.times ?? 0) + 1;
        const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** (times - 1));
        failed.set(namespace, { times, retryAt: clock.now() + wait });
      }
      throw error;
    } finally {
      running.delete(namespace);
    }
  };

  /** Reads up to the newest whole bin. Rejects with `SourceError`. `urgent` updates run first. */
  const update = (namespace: string, { urgent = false } = {}): Promise<NamespaceUsage> => {
    const current = running.get(namespace);
    if (current !== undefined) return current;
    const updating = limiter(() => attempt(namespace, urgent), { urgent });
    running.set(namespace, updating);
    return updating;
  };

  /** Null if the window begins before the two weeks. */
  const covering = async (namespace: string, { start, end }: Window): Promise<NamespaceUsage | null> => {
    if (start < (newestBin() - ringBins) * binMs) return null;
    const known = namespaces.peek(namespace);
    return known !== undefined && known.end * binMs >= end && !isAhead(known) ? known : update(namespace);
  };

  return {
    /** The usage in memory; null before the first read and after an eviction. */
    peek: (namespace: string): NamespaceUsage | null => namespaces.peek(namespace) ?? null,
    update,
    /**
     * The histories of targets of one namespace, by workload key. A target without samples is absent. Only data that is
     * not in memory is read from the source. A history may begin before the window.
     */
    histories: async (
      targets: readonly TargetRecord[],
      window: Window,
      signal?: AbortSignal,
    ): Promise<ReadonlyMap<string, WorkloadHistory>> => {
      const namespace = targets[0]?.namespace ?? '';
      const usage = await covering(namespace, window);
      const found = new Map<string, WorkloadHistory>();
      for (const target of targets) {
        const kept = usage?.targets.get(workloadKey(target));
        if (kept !== undefined && kept.end * binMs >= window.end) found.set(workloadKey(target), kept.history());
      }
      const others = targets.filter((target) => !found.has(workloadKey(target)));
      if (others.length === 0) return found;
      const scope = { namespaces: [namespace], workloads: others };
      const { items } = await source.history(scope, window, { signal, history: 'background' });
      for (const item of items) found.set(workloadKey(item), item);
      return found;
    },
    /** Whether data of a target is missing, no update is running, and the pause after a failed update is over. */
    isDue(namespace: string, targets: readonly TargetRecord[]): boolean {
      if (running.has(namespace) || !mayRetry(namespace)) return false;
      const state = namespaces.peek(namespace);
      if (state === undefined || state.end < newestBin() || isAhead(state)) return true;
      return targets.some((target) => !isRead(state, target));
    },
    /** When a failed update is tried again, in milliseconds; null if the newest update has not failed. */
    retryAt: (namespace: string): number | null => failed.get(namespace)?.retryAt ?? null,
  };
}

function bytesOf({ targets }: NamespaceState): number {
  let bytes = 0;
  for (const usage of targets.values()) bytes += usage.bytes;
  return bytes;
}

/** Whether the two weeks of a target were read, or found to be without any sample. */
export const isRead = (
  { targets, absent }: Pick<NamespaceUsage, 'absent' | 'targets'>,
  record: TargetRecord,
): boolean => targets.has(workloadKey(record)) || absent.has(workloadKey(record));

/** Targets that are read together, from the bin `start`. */
type Part = { readonly records: readonly TargetRecord[]; readonly start: number };
type Answer = Part & {
  /** By workload key. */
  readonly items: ReadonlyMap<string, Parameters<TargetUsage['advance']>[1]>;
  readonly problems: readonly string[];
};

/** The two weeks of targets that were never read, and the newest bins of all others. */
function partsToRead(state: NamespaceState, records: readonly TargetRecord[], now: number): Part[] {
  const isNew = (record: TargetRecord): boolean => {
    const key = workloadKey(record);
    return !state.targets.has(key) && now >= (state.absent.get(key)?.retryAt ?? 0);
  };
  const others = records.filter((record) => !isNew(record));
  const ends = others.flatMap((record) => state.targets.get(workloadKey(record))?.end ?? []);
  const oldest = ends.length > 0 ? Math.min(...new Set(ends)) : state.end;
  const parts = [
    { records: records.filter(isNew), start: now - ringBins },
    { records: others, start: oldest >= now ? now : Math.max(oldest - overlapBins, now - ringBins) },
  ];
  return parts.filter(({ records: some, start }) => some.length > 0 && start < now);
}

/** Drops the targets that are no longer enrolled. */
function dropOthers({ targets, absent }: NamespaceState, records: readonly TargetRecord[]): void {
  const enrolled = new Set(records.map(workloadKey));
  for (const key of targets.keys()) if (!enrolled.has(key)) targets.delete(key);
  for (const key of absent.keys()) if (!enrolled.has(key)) absent.delete(key);
}

/** Adds the samples of an answer. Two weeks of a thousand targets take seconds, so requests run in between. */
async function append(state: NamespaceState, { records, start, items }: Answer, now: number): Promise<void> {
  const yieldIfDue = createTimeSlices();
  const isFullRead = start <= now - ringBins;
  for (const record of records) {
    await yieldIfDue();
    const key = workloadKey(record);
    const item = items.get(key) ?? null;
    const known = state.targets.get(key);
    if (known !== undefined) known.advance(now, item);
    else if (item !== null && isFullRead) {
      const usage = new TargetUsage(record, now);
      usage.advance(now, item);
      state.targets.set(key, usage);
      state.absent.delete(key);
    } else if (item !== null) {
      // The target has samples again, so the next update reads its two weeks.
      state.absent.set(key, { retryAt: now, waited: 0 });
    } else if (isFullRead) {
      const waited = Math.min(2 * (state.absent.get(key)?.waited ?? binsPerHour / 2), longestWaitBins);
      state.absent.set(key, { retryAt: now + waited, waited });
    }
  }
}

async function loadState(
  storage: StateStorage | null,
  namespace: string,
  records: readonly TargetRecord[],
  now: number,
  mayExist: (name: string) => boolean,
): Promise<NamespaceState> {
  const names = new Set(records.map(({ name }) => name));
  const loaded = storage === null ? [] : await storage.load(namespace, names, mayExist);
  const usable = loaded.filter(({ end }) => end > now - ringBins && end <= now);
  return {
    targets: new Map(usable.map((usage) => [workloadKey(usage.identity), usage])),
    absent: new Map(),
    end: now - ringBins,
    problems: [],
    late: nothingRead,
    // States that were just loaded need not be stored again yet. If there are none, the next update stores them.
    storedAt: usable.length > 0 ? Math.min(...new Set(usable.map(({ end }) => end))) : 0,
  };
}
