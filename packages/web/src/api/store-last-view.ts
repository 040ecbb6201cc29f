import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type Client, defaultSort } from '@trimtab/core';
import { removeStored, writeStored } from '../browser/storage.ts';
import { type AllTargets, allTargetsPageSize, allTargetsQuery } from './all-targets.ts';
import { firstSections } from './first-view.ts';
import { kpisQuery, namespaceKpisQuery } from './kpis.ts';
import { isFromLastVisit, type LastView, lastViewKey, lastViewStorage, type ViewOwner } from './last-view.ts';
import { listedTargetsOf } from './listed-targets.ts';
import { namespaceTargetsQuery } from './namespace-targets.ts';

/** About twice the first view of a server whose names have the usual length. */
const mostCharacters = 400_000;

/** Stores what the home page shows first whenever the page is hidden, which is also the last event before it is closed. */
export function storeLastView(client: Client, queryClient: QueryClient, owner: ViewOwner): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const entries = firstView(client, queryClient);
    if (entries.length === 0) return;
    const text = JSON.stringify({ ...owner, entries } satisfies LastView);
    if (text.length > mostCharacters || !writeStored(lastViewStorage, lastViewKey, text))
      removeStored(lastViewStorage, lastViewKey);
  });
}

/** The data of the first view with its query keys; empty if the home page was not shown. */
function firstView(client: Client, queryClient: QueryClient): LastView['entries'] {
  const listKey = allTargetsQuery(client).queryKey;
  const list = queryClient.getQueryData<AllTargets>(listKey);
  const kpis = kpisQuery(client).queryKey;
  if (!list?.isComplete || list.isTruncated || list.items.length === 0 || !queryClient.getQueryData(kpis)) return [];
  const items = list.items.slice(0, allTargetsPageSize);
  const counts = { targets: list.items.length, namespaces: listedTargetsOf(list.items).groups.length };
  const first: AllTargets = { items, isComplete: false, isTruncated: false, counts };
  const sections = listedTargetsOf(items).groups.slice(0, firstSections);
  const rows = sections.flatMap(({ namespace }) =>
    [true, false].map((managed) => namespaceTargetsQuery(client, { namespace, managed, sort: defaultSort }).queryKey),
  );
  const figures = [kpis, ...sections.map(({ namespace }) => namespaceKpisQuery(client, namespace).queryKey)];
  const entryOf = (key: readonly unknown[], data: unknown = queryClient.getQueryData(key)): LastView['entries'] => {
    const state = queryClient.getQueryState(key);
    return data === undefined || state === undefined || isFromLastVisit(state)
      ? []
      : [[key, data, state.dataUpdatedAt]];
  };
  return [
    ...entryOf(listKey, first),
    ...figures.flatMap((key) => entryOf(key)),
    ...rows.flatMap((key) => entryOf(key, firstPage(queryClient.getQueryData(key)))),
  ];
}

const firstPage = (data: InfiniteData<unknown> | undefined): InfiniteData<unknown> | undefined =>
  data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
