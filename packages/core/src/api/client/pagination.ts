import type { ClientLogger } from '../transport/logger.ts';

/** No list is longer than this many pages: 250,000 targets of the basic list. */
export const pageLimit = 1_000;

/** What one request of a walk answers. */
export type PageAnswer<T> = { readonly items: readonly T[]; readonly total?: number | null | undefined };

export type PageRequest = { readonly limit: number; readonly offset: number };

type ItemOf<A extends PageAnswer<unknown>> = A['items'][number];

export type Page<A extends PageAnswer<unknown>> = {
  /** The items of this page that no earlier page had, in their order. */
  readonly items: readonly ItemOf<A>[];
  /** The whole answer, as the server sent it. */
  readonly answer: A;
  /** How many items there are in all, if the server says so believably; else null. */
  readonly total: number | null;
  /** Set on the last page when the list is known, or must be feared, to lack items. */
  readonly incomplete: boolean;
};

export type PaginateOptions<T> = {
  readonly limit: number;
  /** What makes an item the same as one seen before; null where that cannot be told, and the item is kept. */
  readonly key: (item: T) => string | null;
  /** What is being listed, for the log. */
  readonly name: string;
  readonly maxPages?: number;
  readonly logger?: ClientLogger | undefined;
};

/** Namespace and name as one key; a slash is in neither. */
export const targetKey = (target: { namespace?: string | undefined; name?: string | undefined }): string =>
  `${target.namespace ?? ''}/${target.name ?? ''}`;

/** A total is believed when it can be one: a whole number that is not less than what has already arrived. */
const believableTotal = (total: unknown, received: number): number | null =>
  typeof total === 'number' && Number.isInteger(total) && total > 0 && total >= received ? total : null;

/**
 * Walks a list page by page until a page is empty or short, or the total is reached. An item that comes again, because
 * the list moved between two pages, is dropped. A page without anything new, or the thousandth page, ends the walk too.
 */
export async function* paginate<A extends PageAnswer<unknown>>(
  fetchPage: (request: PageRequest) => Promise<A>,
  options: PaginateOptions<ItemOf<A>>,
): AsyncGenerator<Page<A>, void, undefined> {
  const { limit, key, name, logger, maxPages = pageLimit } = options;
  const seen = new Set<string>();
  let received = 0;
  for (let number = 1; ; number += 1) {
    const answer = await fetchPage({ limit, offset: received });
    const items = answer.items.filter((item: ItemOf<A>) => {
      const itemKey = key(item);
      if (itemKey === null) return true;
      const known = seen.has(itemKey);
      seen.add(itemKey);
      return !known;
    });
    received += answer.items.length;
    const total = believableTotal(answer.total, received);
    const end = endOf({
      full: answer.items.length >= limit,
      fresh: items.length > 0,
      reached: total === received,
      last: number >= maxPages,
    });
    const incomplete = end !== null && (end === 'stuck' || end === 'capped' || (total !== null && received < total));
    if (incomplete) logger?.warn('A list is incomplete', { list: name, received, total, pages: number, end });
    if (items.length > 0 || incomplete || number === 1) yield { items, answer, total, incomplete };
    if (end !== null) return;
  }
}

type End = 'reached' | 'short' | 'stuck' | 'capped';

function endOf(page: { full: boolean; fresh: boolean; reached: boolean; last: boolean }): End | null {
  if (page.reached) return 'reached';
  if (!page.full) return 'short';
  if (!page.fresh) return 'stuck';
  return page.last ? 'capped' : null;
}
