import { type Clock, cutPage, type Page, type RequestContext, type Sliceable } from '../../ports/index.ts';
import { PerPrincipal } from '../cache/per-principal.ts';

/** How long a client may take from the first page to the last. */
const snapshotMs = 60_000;

type Started<T> = { readonly items: Sliceable<T>; readonly at: number };

/**
 * Returns a page of a list. The first page fixes the list for a minute, so that each target is on exactly one page even
 * if others are enrolled or removed between two pages. Every list of a client is fixed separately. A list that fits on
 * its first page is not stored.
 */
export type Pagination<T> = (
  list: string,
  context: RequestContext,
  now: Sliceable<T>,
  page: Page,
) => { readonly shown: readonly T[]; readonly total: number };

/** @param mostItems the maximum number of items of all principals together */
export function createPagination<T>(clock: Clock, mostItems: number): Pagination<T> {
  const principals = new PerPrincipal(clock, (): { started: Started<T> | null } => ({ started: null }), {
    weigh: ({ started }) => started?.items.length ?? 0,
    mostWeight: mostItems,
  });
  return (list, { principal, client = '' }, now, page) => {
    const cut = (items: Sliceable<T>) => ({ shown: cutPage(items, page), total: items.length });
    const key = JSON.stringify([principal, client, list]);
    if (page.offset === 0 && now.length <= page.limit) {
      principals.drop(key);
      return cut(now);
    }
    const state = principals.of(key);
    if (page.offset > 0) {
      const age = state.started === null ? snapshotMs : clock.now() - state.started.at;
      return cut(state.started !== null && age >= 0 && age < snapshotMs ? state.started.items : now);
    }
    state.started = { items: now, at: clock.now() };
    principals.trim();
    return cut(now);
  };
}
