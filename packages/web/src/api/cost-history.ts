import { queryOptions } from '@tanstack/react-query';
import { type Client, type CostRange, costRangeWindow, isoWindow } from '@trimtab/core';
import { pass } from './request-queue.ts';

/** The history of what was saved and wasted, and the time it covers; `projected` has none, and triggers no fetch. */
export function costAnalysisQuery(client: Client, range: CostRange) {
  return queryOptions({
    queryKey: ['views.costAnalysis', { range }],
    enabled: range !== 'projected',
    // Every change of the range reloads (console.md, section 4); what was read before stands there meanwhile.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const window = costRangeWindow(range, Date.now());
      if (window === null) throw new Error('A projection has no history to ask for.');
      const { bucket, ...span } = window;
      const analysis = await pass(signal, () => client.views.costAnalysis({ ...isoWindow(span), bucket }, { signal }));
      return { analysis, window };
    },
  });
}
