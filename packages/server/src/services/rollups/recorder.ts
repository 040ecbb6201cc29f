import { dayMs, hourMs, targetKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type { Hold, Logger, RollupTarget, Shared, Store, SummaryChange, Window } from '../../ports/index.ts';
import { keptFor } from '../cache/kept-for.ts';
import type { NumberedTarget } from './cost-history.ts';
import { GroupDay, groupOf, isOtherLayout, placeOf, sumsOf } from './group-day.ts';
import {
  completeHour,
  decodeBlock,
  emptyBlock,
  encodeBlock,
  type HourlyBlock,
  isOtherEncoding,
  setHour,
} from './hourly-block.ts';
import type { HourlyFigures } from './hourly-figures.ts';

/** The hours of one target that were read. An hour in the range without an entry is a gap. */
export type TargetHours = {
  readonly namespace: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly hours: readonly Hour[];
  /** Hours before the range that were read again. They count if more of the hour has samples than when it was recorded. */
  readonly again?: readonly Hour[];
};

/** `at`: the start of the hour, in milliseconds. */
type Hour = { readonly at: number; readonly figures: HourlyFigures };

type Target = Pick<RollupTarget, 'namespace' | 'name'>;
/** Undefined for a target without recorded hours. */
export type Covered = (target: Target) => RollupTarget | undefined;

export type Recorder = ReturnType<typeof createRecorder>;

/** Writes hours into blocks and summaries. Batches run one after the other, because each reads the last. */
export function createRecorder(
  {
    rollups: store,
    shared,
  }: Pick<Store, 'rollups'> & { readonly shared?: Pick<Shared, 'revision' | 'revisions'> | undefined },
  logger: Logger = () => undefined,
) {
  const logOnce = logsOnce(logger);
  let last: Promise<unknown> = Promise.resolve();
  /** How many batches this server has written or tried to write. */
  let batches = 0;
  /** Changes whenever a replica has written a batch. */
  const revision = async (): Promise<number> => (await shared?.revision('rollups')) ?? batches;
  /** How many batches changed a day: since the server started or, with replicas, ever. */
  const changesOfDay = new Map<number, number>();
  let countedRevision: number | undefined;
  /** Reads the changes of all replicas. */
  const readChanges = async (): Promise<void> => {
    if (shared === undefined) return;
    const current = await revision();
    if (current === countedRevision) return;
    for (const [day, count] of await shared.revisions('rollups')) changesOfDay.set(Number(day), count);
    countedRevision = current;
  };
  // Also after a failed write: it may have been executed and only its result lost.
  const countChanges = (days: Iterable<number>): void => {
    batches += 1;
    if (shared !== undefined) return;
    for (const day of days) changesOfDay.set(day, (changesOfDay.get(day) ?? 0) + 1);
  };
  const coverageAt = keptFor(() => store.coverage());
  const coverage = async () => coverageAt(await revision());
  const namesOf = keptFor(async (): Promise<readonly NumberedTarget[]> => {
    const namespaces = new Map<string, string>();
    const once = (text: string): string => getOrInsert(namespaces, text, () => text);
    return (await store.targets()).map(({ id, namespace, name }) => ({ id, namespace: once(namespace), name }));
  });
  const coveredIn = new Map<string, (revision: number) => Promise<ReadonlyMap<string, RollupTarget>>>();
  // Not inside of `covered`, because it would keep what the first call has read. A row has its namespace as a text of its own.
  const readerOf = (namespace: string) =>
    keptFor(async () => {
      const rows = await store.targets(namespace);
      return new Map(
        rows.map(({ id, name, coveredFrom, coveredTo }) => [name, { id, namespace, name, coveredFrom, coveredTo }]),
      );
    });
  const covered = async (targets: readonly Target[]): Promise<Covered> => {
    const current = await revision();
    const namespaces = [...new Set(targets.map(({ namespace }) => namespace))];
    const found = await Promise.all(
      namespaces.map(async (namespace) => {
        return [namespace, await getOrInsert(coveredIn, namespace, () => readerOf(namespace))(current)] as const;
      }),
    );
    const byNamespace = new Map(found);
    return ({ namespace, name }) => byNamespace.get(namespace)?.get(name);
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    /** All targets with recorded hours, ordered by id. They are read again only when some were added or deleted. */
    async names(): Promise<readonly NumberedTarget[]> {
      const current = await coverage();
      return current === null ? [] : namesOf(`${current.targets} ${current.sumOfIds}`);
    },
    /** The range of recorded time; null if nothing is recorded yet. */
    async reach(): Promise<Window | null> {
      const current = await coverage();
      return current && { start: current.coveredFrom, end: current.coveredTo };
    },
    /** The recorded hours of these targets. Those of a namespace are read again when a batch was written. */
    covered,
    /** Writes a batch atomically. An hour that is recorded again is replaced. */
    record: (batch: readonly TargetHours[], hold: Hold) =>
      inTurn(async () => {
        let changed = daysOf(batch);
        try {
          const kept: Kept = { blocks: [], damaged: [], summaries: [] };
          changed = await recordBatch(store, await covered(batch), batch, hold, kept);
          logOnce(kept);
        } finally {
          countChanges(changed);
        }
      }),
    prune: (day: number) =>
      inTurn(async () => {
        await store.prune(day);
        countChanges([day - 1]);
      }),
    /** For each window a number that increases when a day of the window is changed. */
    async changes(): Promise<(window: Window) => number> {
      await readChanges();
      return ({ start, end }) => {
        let changes = 0;
        for (const [day, count] of changesOfDay) if ((day + 1) * dayMs > start && day * dayMs < end) changes += count;
        return changes;
      };
    },
  };
}

/** The number of targets that a log entry names. */
const mostNamed = 3;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

type BlockPlace = { readonly id: number; readonly day: number; readonly namespace: string; readonly name: string };

/** What a batch left as it was, because only a later version can read it, and the damaged blocks that it replaced. */
type Kept = {
  readonly blocks: BlockPlace[];
  readonly damaged: BlockPlace[];
  readonly summaries: { readonly group: number; readonly day: number }[];
};

/** Logs each block and each summary once, not for each hour. */
function logsOnce(logger: Logger): (kept: Kept) => void {
  const logged = new Set<string>();
  const logBlocks = (all: readonly BlockPlace[], event: string): void => {
    const blocks = all.filter(({ id, day }) => !logged.has(`block ${id} ${day}`));
    for (const { id, day } of blocks) logged.add(`block ${id} ${day}`);
    for (const [day, own] of Map.groupBy(blocks, (one) => one.day)) {
      const targets = own.slice(0, mostNamed).map(({ namespace, name }) => `${namespace}/${name}`);
      logger('warn', event, { day: dateOf(day), blocks: own.length, targets });
    }
  };
  return (kept) => {
    logBlocks(kept.blocks, 'hours are not recorded beside those that a later version has recorded on this day');
    logBlocks(kept.damaged, 'the recorded hours of this day are damaged and were replaced by new ones');
    for (const { group, day } of kept.summaries) {
      const key = `summary ${group} ${day}`;
      if (!logged.has(key))
        logger('warn', 'sums of this day stay without new hours, because a later version has written them', {
          day: dateOf(day),
          group,
        });
      logged.add(key);
    }
  };
}

const daysOf = (batch: readonly TargetHours[]): ReadonlySet<number> =>
  new Set(batch.flatMap(({ hours, again = [] }) => [...hours, ...again].map(({ at }) => Math.floor(at / dayMs))));

type WrittenBlock = { readonly id: number; readonly day: number; readonly block: HourlyBlock };

/** Returns the days that changed. Adds what it could not change to `kept`. */
async function recordBatch(
  store: Store['rollups'],
  coveredOf: Covered,
  batch: readonly TargetHours[],
  hold: Hold,
  kept: Kept,
): Promise<ReadonlySet<number>> {
  // An added target has no recorded hours yet. The write below adds its hours and its range.
  const unknown = batch.filter((hours) => coveredOf(hours) === undefined);
  const rows = await store.add(
    unknown.map(({ namespace, name, from }) => ({ namespace, name, coveredFrom: from, coveredTo: from })),
  );
  const added = new Map(rows.map((target) => [targetKey(target), target]));
  const covered = batch.flatMap((range): { target: RollupTarget; hours: readonly Hour[]; again: readonly Hour[] }[] => {
    const before = coveredOf(range) ?? added.get(targetKey(range));
    if (before === undefined) return [];
    const { hours, again = [] } = range;
    return [{ target: extended(before, range), hours, again: again.filter(({ at }) => at >= before.coveredFrom) }];
  });
  const days = daysOf(batch);
  const range = { from: Math.min(...days), to: Math.max(...days) + 1 };
  const ids = covered.map(({ target }) => target.id);
  const stored = days.size === 0 ? new Map<string, StoredBlock>() : await readBlocks(store, ids, range);
  const written = new Map<string, WrittenBlock>();
  const unreadable = new Set<string>();
  for (const { target, hours, again } of covered) {
    const write = (change: typeof setHour, { at, figures }: Hour) => {
      const day = Math.floor(at / dayMs);
      const key = `${target.id} ${day}`;
      const { id, namespace, name } = target;
      const before = stored.get(key);
      // Otherwise, this hour would replace all hours that the later version has recorded on this day.
      if (before === 'of a later version') {
        if (!unreadable.has(key)) kept.blocks.push({ id, day, namespace, name });
        unreadable.add(key);
        return;
      }
      const entry = written.get(key) ?? { id, day, block: typeof before === 'object' ? before : emptyBlock() };
      if (!change(entry.block, Math.floor((at - day * dayMs) / hourMs), figures)) return;
      if (before === 'damaged' && !written.has(key)) kept.damaged.push({ id, day, namespace, name });
      written.set(key, entry);
    };
    for (const hour of hours) write(setHour, hour);
    for (const hour of again) write(completeHour, hour);
  }
  const blocks = [...written.values()];
  await store.write(
    {
      targets: covered.map(({ target }) => target),
      blocks: blocks.map(({ id, day, block }) => ({ id, day, bytes: encodeBlock(block) })),
      summaries: summaries(blocks, kept),
    },
    hold,
  );
  return new Set(blocks.map(({ day }) => day));
}

const extended = (before: RollupTarget, { from, to }: TargetHours): RollupTarget => ({
  ...before,
  coveredFrom: Math.min(before.coveredFrom, from),
  coveredTo: Math.max(before.coveredTo, to),
});

type Range = { readonly from: number; readonly to: number };

type StoredBlock = HourlyBlock | 'of a later version' | 'damaged';

async function readBlocks(
  store: Store['rollups'],
  ids: readonly number[],
  range: Range,
): Promise<Map<string, StoredBlock>> {
  const stored = await store.blocks(ids, range);
  return new Map(
    stored.map(({ id, day, bytes }) => {
      const block = decodeBlock(bytes) ?? (isOtherEncoding(bytes) ? 'of a later version' : 'damaged');
      return [`${id} ${day}`, block] as const;
    }),
  );
}

function summaries(written: readonly WrittenBlock[], kept: Kept): readonly SummaryChange[] {
  const groups = Map.groupBy(written, ({ id, day }) => `${groupOf(id)} ${day}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const change = (bytes: Uint8Array | null) => {
      if (bytes !== null && isOtherLayout(bytes)) {
        kept.summaries.push({ group: groupOf(first.id), day: first.day });
        return bytes;
      }
      const sums = bytes === null ? new GroupDay() : new GroupDay(bytes);
      for (const { id, block } of own) sums.set(placeOf(id), sumsOf(block));
      return sums.bytes;
    };
    return { group: groupOf(first.id), day: first.day, change };
  });
}
