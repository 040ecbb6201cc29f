import type { QueryClient } from '@tanstack/react-query';
import { type Client, defaultSort } from '@trimtab/core';
import { type AllTargets, allTargetsQuery } from './all-targets.ts';
import { kpisQuery, namespaceKpisQuery } from './kpis.ts';
import { listedTargetsOf } from './listed-targets.ts';
import { namespaceTargetsQuery } from './namespace-targets.ts';

/** This many sections of the home page fit on a screen. */
export const firstSections = 2;
/** The page is rendered after this time even if the list has not arrived. */
const maxWaitMs = 300;

/**
 * Sends the calls of the home page's first screen before anything is rendered. Resolves when the first targets are there, so
 * that the first render already contains them.
 */
export async function loadFirstView(client: Client, queryClient: QueryClient): Promise<void> {
  void queryClient.prefetchQuery(kpisQuery(client));
  const sections = firstTargets(client, queryClient).then((items) => {
    for (const { namespace, targets } of listedTargetsOf(items).groups.slice(0, firstSections)) {
      // The rows that are not autonomous are shown first only if no others exist.
      for (const managed of targets.some(({ autonomous }) => autonomous) ? [true] : [true, false])
        void queryClient.prefetchInfiniteQuery(
          namespaceTargetsQuery(client, { namespace, managed, sort: defaultSort }),
        );
      void queryClient.prefetchQuery(namespaceKpisQuery(client, namespace));
    }
  });
  await Promise.race([sections, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
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
