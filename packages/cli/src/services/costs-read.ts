import {
  breakdownBars,
  type Client,
  type CostAnalysis,
  type CostRange,
  contributorBars,
  costRangeWindow,
  isAutonomousMode,
  type NodeSettings,
  projectedAnnual,
  type TargetListItem,
  yearlyFigure,
} from '@trimtab/core';
import { readTargetList } from './targets-list.ts';

type Wanted = {
  range: CostRange;
  /** Absent: all clusters. */
  clusters?: readonly string[] | undefined;
  now: number;
};

/** Savings and waste of the past, in dollars at the price of the configured node. */
export async function readCostHistory(client: Client, { range, clusters, now }: Wanted) {
  const window = costRangeWindow(range, now);
  if (window === null) throw new TypeError(`${range} has no history`);
  const [analysis, settings]: [CostAnalysis, NodeSettings] = await Promise.all([
    client.views.costAnalysis({ ...window, clusters }),
    client.costs.settings({}),
  ]);
  return {
    analysis,
    bucket: window.bucket,
    bars: breakdownBars(analysis, settings),
    contributors: contributorBars(analysis, settings),
  };
}

/** The projected waste or savings of a target, in dollars for a year of 8,760 hours. */
export type ProjectedRow = {
  target: TargetListItem;
  mode: 'Autonomous' | 'Recommendation';
  yearly: number;
  /** What applying all suggestions together saves; null in autonomous mode and if unknown. */
  net: number | null;
};

/** The current hourly figures extrapolated to a year, by target, the largest first. */
export async function readCostProjection(
  client: Client,
  wanted: { namespace: readonly string[] | null; clusters?: readonly string[] | undefined },
) {
  const answer = await readTargetList(client, { ...wanted, mode: null, sort: 'cost', limit: null });
  const figures = answer.items.map((target) => ({
    target,
    mode: isAutonomousMode(target.mode) ? ('Autonomous' as const) : ('Recommendation' as const),
    hourly: target.hourly_waste_savings,
    net: target.net_hourly_savings,
  }));
  const rows = figures.flatMap(({ target, mode, hourly, net }): ProjectedRow[] => {
    const yearly = yearlyFigure(hourly);
    // A negative figure in recommendation mode means that more is needed. Like 0, it is not waste.
    return yearly === null || yearly === 0 || (mode === 'Recommendation' && yearly < 0)
      ? []
      : [{ target, mode, yearly, net: yearlyFigure(net) }];
  });
  return { ...answer, rows: rows.toSorted((a, b) => b.yearly - a.yearly), totals: projectedAnnual(figures) };
}
