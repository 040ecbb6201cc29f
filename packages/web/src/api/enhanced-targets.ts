import { queryOptions } from '@tanstack/react-query';
import { type Client, createLimiter } from '@trimtab/core';
import { logFailure } from '../browser/log.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { waitForBackgroundSlot } from './rate-limit.ts';
import { enqueue } from './request-queue.ts';

/** Four parallel requests leave two of the request queue's six slots free for visible requests. */
const concurrency = 4;

/**
 * How much of the enhanced list has been read. The query has data after the first page. No screen shows the items, so
 * they are not stored.
 */
export type EnhancedTargets = { isComplete: boolean };

/**
 * The enhanced list, page by page in the background. `total` is the number of targets in the basic list; null while that is
 * still loading. A page that fails is logged and skipped.
 */
export function enhancedTargetsQuery(client: Client, total: number | null) {
  const limit = client.targets.detailedPageSize();
  const queryKey = ['targets.list', { enhancedItems: true, limit, total }] as const;
  return queryOptions({
    queryKey,
    enabled: total !== null,
    staleTime: Infinity,
    structuralSharing: false,
    queryFn: async ({ client: queryClient, signal }): Promise<EnhancedTargets> => {
      const offsets = Array.from({ length: Math.ceil((total ?? 0) / limit) }, (_, page) => page * limit);
      const readPage = async (offset: number, end: number) => {
        try {
          await waitForBackgroundSlot(signal);
          const page = await enqueue(
            signal,
            () => client.targets.list({ enhancedItems: true, limit, offset }, { signal }),
            'background',
          );
          if (!signal.aborted && queryClient.getQueryData(queryKey) === undefined)
            queryClient.setQueryData<EnhancedTargets>(queryKey, { isComplete: false });
          // If the server limits its page size, the rest of this page must be requested too.
          const next = offset + page.items.length;
          if (page.items.length > 0 && next < Math.min(end, total ?? 0)) await readPage(next, end);
        } catch (error) {
          if (!signal.aborted) logFailure(`The enhanced list could not be read from offset ${offset}.`, error);
        }
      };
      // The visible part of the page renders after the basic list has arrived. Its requests must be queued first.
      await whenIdle();
      const limited = createLimiter(concurrency);
      await Promise.all(offsets.map((offset) => limited(() => readPage(offset, offset + limit), { signal })));
      signal.throwIfAborted();
      return { isComplete: true };
    },
    meta: { onlyLogged: true },
  });
}
