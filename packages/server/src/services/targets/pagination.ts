import { getOrInsert } from '../../get-or-insert.ts';
import { type Clock, cutPage, type Page, type RequestContext, type Shared, type Sliceable } from '../../ports/index.ts';
import { PerPrincipal } from '../cache/per-principal.ts';

/** How long a client may take from the first page to the last. */
const snapshotMs = 60_000;

/**
 * The order that the first page of a client has fixed. `order`: its name among replicas; null without them. `items`: those
 * that it had; null if they are found by their keys. `weight`: of what is in memory only for this.
 */
type Started<T> = {
  readonly at: number;
  readonly order: string | null;
  readonly keys: Keys;
  readonly items: Sliceable<T> | null;
  readonly weight: number;
};

/** Always returns the same keys. */
export type Keys = () => readonly string[];

/**
 * Returns a page of a list. The first page fixes the list for a minute, so that each target is on exactly one page even
 * if others are enrolled or removed between two pages. Every list of a client is fixed separately. A list that fits on
 * its first page is not stored. Replicas share the order: an item that another replica no longer has in `all`, which
 * is by default the list itself, is left out. `current` is the list as it is now. A function is called only if it is needed.
 */
export type Pagination<T> = (
  list: string,
  context: RequestContext,
  current: Sliceable<T> | (() => Promise<Sliceable<T>>),
  page: Page,
  options?: {
    readonly all?: Sliceable<T>;
    /** For a long list among replicas, whose items need not stay in memory: its keys, and the item of a key. */
    readonly ofKeys?: { readonly keys: Keys; readonly find: (key: string) => T | undefined };
  },
) => Promise<{ readonly shown: readonly T[]; readonly total: number }>;

export type PagingOptions = {
  readonly clock: Clock;
  readonly shared: Pick<Shared, 'orderOf' | 'startWalk' | 'walk'> | undefined;
};
type Options<T> = PagingOptions & {
  /** Distinguishes the lists of this pagination from those of all others: replicas keep them in one table. */
  readonly name: string;
  /** The maximum number of items of all principals together. */
  readonly mostItems: number;
  /** Identifies an item among those of all lists. */
  readonly keyOf: (item: T) => string;
};

/** Replicas keep only the order of a list, not its items. This many entries of an order weigh as much as one item. */
const recordsPerItem = 100;

/**
 * Not created inside `createPagination`: all functions that are created in one scope share its variables, so this one would
 * keep the rows of the list in memory.
 */
const always =
  (keys: readonly string[]): Keys =>
  () =>
    keys;

export function createPagination<T>({ name, clock, shared, mostItems, keyOf }: Options<T>): Pagination<T> {
  const principals = new PerPrincipal(clock, (): { started: Started<T> | null } => ({ started: null }), {
    weigh: ({ started }) => started?.weight ?? 0,
    mostWeight: mostItems,
  });
  // Many requests get a page of the same list.
  const known = new WeakMap<Sliceable<T>, Keys>();
  const keysOf = (items: Sliceable<T>) =>
    getOrInsert(known, items, () => () => items.slice(0, items.length).map(keyOf));
  const startedFor = (key: string): Started<T> | null => {
    const { started } = principals.of(key);
    const age = started === null ? snapshotMs : clock.now() - started.at;
    return age >= 0 && age < snapshotMs ? started : null;
  };
  return async (list, { principal, client = '' }, current, page, { all, ofKeys } = {}) => {
    const cut = (items: Sliceable<T>) => ({ shown: cutPage(items, page), total: items.length });
    const key = JSON.stringify([name, principal, client, list]);
    const read = async () => (typeof current === 'function' ? current() : current);
    if (shared === undefined && page.offset > 0) return cut(startedFor(key)?.items ?? (await read()));
    const now = await read();
    if (page.offset === 0 && now.length <= page.limit) {
      principals.drop(key);
      return cut(now);
    }
    const state = principals.of(key);
    const keys = ofKeys?.keys ?? keysOf(now);
    if (shared !== undefined && page.offset > 0) {
      const own = startedFor(key);
      const walk = await shared.walk(key, own?.order ?? shared.orderOf(keys));
      if (walk === null) return cut(now);
      if (walk.order === own?.order && own.items !== null) return cut(own.items);
      if (walk.order === shared.orderOf(keys)) return cut(now);
      const fixed = walk.keys ?? own?.keys() ?? [];
      // Its next pages need the keys again.
      const { order } = walk;
      state.started = { at: own?.at ?? clock.now(), order, keys: always(fixed), items: null, weight: fixed.length };
      principals.trim();
      const found = ofKeys?.find ?? finding(all ?? now);
      return { shown: cutPage(fixed, page).flatMap((one) => found(one) ?? []), total: fixed.length };
    }
    const order = (await shared?.startWalk(key, keys)) ?? null;
    const items = ofKeys === undefined || shared === undefined ? now : null;
    state.started = { at: clock.now(), order, keys, items, weight: items?.length ?? now.length / recordsPerItem };
    principals.trim();
    return cut(now);
  };

  function finding(all: Sliceable<T>): (key: string) => T | undefined {
    const byKey = new Map(all.slice(0, all.length).map((item) => [keyOf(item), item]));
    return (key) => byKey.get(key);
  }
}
