import { useQuery } from '@tanstack/react-query';
import { type CostRange, type ForecastSums, type NodeSettings } from '@trimtab/core';
import { useMemo, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { costAnalysisQuery } from '../../../api/cost-history.ts';
import { useCluster } from '../../../table/ClusterSelect.tsx';
import type { CostTarget } from '../cost-target.ts';
import { historyView, projectedView, type RangeView } from './range-view.ts';

export type RangeInput = {
  range: CostRange;
  /** null while loading. */
  targets: readonly CostTarget[] | null;
  sums: ForecastSums | null;
  /** null while loading. */
  settings: NodeSettings | null;
  now: number;
};

/** The data of a range. While a new range is loading, the previous data stays and is marked as stale. */
export function useRangeView({ range, targets, sums, settings, now }: RangeInput) {
  const { data, error, refetch } = useQuery(costAnalysisQuery(useClient(), range, useCluster()));
  const month = new Date(now).toISOString().slice(0, 7);
  const isProjected = range === 'projected';
  const fresh = useMemo(() => {
    if (isProjected) return targets && sums && projectedView(targets, sums, Date.parse(`${month}-01`));
    return data && settings ? historyView(data.analysis, data.window, settings) : null;
  }, [isProjected, targets, sums, month, data, settings]);
  const hasFailed = !isProjected && error !== null && data === undefined;
  const [last, setLast] = useState<RangeView | null>(fresh);
  if (fresh !== null && fresh !== last) setLast(fresh);
  return {
    view: fresh ?? (hasFailed ? null : last),
    isStale: fresh === null && last !== null && !hasFailed,
    error: hasFailed ? error : null,
    retry: () => void refetch(),
  };
}
