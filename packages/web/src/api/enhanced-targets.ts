import { queryOptions } from '@tanstack/react-query';
import type { Client, EnhancedTarget } from '@trimtab/core';
import { logFailure } from '../browser/log.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { backgroundTurn, runAll } from './rate-limit.ts';
import { pass } from './request-queue.ts';

/** The page size of the enhanced list (console.md, section 9). */
export const enhancedPageSize = 10;

/**
 * Four in flight leave two of the gate's six places to what the operator is looking at; when nothing is free, a page
 * waits behind all of that (H5).
 */
const width = 4;

/** How often readers see what the walk has found: telling them costs something with every page, and forty a second land. */
const publishEveryMs = 500;

/** What is known beyond the spec, by `namespace/name`. A target that is not in it is not read yet, or its workload is gone. */
export type EnhancedTargets = { byKey: ReadonlyMap<string, EnhancedTarget>; isComplete: boolean };

/** The enhanced list, page by page, once the basic list said how many targets there are. A page that fails is only logged. */
export function enhancedTargetsQuery(client: Client, total: number | null) {
  const queryKey = ['targets.list', { enhancedItems: true, limit: enhancedPageSize, total }] as const;
  return queryOptions({
    queryKey,
    enabled: total !== null,
    staleTime: Infinity,
    structuralSharing: false,
    queryFn: async ({ client: queryClient, signal }): Promise<EnhancedTargets> => {
      const byKey = new Map<string, EnhancedTarget>();
      let published = -Infinity;
      const offsets = Array.from(
        { length: Math.ceil((total ?? 0) / enhancedPageSize) },
        (_, page) => page * enhancedPageSize,
      );
      const tasks = offsets.map((offset) => async () => {
        try {
          await backgroundTurn(signal);
          const page = await pass(
            signal,
            () => client.targets.list({ enhancedItems: true, limit: enhancedPageSize, offset }, { signal }),
            'background',
          );
          for (const item of page.itemsEnhanced ?? []) {
            byKey.set(`${item.aiscaletarget.namespace}/${item.aiscaletarget.name}`, item);
          }
          if (signal.aborted || performance.now() - published < publishEveryMs) return;
          published = performance.now();
          queryClient.setQueryData<EnhancedTargets>(queryKey, { byKey, isComplete: false });
        } catch (error) {
          if (!signal.aborted) logFailure(`The enhanced list could not be read from offset ${offset}.`, error);
        }
      });
      // What is on the screen asks first, and it is drawn only after the list has come.
      await whenIdle();
      await runAll(tasks, signal, width);
      signal.throwIfAborted();
      return { byKey, isComplete: true };
    },
    meta: { onlyLogged: true },
  });
}
