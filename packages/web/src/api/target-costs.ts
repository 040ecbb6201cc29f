import { queryOptions } from '@tanstack/react-query';
import {
  type Client,
  type Comparison,
  isoWindow,
  type PotentialSavings,
  savingsWindow,
  targetKey,
} from '@trimtab/core';
import { logFailure } from '../browser/log.ts';
import { backgroundTurn } from './rate-limit.ts';
import { pass } from './request-queue.ts';

/** What a walk over all targets has found, by `namespace/name`. */
export type CostMap<T> = {
  readonly byKey: ReadonlyMap<string, T>;
  readonly isComplete: boolean;
  /** The walk ended, and the server had promised more. */
  readonly isTruncated: boolean;
  /** The walk failed: the map is empty again (console.md, section 8). */
  readonly hasFailed: boolean;
};

type Page<T> = { readonly items: readonly T[]; readonly incomplete: boolean };
type Owned = { namespace?: string | undefined; name?: string | undefined };

/** Both walks cost the server dearly at ten thousand targets, and average a day: minutes change nothing. */
const staleTime = 5 * 60_000;

/** How often readers see what a walk has found: each time the sums of up to ten thousand targets are reckoned anew. */
const publishEveryMs = 500;

/** One walk, page by page in the background; `publish` hears what is there so far. */
async function walk<T extends Owned>(
  pages: AsyncIterator<Page<T>, void>,
  signal: AbortSignal,
  publish: (map: CostMap<T>) => void,
  name: string,
): Promise<CostMap<T>> {
  const byKey = new Map<string, T>();
  let isTruncated = false;
  let published = -Infinity;
  try {
    const next = async () => {
      if (byKey.size === 0) return await pass(signal, () => pages.next());
      await backgroundTurn(signal);
      return await pass(signal, () => pages.next(), 'background');
    };
    for (let step = await next(); !step.done; step = await next()) {
      // A row that does not say whose it is can be shown beside no target.
      for (const row of step.value.items) if (row.name !== undefined) byKey.set(targetKey(row), row);
      isTruncated = step.value.incomplete;
      if (performance.now() - published < publishEveryMs) continue;
      published = performance.now();
      publish({ byKey: new Map(byKey), isComplete: false, isTruncated, hasFailed: false });
    }
  } catch (error) {
    signal.throwIfAborted();
    logFailure(`${name} could not be read.`, error);
    return { byKey: new Map(), isComplete: true, isTruncated: false, hasFailed: true };
  }
  return { byKey, isComplete: true, isTruncated, hasFailed: false };
}

const wasteKey = ['costs.potentialSavings'] as const;
const comparisonsKey = ['costs.comparisons'] as const;

/** What every target costs as it is and with its suggestion, averaged over the last 24 hours, once targets exist. */
export function wasteQuery(client: Client, enabled: boolean) {
  return queryOptions({
    queryKey: wasteKey,
    enabled,
    staleTime,
    structuralSharing: false,
    queryFn: ({ client: cache, signal }): Promise<CostMap<PotentialSavings>> => {
      const pages = client.costs.potentialSavingsPages(isoWindow(savingsWindow(Date.now())), { signal });
      const shown = () => cache.getQueryData<CostMap<PotentialSavings>>(wasteKey)?.byKey.size ?? 0;
      return walk(
        pages[Symbol.asyncIterator](),
        signal,
        // A later walk must not shrink what an earlier one shows.
        (map) => map.byKey.size > shown() && cache.setQueryData(wasteKey, map),
        'Waste',
      );
    },
    meta: { onlyLogged: true },
  });
}

/** What every target uses and requests, with and without what the product advises; as `wasteQuery`. */
export function comparisonsQuery(client: Client, enabled: boolean) {
  return queryOptions({
    queryKey: comparisonsKey,
    enabled,
    staleTime,
    structuralSharing: false,
    queryFn: ({ client: cache, signal }): Promise<CostMap<Comparison>> => {
      const pages = client.costs.comparisonPages(isoWindow(savingsWindow(Date.now())), { signal });
      const shown = () => cache.getQueryData<CostMap<Comparison>>(comparisonsKey)?.byKey.size ?? 0;
      return walk(
        pages[Symbol.asyncIterator](),
        signal,
        (map) => map.byKey.size > shown() && cache.setQueryData(comparisonsKey, map),
        'The optimization comparison',
      );
    },
    meta: { onlyLogged: true },
  });
}

/** What one target uses, requests and costs, with and without what the product advises; silent, because it only explains. */
export function comparisonQuery(client: Client, target: { namespace: string; name: string }) {
  const { namespace, name } = target;
  return queryOptions({
    queryKey: ['costs.comparison', { namespace, name }],
    staleTime,
    queryFn: ({ signal }) =>
      pass(signal, () =>
        client.costs.comparison({ namespace, name, ...isoWindow(savingsWindow(Date.now())) }, { signal }),
      ),
    meta: { silent: true },
  });
}
