import { getOrInsert } from '../../get-or-insert.ts';
import { type Clock, cutPage, type Page, type RequestContext, type Shared, type Sliceable } from '../../ports/index.ts';
import { PerPrincipal } from '../cache/per-principal.ts';

/** How long a client may take from the first page to the last. */
const snapshotMs = 60_000;

/** `order`: its name among replicas; null without replicas. */
type Started<T> = { readonly items: Sliceable<T>; readonly at: number; readonly order: string | null };

/**
 * Returns a page of a list. The first page fixes the list for a minute, so that each target is on exactly one page even
 * if others are enrolled or removed between two pages. Every list of a client is fixed separately. A list that fits on
 * its first page is not stored. Replicas share the order: an item that another replica no longer has in `all`, which
 * is by default the list itself, is left out.
 */
export type Pagination<T> = (
  list: string,
  context: RequestContext,
  now: Sliceable<T>,
  page: Page,
  all?: Sliceable<T>,
) => Promise<{ readonly shown: readonly T[]; readonly total: number }>;

type Options<T> = {
  readonly clock: Clock;
  readonly shared: Shared | undefined;
  /** The maximum number of items of all principals together. */
  readonly mostItems: number;
  /** Identifies an item among those of all lists. */
  readonly keyOf: (item: T) => string;
};

export function createPagination<T>({ clock, shared, mostItems, keyOf }: Options<T>): Pagination<T> {
  const principals = new PerPrincipal(clock, (): { started: Started<T> | null } => ({ started: null }), {
    weigh: ({ started }) => started?.items.length ?? 0,
    mostWeight: mostItems,
  });
  // Many requests get a page of the same list.
  const keys = new WeakMap<Sliceable<T>, () => readonly string[]>();
  const keysOf = (items: Sliceable<T>) => getOrInsert(keys, items, () => () => items.slice(0, items.length).map(keyOf));
  return async (list, { principal, client = '' }, now, page, all = now) => {
    const cut = (items: Sliceable<T>) => ({ shown: cutPage(items, page), total: items.length });
    const key = JSON.stringify([principal, client, list]);
    if (page.offset === 0 && now.length <= page.limit) {
      principals.drop(key);
      return cut(now);
    }
    const state = principals.of(key);
    if (page.offset > 0) {
      const age = state.started === null ? snapshotMs : clock.now() - state.started.at;
      const own = age >= 0 && age < snapshotMs ? state.started : null;
      const walk = await shared?.walk(key, own?.order ?? null);
      if (walk == null) return cut(shared === undefined && own !== null ? own.items : now);
      if (own !== null && walk.order === own.order) return cut(own.items);
      const byKey = new Map(all.slice(0, all.length).map((item) => [keyOf(item), item]));
      const fixed = walk.keys ?? [];
      return { shown: cutPage(fixed, page).flatMap((one) => byKey.get(one) ?? []), total: fixed.length };
    }
    const order = (await shared?.startWalk(key, keysOf(now))) ?? null;
    state.started = { items: now, at: clock.now(), order };
    principals.trim();
    return cut(now);
  };
}
