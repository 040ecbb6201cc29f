import {
  type Comparison,
  type CostPair,
  hourlyCost,
  type NodeSettings,
  type PerResource,
  type PotentialSavings,
  resourceCosts,
  type TargetName,
} from '@trimtab/core';

/** Cores and bytes of all pods together; null where unknown. */
export type Totals = PerResource<number | null>;

export const unknownTotals: Totals = { cpu: null, memory: null };

/** The two sides of a cost comparison (docs/contract/costs.md). */
export type CostSides = {
  readonly used: Totals;
  /** The current requests of an autonomous target; otherwise the requests after applying the suggestion. */
  readonly optimized: Totals;
  readonly unoptimized: Totals;
  /** Sentences that name what is missing. */
  readonly problems: readonly string[];
};

export function comparison({ namespace, name }: TargetName, sides: CostSides, settings: NodeSettings): Comparison {
  const { used, optimized, unoptimized, problems } = sides;
  const variants = (resource: keyof Totals) => ({
    optimized: { total_usage: used[resource], total_request: optimized[resource] },
    unoptimized: { total_usage: used[resource], total_request: unoptimized[resource] },
  });
  return {
    namespace,
    name,
    resources: { cpu: variants('cpu'), memory: variants('memory') },
    hourly_cost: {
      optimized: resourceCosts(amounts(optimized), settings),
      unoptimized: { cost: hourlyCost(amounts(unoptimized), settings) },
    },
    ...(problems.length === 0 ? {} : { problem: problems.join(' ') }),
  };
}

export const amounts = ({ cpu, memory }: Totals) => ({ cpuCores: cpu, memoryBytes: memory });

export const potentialSavings = (
  { namespace, name }: { readonly namespace: string; readonly name: string },
  costs: { readonly horizontalCost: CostPair; readonly verticalCost: CostPair },
  net?: number | null,
): PotentialSavings => ({
  namespace,
  name,
  horizontalCost: { ...costs.horizontalCost },
  verticalCost: { ...costs.verticalCost },
  ...(net === undefined ? {} : { net_hourly_savings: net }),
});
