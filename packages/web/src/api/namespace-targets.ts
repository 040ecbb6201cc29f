import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { type Client, pageLimit, type Sort, sortParameter, type TargetListItem } from '@trimtab/core';
import { pass } from './request-queue.ts';
import { whileComputing } from './targets.ts';

/** The page size of a namespace's list (console.md, section 9). */
export const namespacePageSize = 20;

export type NamespaceTargetsParams = {
  namespace: string;
  managed: boolean;
  sort: Sort;
};

type Page = { items: readonly TargetListItem[]; computing?: boolean | undefined };

/** A name is unique in its namespace; the namespace of an item may be told otherwise by the server, so both count. */
export const targetKey = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;

/** The pages' targets in order, each once and where it came first (C18). */
export function uniqueTargets(pages: readonly Page[]): TargetListItem[] {
  const targets = new Map<string, TargetListItem>();
  for (const target of pages.flatMap(({ items }) => items))
    if (!targets.has(targetKey(target))) targets.set(targetKey(target), target);
  return [...targets.values()];
}

/** A full page promises another one, unless it brought nothing new: then the server ignores the offset (C21). */
export function nextOffset(last: Page, pages: readonly Page[], offset: number): number | undefined {
  if (last.items.length < namespacePageSize) return undefined;
  const isNew = uniqueTargets(pages).length > uniqueTargets(pages.slice(0, -1)).length;
  return isNew ? offset + last.items.length : undefined;
}

/** One tab of a namespace: its targets of one kind, in one order. */
export function namespaceTargetsQuery(client: Client, { namespace, managed, sort }: NamespaceTargetsParams) {
  const params = { namespace, managed, sort: sortParameter(sort), limit: namespacePageSize };
  return infiniteQueryOptions({
    queryKey: ['views.namespaceTargets', params],
    queryFn: ({ pageParam, signal }) =>
      pass(signal, () => client.views.namespaceTargets({ ...params, offset: pageParam }, { signal })),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    refetchInterval: ({ state }) => whileComputing(state.data?.pages ?? []),
    // The rows of the old order stay while the new order is on its way.
    placeholderData: keepPreviousData,
  });
}

/** Every target of one tab, whatever pages of it are on the screen; fails when any page does (for a file, say). */
export async function everyNamespaceTarget(
  client: Client,
  { namespace, managed, sort }: NamespaceTargetsParams,
): Promise<TargetListItem[]> {
  const params = { namespace, managed, sort: sortParameter(sort), limit: namespacePageSize };
  const { signal } = new AbortController();
  const pages: Page[] = [];
  for (let offset: number | undefined = 0; offset !== undefined && pages.length < pageLimit; ) {
    const from = offset;
    const page: Page = await pass(signal, () => client.views.namespaceTargets({ ...params, offset: from }, { signal }));
    pages.push(page);
    offset = nextOffset(page, pages, from);
  }
  return uniqueTargets(pages);
}
