import { queryOptions } from '@tanstack/react-query';
import type { AstSpecView, Client } from '@trimtab/core';
import { whenIdle } from '../browser/when-idle.ts';
import { isFromLastVisit } from './last-view.ts';
import { createThrottle } from './partial-results.ts';
import { enqueue } from './request-queue.ts';

/** The size of the first page. Later ones may be larger. */
export const allTargetsPageSize = 250;

/** All targets that have been loaded so far. */
export type AllTargets = {
  items: readonly AstSpecView[];
  /** All pages have been read. */
  isComplete: boolean;
  /** All pages have been read, but the server had announced more targets than it sent. */
  isTruncated: boolean;
  /** What the whole list has, as far as it is known while `items` has only its first ones. */
  counts?: { targets: number | null; namespaces?: number };
};

/** Every target, loaded page by page. Readers see the first page immediately and the others as they arrive. */
export function allTargetsQuery(client: Client) {
  const queryKey = ['targets.pages', { limit: allTargetsPageSize }] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client: queryClient, signal }): Promise<AllTargets> => {
      const items: AstSpecView[] = [];
      let isTruncated = false;
      let total: number | null = null;
      const publish = () => {
        // A refetch must not replace the complete list on the screen with its own first pages.
        const known = queryClient.getQueryState<AllTargets>(queryKey);
        const shown = known === undefined || isFromLastVisit(known) ? 0 : (known.data?.items.length ?? 0);
        if (items.length > shown && !signal.aborted)
          queryClient.setQueryData<AllTargets>(queryKey, {
            items: [...items],
            isComplete: false,
            isTruncated,
            counts: { targets: total },
          });
      };
      const publishThrottled = createThrottle(publish);
      const pages = client.targets.pages({}, { signal });
      try {
        // The loop calls next() itself so that each page waits in the request queue. The first page has priority.
        for (let step = await enqueue(signal, () => pages.next()); !step.done; ) {
          for (const item of step.value.items) items.push(item);
          isTruncated = step.value.incomplete;
          total = step.value.total;
          publishThrottled();
          if (items.length !== total) await whenIdle();
          step = await enqueue(signal, () => pages.next(), 'background');
        }
      } catch (error) {
        publish();
        throw error;
      }
      return { items, isComplete: true, isTruncated };
    },
    // Turned off, because comparing up to ten thousand targets with the previous list after every page costs more than
    // rendering them.
    structuralSharing: false,
    // Several components of the shell read this query. One that mounts later must not repeat a request that just failed.
    retryOnMount: false,
    meta: { onlyLogged: true },
  });
}
