import type { CostAnalysis, NodeSettings, ResourceHours } from '../api/schemas/costs.ts';
import { compareText } from '../domain/target-list.ts';
import { hourlyCost } from './node.ts';

/**
 * Cost of resource-hours in dollars: max(core-hours ÷ node cores, byte-hours ÷ node memory) × node price per hour. Null when
 * either is missing.
 */
export function hoursToDollars(hours: ResourceHours, settings: NodeSettings): number | null {
  // Resource-hours ÷ node capacity are node-hours, so the formula for an hourly cost also gives the total cost.
  return hourlyCost({ cpuCores: hours.cpu_core_hours, memoryBytes: hours.memory_byte_hours }, settings);
}

/** One bar of the breakdown, in dollars within its bucket; null when unknown. */
export type BreakdownBar = {
  readonly timestamp: string;
  /** Savings of autonomous targets. */
  readonly savings: number | null;
  /** Waste of targets in recommendation mode. */
  readonly waste: number | null;
};

/** The bars of a cost analysis, in the order the server sent its buckets. */
export function breakdownBars(analysis: Pick<CostAnalysis, 'breakdown'>, settings: NodeSettings): BreakdownBar[] {
  return analysis.breakdown.map(({ timestamp, realized, unrealized }) => ({
    timestamp,
    savings: hoursToDollars(realized, settings),
    waste: hoursToDollars(unrealized, settings),
  }));
}

/** The totals of all bars. A missing bar is counted in `missing` and adds nothing. */
export function breakdownTotals(bars: readonly BreakdownBar[]): { savings: number; waste: number; missing: number } {
  const totals = { savings: 0, waste: 0, missing: 0 };
  for (const { savings, waste } of bars) {
    totals.savings += savings ?? 0;
    totals.waste += waste ?? 0;
    if (savings === null || waste === null) totals.missing += 1;
  }
  return totals;
}

/** The bar of one contributor, in dollars over the range. */
export type ContributorBar = { readonly name: string; readonly dollars: number };

/** The contributors by dollars, largest first, then by name. Contributors without a figure are left out. */
export function contributorBars(
  analysis: Pick<CostAnalysis, 'contributors'>,
  settings: NodeSettings,
): ContributorBar[] {
  return analysis.contributors
    .flatMap(({ name, resource_savings }) => {
      const dollars = hoursToDollars(resource_savings, settings);
      return dollars === null ? [] : [{ name, dollars }];
    })
    .toSorted((a, b) => b.dollars - a.dollars || compareText(a.name, b.name));
}
