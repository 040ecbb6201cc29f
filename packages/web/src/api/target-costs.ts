import { queryOptions } from '@tanstack/react-query';
import {
  type Client,
  type Comparison,
  isoWindow,
  minuteMs,
  type PotentialSavings,
  savingsWindow,
  targetKey,
} from '@trimtab/core';
import { logFailure } from '../browser/log.ts';
import { createThrottle } from './partial-results.ts';
import { waitForBackgroundSlot } from './rate-limit.ts';
import { enqueue } from './request-queue.ts';

/** The rows of all targets that have been loaded so far, by `namespace/name`. */
type CostMap<T> = {
  readonly byKey: ReadonlyMap<string, T>;
  readonly isComplete: boolean;
  /** All pages have been read, but the server had announced more rows than it sent. */
  readonly isTruncated: boolean;
  /**
   * How long the figures are cached. They are averages over 24 hours and expensive to compute for ten thousand targets.
   */
  readonly hasFailed: boolean;
};

type Page<T> = { readonly items: readonly T[]; readonly incomplete: boolean };
type Row = { namespace?: string | undefined; name?: string | undefined };

/** The figures are averages over 24 hours and expensive to compute for ten thousand targets, so they are kept for minutes. */
export const costStaleTimeMs = 5 * minuteMs;

/** Reads all pages in the background. `publish` gets the rows so far. A failed page is logged and empties the map. */
async function readPages<T extends Row>(
  pages: AsyncIterator<Page<T>, void>,
  signal: AbortSignal,
  publish: (map: CostMap<T>) => void,
  name: string,
): Promise<CostMap<T>> {
  const byKey = new Map<string, T>();
  let isTruncated = false;
  const publishThrottled = createThrottle(() =>
    publish({ byKey: new Map(byKey), isComplete: false, isTruncated, hasFailed: false }),
  );
  try {
    const next = async () => {
      if (byKey.size === 0) return await enqueue(signal, () => pages.next());
      await waitForBackgroundSlot(signal);
      return await enqueue(signal, () => pages.next(), 'background');
    };
    for (let step = await next(); !step.done; step = await next()) {
      // A row without a name cannot be matched with a target.
      for (const row of step.value.items) if (row.name !== undefined) byKey.set(targetKey(row), row);
      isTruncated = step.value.incomplete;
      publishThrottled();
    }
  } catch (error) {
    signal.throwIfAborted();
    logFailure(`${name} could not be read.`, error);
    return { byKey: new Map(), isComplete: true, isTruncated: false, hasFailed: true };
  }
  return { byKey, isComplete: true, isTruncated, hasFailed: false };
}

const lastDay = () => isoWindow(savingsWindow(Date.now()));

/** Rows of all targets that are read in the background, page by page. `name` is for the log. */
function rowsQuery<T extends Row>(
  name: string,
  queryKey: readonly [string],
  enabled: boolean,
  pagesOf: (signal: AbortSignal) => AsyncIterable<Page<T>>,
) {
  return queryOptions({
    queryKey,
    enabled,
    staleTime: costStaleTimeMs,
    structuralSharing: false,
    queryFn: ({ client, signal }): Promise<CostMap<T>> => {
      const shown = () => client.getQueryData<CostMap<T>>(queryKey)?.byKey.size ?? 0;
      return readPages(
        pagesOf(signal)[Symbol.asyncIterator](),
        signal,
        // A refetch must not replace the complete map on the screen with its own first pages.
        (map) => map.byKey.size > shown() && client.setQueryData(queryKey, map),
        name,
      );
    },
    meta: { onlyLogged: true },
  });
}

/** What every target costs now and with its suggestion, averaged over the last 24 hours. */
export const wasteQuery = (client: Client, enabled: boolean) =>
  rowsQuery<PotentialSavings>('Waste', ['costs.potentialSavings'], enabled, (signal) =>
    client.costs.potentialSavingsPages(lastDay(), { signal }),
  );

/** What every target uses and requests, before and after optimization, averaged over the last 24 hours. */
export const comparisonsQuery = (client: Client, enabled: boolean) =>
  rowsQuery<Comparison>('The optimization comparison', ['costs.comparisons'], enabled, (signal) =>
    client.costs.comparisonPages(lastDay(), { signal }),
  );

/** What one target uses, requests and costs, before and after optimization, averaged over the last 24 hours. */
export function comparisonQuery(client: Client, { namespace, name }: { namespace: string; name: string }) {
  return queryOptions({
    queryKey: ['costs.comparison', { namespace, name }],
    queryFn: ({ signal }) =>
      enqueue(signal, () => client.costs.comparison({ namespace, name, ...lastDay() }, { signal })),
  });
}

/** What one target costs now and with its suggestion, averaged over the last 24 hours. */
export function potentialSavingsQuery(client: Client, { namespace, name }: { namespace: string; name: string }) {
  return queryOptions({
    queryKey: ['costs.potentialSavings', { namespace, name }],
    queryFn: ({ signal }) =>
      enqueue(signal, () => client.costs.potentialSavings({ namespace, name, ...lastDay() }, { signal })),
  });
}
