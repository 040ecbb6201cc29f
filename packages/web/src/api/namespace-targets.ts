import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import {
  type Client,
  InvalidResponseError,
  type Sort,
  sortParameter,
  type TargetListItem,
  targetKey,
} from '@trimtab/core';
import { pollWhileComputing } from './kpis.ts';
import { enqueue } from './request-queue.ts';

export const namespacePageSize = 20;

export type NamespaceTargetsParams = {
  namespace: string;
  managed: boolean;
  sort: Sort;
};

type Page = { items: readonly TargetListItem[]; total?: number | undefined; computing?: boolean | undefined };

/** The targets of all pages. A target that moved between two requests and appears twice keeps its first position. */
export function uniqueTargets(pages: readonly Page[]): TargetListItem[] {
  const targets = new Map<string, TargetListItem>();
  for (const target of pages.flatMap(({ items }) => items))
    if (!targets.has(targetKey(target))) targets.set(targetKey(target), target);
  return [...targets.values()];
}

/**
 * The offset of the next page, or undefined at the end. Without a total, a short page is the end unless the list of all
 * targets has more, because some servers limit their page size. A page without a new target always is the end: a server
 * that ignores the offset would send the same page forever.
 */
export function nextOffset(last: Page, pages: readonly Page[], offset: number, listed: number = 0): number | undefined {
  const loaded = uniqueTargets(pages).length;
  const { items, total = -1 } = last;
  const hasMore = total < loaded ? items.length >= namespacePageSize || loaded < listed : loaded < total;
  const isNew = loaded > uniqueTargets(pages.slice(0, -1)).length;
  return hasMore && isNew ? offset + items.length : undefined;
}

/**
 * The targets of one tab (autonomous or recommendation) of a namespace, page by page. `listed` is their number in the list
 * of all targets, if known.
 */
export function namespaceTargetsQuery(
  client: Client,
  { namespace, managed, sort }: NamespaceTargetsParams,
  listed?: number,
) {
  const params = { namespace, managed, sort: sortParameter(sort), limit: namespacePageSize };
  return infiniteQueryOptions({
    queryKey: ['views.namespaceTargets', params],
    queryFn: ({ pageParam, signal }) =>
      enqueue(signal, () => client.views.namespaceTargets({ ...params, offset: pageParam }, { signal })),
    initialPageParam: 0,
    getNextPageParam: (last, pages, offset) => nextOffset(last, pages, offset, listed),
    refetchInterval: ({ state }) => pollWhileComputing(state.data?.pages ?? [], state.error),
    // Keep showing the rows in the old order while the new order loads.
    placeholderData: keepPreviousData,
  });
}

/** Loads all targets of one tab, for the CSV download. Rejects if any page fails, or if the server ends the list too early. */
export async function fetchAllNamespaceTargets(
  client: Client,
  { namespace, managed, sort }: NamespaceTargetsParams,
): Promise<TargetListItem[]> {
  const { signal } = new AbortController();
  const pages = client.views.namespaceTargetPages({ namespace, managed, sort: sortParameter(sort) }, { signal });
  const targets: TargetListItem[] = [];
  const next = () => enqueue(signal, () => pages.next());
  for (let step = await next(); !step.done; step = await next()) {
    for (const target of step.value.items) targets.push(target);
    if (step.value.incomplete) throw new InvalidResponseError('the list ended before all targets were sent');
  }
  return targets;
}
