import type { QueryClient } from '@tanstack/react-query';
import { type Client, defaultSort } from '@trimtab/core';
import { type AllTargets, allTargetsQuery } from './all-targets.ts';
import { kpisQuery, namespaceKpisQuery } from './kpis.ts';
import { type ListedTargets, listedTargetsOf } from './listed-targets.ts';
import { namespaceTargetsQuery } from './namespace-targets.ts';

/** This many sections of the home page fit on a screen. */
export const firstSections = 2;
/** The page is drawn after this time even if the list has not arrived. */
const maxWaitMs = 300;

type Section = ListedTargets['groups'][number];

/** The loading of the home page's first screen. */
export type FirstView = {
  /** Resolves when the page may be drawn: the answers have arrived, or the wait is over. */
  ready: Promise<unknown>;
  /** Resolves when the answers have arrived. Never settles if the list cannot be loaded. */
  loaded: Promise<unknown>;
};

/**
 * Sends the calls of the home page's first screen before the page is drawn, so that the page is drawn with all answers at
 * once.
 */
export function loadFirstView(client: Client, queryClient: QueryClient): FirstView {
  const kpis = queryClient.prefetchQuery(kpisQuery(client));
  const sections = firstTargets(client, queryClient).then(async (items) => {
    const first = listedTargetsOf(items).groups.slice(0, firstSections);
    await Promise.all(first.map((group) => loadSection(client, queryClient, group)));
  });
  const loaded = Promise.all([kpis, sections]);
  return { loaded, ready: Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]) };
}

async function loadSection(client: Client, queryClient: QueryClient, { namespace, targets }: Section): Promise<void> {
  const load = (managed: boolean) =>
    queryClient.prefetchInfiniteQuery(namespaceTargetsQuery(client, { namespace, managed, sort: defaultSort }));
  // Targets that are not autonomous are shown first only if there are no others.
  const isManaged = targets.some(({ autonomous }) => autonomous);
  const kpis = queryClient.prefetchQuery(namespaceKpisQuery(client, namespace));
  await Promise.all([kpis, load(true), isManaged ? null : load(false)]);
}

/** The first page of the list of all targets. Never settles if it cannot be loaded. */
function firstTargets(client: Client, queryClient: QueryClient): Promise<AllTargets['items']> {
  const { queryKey } = allTargetsQuery(client);
  return new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      const items = queryClient.getQueryData(queryKey)?.items;
      if (items === undefined) return;
      stop();
      resolve(items);
    });
  });
}
