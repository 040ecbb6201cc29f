import { queryOptions } from '@tanstack/react-query';
import { type Client, type CostRange, costRangeWindow, isoWindow } from '@trimtab/core';
import { enqueue } from './request-queue.ts';

/**
 * Savings and waste over time, with the window they cover. The `projected` range has no history and fetches nothing.
 * @param cluster null for all
 */
export function costAnalysisQuery(client: Client, range: CostRange, cluster: string | null = null) {
  const clusters = cluster?.split(',');
  return queryOptions({
    queryKey: ['views.costAnalysis', { range, clusters }],
    enabled: range !== 'projected',
    // Every change of the range reloads. The earlier answer stays visible in the meantime.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const window = costRangeWindow(range, Date.now());
      if (window === null) throw new Error('The projected range has no history to load.');
      const { bucket, ...span } = window;
      const analysis = await enqueue(signal, () =>
        client.views.costAnalysis({ ...isoWindow(span), bucket, clusters }, { signal }),
      );
      return { analysis, window };
    },
  });
}
