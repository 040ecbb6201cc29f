import type { AppDeps, HistorySource, StateStore, TargetRecord } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { workloadKey } from '../sources/workload-key.ts';
import { createPriorityLimiter } from './priority-limiter.ts';
import { createStateStorage, type StateStorage } from './state-storage.ts';
import { binMs, ringBins, TargetUsage } from './target-usage.ts';

/** What is remembered of a namespace's targets. */
export type NamespaceUsage = {
  /** By workload; a target is missing while no sample of it was ever seen. */
  readonly targets: ReadonlyMap<string, TargetUsage>;
  /** The bin after the newest that was asked for. */
  readonly end: number;
  /** What was incomplete when it was last asked for: sentences for an operator. */
  readonly problems: readonly string[];
};

/**
 * Two weeks of five-minute bins of every enrolled target, filled from the metrics source on first sight and moved on by
 * the newest bins alone, so that no later recommendation needs a long question.
 */
export type UsageHistory = {
  /** What is known, at once; null before the first filling, and when it had to make room. */
  peek(namespace: string): NamespaceUsage | null;
  /** Up to the newest whole bin of the clock. Rejects with `SourceError`; `urgent` goes before all that waits. */
  bring(namespace: string, options?: { readonly urgent?: boolean }): Promise<NamespaceUsage>;
  /** Whether the namespace should be brought up now: it is behind, nobody is at it, and it has not just failed. */
  isDue(namespace: string): boolean;
};

type Space = {
  readonly targets: Map<string, TargetUsage>;
  /** Targets without any sample, with when to look for them in all of the two weeks again. */
  readonly absent: Map<string, { readonly retryAt: number; readonly waited: number }>;
  end: number;
  problems: readonly string[];
  keptAt: number;
};

/** Newest bins are asked for again with the next: a scrape may have come late. */
const overlapBins = 3;
const binsPerHour = 12;
const mostWaitedBins = 288;
/** States are written once an hour: after a restart at most that much is asked for again. */
const keepEveryBins = binsPerHour;
const mostInFlight = 2;
const retryAfterMs = 30_000;
/**
 * About 1,800 targets of one container, so that a server of 10,000 stays under a gigabyte with room to spare; what is
 * over it is read from the store again when it is needed, once an hour.
 */
const memoryBudgetBytes = 128 * 2 ** 20;

type Dependencies = Pick<AppDeps, 'clock' | 'logger'> & {
  readonly stored: () => Promise<StoredState>;
  /** Ends with the server: what is being asked then is nobody's any more, and must not hold its process. */
  readonly ending?: AbortSignal;
};

export function createUsageHistory(
  history: HistorySource,
  states: StateStore | undefined,
  { clock, logger, stored, ending }: Dependencies,
  budgetBytes: number = memoryBudgetBytes,
): UsageHistory {
  const spaces = new Map<string, Space>();
  const inFlight = new Map<string, Promise<NamespaceUsage>>();
  const restUntil = new Map<string, number>();
  const limiter = createPriorityLimiter(mostInFlight);
  const storage = states === undefined ? null : createStateStorage(states, logger);
  const newestBin = (): number => Math.floor(clock.now() / binMs);

  const update = async (namespace: string): Promise<NamespaceUsage> => {
    const now = newestBin();
    const records = (await stored()).byNamespace.get(namespace) ?? [];
    const space = spaces.get(namespace) ?? (await loaded(storage, namespace, records, now));
    const start = startOfQuestion(space, records, now);
    if (start < now) {
      const window = { start: start * binMs, end: now * binMs };
      const listing = await history.history({ namespaces: [namespace] }, window, ending && { signal: ending });
      await learn(space, records, new Map(listing.items.map((item) => [workloadKey(item), item])), { start, now });
      space.problems = listing.problems;
    }
    // Last in the map: used last.
    spaces.delete(namespace);
    spaces.set(namespace, space);
    if (storage !== null && now - space.keptAt >= keepEveryBins) {
      space.keptAt = now;
      await storage.save(space.targets.values());
    }
    makeRoom(spaces, namespace, budgetBytes);
    return space;
  };

  const attempt = async (namespace: string): Promise<NamespaceUsage> => {
    try {
      const space = await update(namespace);
      restUntil.delete(namespace);
      return space;
    } catch (error) {
      restUntil.set(namespace, clock.now() + retryAfterMs);
      throw error;
    } finally {
      inFlight.delete(namespace);
    }
  };

  return {
    peek: (namespace) => spaces.get(namespace) ?? null,
    isDue(namespace) {
      if (inFlight.has(namespace) || clock.now() < (restUntil.get(namespace) ?? 0)) return false;
      const end = spaces.get(namespace)?.end;
      return end === undefined || end < newestBin();
    },
    bring(namespace, options = {}) {
      const running = inFlight.get(namespace);
      if (running !== undefined) return running;
      const bringing = limiter.run(() => attempt(namespace), options.urgent ?? false);
      inFlight.set(namespace, bringing);
      return bringing;
    },
  };
}

/** From where to ask: all of the two weeks while a target was never seen, otherwise where the oldest memory ends. */
function startOfQuestion(space: Space, records: readonly TargetRecord[], now: number): number {
  const isNew = (record: TargetRecord): boolean => {
    const key = workloadKey(record);
    return !space.targets.has(key) && now >= (space.absent.get(key)?.retryAt ?? 0);
  };
  if (records.some(isNew)) return now - ringBins;
  const ends = records.flatMap((record) => space.targets.get(workloadKey(record))?.end ?? []);
  const oldest = ends.length > 0 ? Math.min(...ends) : space.end;
  return oldest >= now ? now : Math.max(oldest - overlapBins, now - ringBins);
}

/** In turns with the requests: reading two weeks of a thousand targets takes seconds. */
async function learn(
  space: Space,
  records: readonly TargetRecord[],
  news: ReadonlyMap<string, Parameters<TargetUsage['advance']>[1]>,
  { start, now }: { readonly start: number; readonly now: number },
): Promise<void> {
  const yieldIfDue = createTimeSlices();
  const enrolled = new Set(records.map(workloadKey));
  for (const key of space.targets.keys()) if (!enrolled.has(key)) space.targets.delete(key);
  for (const key of space.absent.keys()) if (!enrolled.has(key)) space.absent.delete(key);
  const whole = start <= now - ringBins;
  for (const record of records) {
    await yieldIfDue();
    const key = workloadKey(record);
    const item = news.get(key) ?? null;
    const known = space.targets.get(key);
    if (known !== undefined) known.advance(now, item);
    else if (item !== null && whole) {
      const memory = new TargetUsage(record, now);
      memory.advance(now, item);
      space.targets.set(key, memory);
      space.absent.delete(key);
    } else if (item !== null) {
      // It is back: the next question asks for all of it.
      space.absent.set(key, { retryAt: now, waited: 0 });
    } else if (whole) {
      const waited = Math.min(2 * (space.absent.get(key)?.waited ?? binsPerHour / 2), mostWaitedBins);
      space.absent.set(key, { retryAt: now + waited, waited });
    }
  }
  space.end = now;
}

async function loaded(
  storage: StateStorage | null,
  namespace: string,
  records: readonly TargetRecord[],
  now: number,
): Promise<Space> {
  const memories = storage === null ? [] : await storage.load(namespace, new Set(records.map(({ name }) => name)));
  const usable = memories.filter(({ end }) => end > now - ringBins && end <= now);
  return {
    targets: new Map(usable.map((memory) => [workloadKey(memory.identity), memory])),
    absent: new Map(),
    end: now - ringBins,
    problems: [],
    // What was read need not be written again at once; what was not must be.
    keptAt: usable.length > 0 ? Math.min(...usable.map(({ end }) => end)) : 0,
  };
}

/** Forgets what was used least lately, until the rest fits. The namespace that was just brought up stays. */
function makeRoom(spaces: Map<string, Space>, stays: string, budgetBytes: number): void {
  let total = 0;
  for (const { targets } of spaces.values()) for (const memory of targets.values()) total += memory.bytes;
  for (const [namespace, { targets }] of spaces) {
    if (total <= budgetBytes) return;
    if (namespace === stays) continue;
    for (const memory of targets.values()) total -= memory.bytes;
    spaces.delete(namespace);
  }
}
