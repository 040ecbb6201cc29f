import type { Comparison, NodeSettings } from '../api/schemas/costs.ts';
import type { Mode } from '../domain/mode.ts';
import type { PerResource, ResourceName } from '../domain/resource.ts';
import { utilization } from '../domain/utilization.ts';
import { bottleneck, hourlyCost, type ResourceAmounts } from './node.ts';
import { monthlyEstimate, yearlyFigure } from './periods.ts';

/** The two sides of a comparison. */
export type Variant = 'optimized' | 'unoptimized';

/** What the estimate costs when a total is missing: visibly not a price. */
const unknownCost = -1;

/** Dollars an hour of both sides of a comparison. */
type CostEstimate = {
  /** What runs now; −1 when unknown. */
  readonly costCurrent: number;
  readonly costOptimized: number;
  readonly costUnoptimized: number;
  /** costUnoptimized − costOptimized; null when a total is missing. */
  readonly savingsPerHour: number | null;
  /** × 24 × 365. */
  readonly savingsPerYear: number | null;
  /** The resource that sets the price of what runs now. */
  readonly resource: ResourceName | null;
};

/** Which side runs now: a recommendation target is not optimized yet, an autonomous one is. */
export function currentVariant(mode: Mode): Variant {
  return mode === 'Autonomous' ? 'optimized' : 'unoptimized';
}

/** What a side of a comparison requests, summed over replicas. */
export function requestedAmounts(comparison: Pick<Comparison, 'resources'>, variant: Variant): ResourceAmounts {
  const { cpu, memory } = comparison.resources;
  return { cpuCores: cpu[variant].total_request, memoryBytes: memory[variant].total_request };
}

/** What a side of a comparison uses, summed over replicas. */
export function usedAmounts(comparison: Pick<Comparison, 'resources'>, variant: Variant): ResourceAmounts {
  const { cpu, memory } = comparison.resources;
  return { cpuCores: cpu[variant].total_usage, memoryBytes: memory[variant].total_usage };
}

/**
 * What both sides of a comparison cost on such a node, from the requests' totals, so that an edited node shows at once.
 * If a CPU or memory total is missing on either side, both cost −1 and the savings are null: half a comparison is none.
 */
export function estimateCosts(
  comparison: Pick<Comparison, 'resources'>,
  mode: Mode,
  settings: NodeSettings,
): CostEstimate {
  const optimized = hourlyCost(requestedAmounts(comparison, 'optimized'), settings);
  const unoptimized = hourlyCost(requestedAmounts(comparison, 'unoptimized'), settings);
  if (optimized === null || unoptimized === null) return unknownEstimate;
  const savingsPerHour = unoptimized - optimized;
  return {
    costCurrent: mode === 'Autonomous' ? optimized : unoptimized,
    costOptimized: optimized,
    costUnoptimized: unoptimized,
    savingsPerHour,
    savingsPerYear: yearlyFigure(savingsPerHour),
    resource: bottleneck(requestedAmounts(comparison, currentVariant(mode)), settings),
  };
}

const unknownEstimate: CostEstimate = {
  costCurrent: unknownCost,
  costOptimized: unknownCost,
  costUnoptimized: unknownCost,
  savingsPerHour: null,
  savingsPerYear: null,
  resource: null,
};

/** A row of the cost breakdown's tables. Money is dollars a month of 720 hours; null where unknown. */
type ComparisonRow = {
  /** Usage ÷ request, fractions, before and after optimization. */
  readonly utilization: Readonly<Record<Variant, PerResource<number | null>>>;
  readonly unoptimizedMonthly: number | null;
  readonly optimizedMonthly: number | null;
  /** unoptimized − optimized: wasted spend of a recommendation target, total savings of an autonomous one. */
  readonly differenceMonthly: number | null;
};

/**
 * A target's row. A side whose totals are missing leaves its own cells empty, so that an autonomous target without a
 * record from before still shows what it costs now.
 */
export function comparisonRow(comparison: Pick<Comparison, 'resources'>, settings: NodeSettings): ComparisonRow {
  const unoptimized = monthlyEstimate(hourlyCost(requestedAmounts(comparison, 'unoptimized'), settings));
  const optimized = monthlyEstimate(hourlyCost(requestedAmounts(comparison, 'optimized'), settings));
  return {
    utilization: {
      optimized: variantUtilization(comparison, 'optimized'),
      unoptimized: variantUtilization(comparison, 'unoptimized'),
    },
    unoptimizedMonthly: unoptimized,
    optimizedMonthly: optimized,
    differenceMonthly: unoptimized === null || optimized === null ? null : unoptimized - optimized,
  };
}

function variantUtilization(
  { resources }: Pick<Comparison, 'resources'>,
  variant: Variant,
): PerResource<number | null> {
  const { cpu, memory } = resources;
  return {
    cpu: utilization(cpu[variant].total_usage, cpu[variant].total_request),
    memory: utilization(memory[variant].total_usage, memory[variant].total_request),
  };
}
