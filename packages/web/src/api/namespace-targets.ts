import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { type Client, pageLimit, type Sort, sortParameter, type TargetListItem, targetKey } from '@trimtab/core';
import { pollWhileComputing } from './kpis.ts';
import { enqueue } from './request-queue.ts';

/** The page size of a namespace's list. */
export const namespacePageSize = 20;

export type NamespaceTargetsParams = {
  namespace: string;
  managed: boolean;
  sort: Sort;
};

type Page = { items: readonly TargetListItem[]; computing?: boolean | undefined };

/** The targets of all pages. A target that moved between two requests and came twice keeps its first position. */
export function uniqueTargets(pages: readonly Page[]): TargetListItem[] {
  const targets = new Map<string, TargetListItem>();
  for (const target of pages.flatMap(({ items }) => items))
    if (!targets.has(targetKey(target))) targets.set(targetKey(target), target);
  return [...targets.values()];
}

/**
 * The offset of the next page, or undefined at the end. A full page is followed by another one, unless it contains no new
 * target: then the server ignores the offset and would send the same page forever.
 */
export function nextOffset(last: Page, pages: readonly Page[], offset: number): number | undefined {
  if (last.items.length < namespacePageSize) return undefined;
  const isNew = uniqueTargets(pages).length > uniqueTargets(pages.slice(0, -1)).length;
  return isNew ? offset + last.items.length : undefined;
}

/** The targets of one tab (autonomous or recommendation) of a namespace, page by page. */
export function namespaceTargetsQuery(client: Client, { namespace, managed, sort }: NamespaceTargetsParams) {
  const params = { namespace, managed, sort: sortParameter(sort), limit: namespacePageSize };
  return infiniteQueryOptions({
    queryKey: ['views.namespaceTargets', params],
    queryFn: ({ pageParam, signal }) =>
      enqueue(signal, () => client.views.namespaceTargets({ ...params, offset: pageParam }, { signal })),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    refetchInterval: ({ state }) => pollWhileComputing(state.data?.pages ?? []),
    // Keep showing the rows in the old order while the new order loads.
    placeholderData: keepPreviousData,
  });
}

/** Loads all targets of one tab, for the CSV download. Rejects if any page fails. */
export async function fetchAllNamespaceTargets(
  client: Client,
  { namespace, managed, sort }: NamespaceTargetsParams,
): Promise<TargetListItem[]> {
  const params = { namespace, managed, sort: sortParameter(sort), limit: namespacePageSize };
  const { signal } = new AbortController();
  const pages: Page[] = [];
  for (let offset: number | undefined = 0; offset !== undefined && pages.length < pageLimit; ) {
    const from = offset;
    const page: Page = await enqueue(signal, () =>
      client.views.namespaceTargets({ ...params, offset: from }, { signal }),
    );
    pages.push(page);
    offset = nextOffset(page, pages, from);
  }
  return uniqueTargets(pages);
}
