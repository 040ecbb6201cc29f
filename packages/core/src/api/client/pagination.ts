import { ApiError } from '../../errors.ts';
import type { ClientLogger } from '../transport/logger.ts';

/** The maximum number of pages of a list, which is 250,000 targets of the basic list. */
export const pageLimit = 1_000;

/** The response to the request for one page. */
export type PageAnswer<T> = { readonly items: readonly T[]; readonly total?: number | null | undefined };

export type PageRequest = { readonly limit: number; readonly offset: number };

type ItemOf<A extends PageAnswer<unknown>> = A['items'][number];

export type Page<A extends PageAnswer<unknown>> = {
  /** The items of this page that no earlier page contained, in order. */
  readonly items: readonly ItemOf<A>[];
  /** The whole response. */
  readonly answer: A;
  /** Total number of items; null if the server sends none or an impossible one. */
  readonly total: number | null;
  /** True on the last page if items are missing or may be missing. */
  readonly incomplete: boolean;
};

export type PaginateOptions<T> = {
  readonly limit: number;
  /**
   * The limit of the pages after the first, so that the first arrives early and the others need few requests. If the server
   * rejects it with 400, as an earlier version may, all pages are as large as the first. Default: `limit`.
   */
  readonly laterLimit?: number | undefined;
  /** The identity of an item, used to drop duplicates. An item with null is always kept. */
  readonly key: (item: T) => string | null;
  /** Name of the list, for the log. */
  readonly name: string;
  readonly maxPages?: number;
  /**
   * Set it if the server may limit the page size without sending a total, so that a short page is not the end. It costs
   * one more request.
   */
  readonly mayBeCapped?: boolean;
  readonly logger?: ClientLogger | undefined;
};

/** The total of the server if it is a whole number and not less than the number of received items; otherwise null. */
const believableTotal = (total: unknown, received: number): number | null =>
  typeof total === 'number' && Number.isInteger(total) && total > 0 && total >= received ? total : null;

/**
 * Fetches a page, or one of `smaller` items if the server rejects the size of this one with 400. Returns the response with
 * the size that was fetched.
 */
export async function fetchOrSmaller<A>(
  fetchPage: (request: PageRequest) => Promise<A>,
  { limit, offset }: PageRequest,
  smaller: number,
): Promise<{ readonly answer: A; readonly size: number }> {
  try {
    return { answer: await fetchPage({ limit, offset }), size: limit };
  } catch (error) {
    if (limit === smaller || !(error instanceof ApiError) || error.status !== 400) throw error;
    return { answer: await fetchPage({ limit: smaller, offset }), size: smaller };
  }
}

/**
 * Reads a list page by page until a page is empty or short, or the total is reached. If the server limits the page
 * size, a short page below the total is not the end. An item that appears twice, because the list changed between two
 * requests, is dropped. A page without new items, or page `maxPages`, also ends the list.
 */
export async function* paginate<A extends PageAnswer<unknown>>(
  fetchPage: (request: PageRequest) => Promise<A>,
  options: PaginateOptions<ItemOf<A>>,
): AsyncGenerator<Page<A>, void, undefined> {
  const { limit, laterLimit = limit, key, name, logger, maxPages = pageLimit, mayBeCapped = false } = options;
  const seen = new Set<string>();
  let received = 0;
  let wanted = limit;
  for (let number = 1; ; number += 1) {
    const { answer, size } = await fetchOrSmaller(fetchPage, { limit: wanted, offset: received }, limit);
    const items = answer.items.filter((item: ItemOf<A>) => {
      const itemKey = key(item);
      if (itemKey === null) return true;
      const known = seen.has(itemKey);
      seen.add(itemKey);
      return !known;
    });
    // Items of a repeated page do not count as received.
    if (items.length > 0) received += answer.items.length;
    const total = believableTotal(answer.total, received);
    const end = endOf({
      fresh: items.length > 0,
      full: answer.items.length >= size,
      repeated: answer.items.length === size && items.length === 0,
      goesOn: total !== null || mayBeCapped,
      reached: total === received,
      last: number >= maxPages,
    });
    const incomplete = end !== null && (end === 'stuck' || end === 'capped' || (total !== null && received < total));
    if (incomplete) logger?.warn('A list is incomplete', { list: name, received, total, pages: number, end });
    if (items.length > 0 || incomplete || number === 1) yield { items, answer, total, incomplete };
    if (end !== null) return;
    wanted = number === 1 ? laterLimit : size;
  }
}

type End = 'reached' | 'short' | 'stuck' | 'capped';

type PageFacts = { fresh: boolean; full: boolean; repeated: boolean; goesOn: boolean; reached: boolean; last: boolean };

function endOf(page: PageFacts): End | null {
  if (page.reached) return 'reached';
  if (page.repeated) return 'stuck';
  if (!page.fresh || !(page.full || page.goesOn)) return 'short';
  return page.last ? 'capped' : null;
}
