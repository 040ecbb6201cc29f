import { queryOptions } from '@tanstack/react-query';
import type { AstSpecView, Client } from '@trimtab/core';
import { whenIdle } from '../browser/when-idle.ts';
import { pass } from './request-queue.ts';

/*
 * What the console asks the API. A key is the call's name and its parameters, written once beside the call itself.
 * `meta.onlyLogged` marks the listing whose failure console.md (section 8) wants in the log and not in a toast.
 */

/** The page size of the list of all targets (console.md, section 9). */
export const allTargetsPageSize = 250;

/** How often readers see what the walk has found: each time they sort and draw up to ten thousand names anew. */
const publishEveryMs = 500;

/** What the walk over all targets has found so far. */
export type AllTargets = {
  items: readonly AstSpecView[];
  /** The walk has ended. */
  isComplete: boolean;
  /** It ended, and the server had promised more. */
  isTruncated: boolean;
};

/** Every target, page by page: readers see the first page at once, and the others as they add up. */
export function allTargetsQuery(client: Client) {
  const queryKey = ['targets.pages', { limit: allTargetsPageSize }] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client: queryClient, signal }): Promise<AllTargets> => {
      const items: AstSpecView[] = [];
      let isTruncated = false;
      let published = -Infinity;
      const publish = () => {
        published = performance.now();
        // A later walk must not shrink what an earlier one shows.
        const shown = queryClient.getQueryData<AllTargets>(queryKey)?.items.length ?? 0;
        if (items.length > shown && !signal.aborted)
          queryClient.setQueryData<AllTargets>(queryKey, { items: [...items], isComplete: false, isTruncated });
      };
      const pages = client.targets.pages({ limit: allTargetsPageSize }, { signal });
      try {
        // Stepped through by hand, so that each page waits its turn among the other requests; the first says what there is.
        for (let step = await pass(signal, () => pages.next()); !step.done; ) {
          items.push(...step.value.items);
          isTruncated = step.value.incomplete;
          if (performance.now() - published >= publishEveryMs) publish();
          if (items.length !== step.value.total) await whenIdle();
          step = await pass(signal, () => pages.next(), 'background');
        }
      } catch (error) {
        publish();
        throw error;
      }
      return { items, isComplete: true, isTruncated };
    },
    // Comparing ten thousand targets with their earlier selves, page after page, would cost more than showing them.
    structuralSharing: false,
    // Half a dozen places of the shell read it: one that comes later must not ask again for what has just failed.
    retryOnMount: false,
    meta: { onlyLogged: true },
  });
}

/** How soon what a server is still computing is asked for again. */
const computingPollMs = 2_000;

/** Asks again while the newest answer says that more is being computed; a server that says nothing is never asked. */
export const whileComputing = (answers: readonly { computing?: boolean | undefined }[]): number | false =>
  answers.some(({ computing }) => computing === true) && computingPollMs;

export function kpisQuery(client: Client) {
  return queryOptions({
    queryKey: ['views.kpis'],
    queryFn: ({ signal }) => pass(signal, () => client.views.kpis({}, { signal })),
    refetchInterval: ({ state }) => whileComputing(state.data ? [state.data] : []),
  });
}

export function namespaceKpisQuery(client: Client, namespace: string) {
  return queryOptions({
    queryKey: ['views.namespaceKpis', { namespace }],
    queryFn: ({ signal }) => pass(signal, () => client.views.namespaceKpis({ namespace }, { signal })),
    refetchInterval: ({ state }) => whileComputing(state.data ? [state.data] : []),
  });
}
