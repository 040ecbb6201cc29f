import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

/** A row of a long list, which may not be loaded yet. */
export type PagedRow<Item> = { readonly index: number; readonly item: Item | null };

type Answer<Item> = { readonly items: readonly Item[]; readonly total?: number | undefined };

/**
 * A list that the server sorts, filters and pages. It has a row for every item of the whole list, but only the pages in or
 * near the visible part are loaded.
 *
 * @param pageSize must be larger than the number of rows on two screens
 * @param pageQuery the query of a page by its number; the same function for the same list
 */
export function usePagedRows<Item extends object, Page extends Answer<Item>>(
  pageSize: number,
  pageQuery: (page: number) => UseQueryOptions<Page>,
) {
  // The first and the last page in view.
  const [drawn, setDrawn] = useState({ from: 0, to: 0 });
  // While another list loads, the old rows stay readable.
  const first = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? first.data?.items.length ?? 0;
  const last = Math.min(drawn.to, Math.floor((total - 1) / pageSize));
  const from = Math.max(1, drawn.from);
  const inView = first.isPlaceholderData
    ? []
    : Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => from + at);
  const more = useQueries({
    queries: inView.map((page) => pageQuery(page)),
    combine: (results) => ({
      // By page number. The library compares this with the last result, and would copy the rows of a page at another place.
      pages: Object.fromEntries(results.map(({ data }, at) => [from + at, data?.items])),
      hasFailed: results.some(({ isError }) => isError),
      refetch: () => void Promise.all(results.filter(({ isError }) => isError).map((result) => result.refetch())),
    }),
  });
  // Returns the same row for the same item at the same index, so that the table does not draw it again.
  const [known] = useState(() => new WeakMap<Item, PagedRow<Item>>());
  const firstItems = first.data?.items;
  const missing = useMemo(
    () => Array.from({ length: total }, (_, index): PagedRow<Item> => ({ index, item: null })),
    [total],
  );
  const rows = useMemo(() => {
    if (firstItems === undefined) return null;
    const filled = [...missing];
    const fill = (page: number, items: readonly Item[]) => {
      for (const [at, item] of items.slice(0, pageSize).entries()) {
        const index = page * pageSize + at;
        const row = known.get(item);
        const next = row?.index === index ? row : { index, item };
        known.set(item, next);
        if (index < total) filled[index] = next;
      }
    };
    fill(0, firstItems);
    for (const [page, items] of Object.entries(more.pages)) fill(Number(page), items ?? []);
    return filled;
  }, [firstItems, total, missing, more.pages, known, pageSize]);
  // Stores pages instead of rows, so that scrolling by one row does not render the list again. A page is loaded half a
  // page before it comes into view. Otherwise its rows would be drawn twice: without and with their values.
  const onDrawn = useCallback(
    (fromRow: number, toRow: number) => {
      const pageAt = (row: number) => Math.max(0, Math.floor(row / pageSize));
      const [fromPage, toPage] = [pageAt(fromRow - pageSize / 2), pageAt(toRow - 1 + pageSize / 2)];
      setDrawn((before) =>
        before.from === fromPage && before.to === toPage ? before : { from: fromPage, to: toPage },
      );
    },
    [pageSize],
  );
  return { first, rows, onDrawn, hasFailedPages: more.hasFailed, retryPages: more.refetch };
}
