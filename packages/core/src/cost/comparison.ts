import type { Comparison, NodeSettings } from '../api/schemas/costs.ts';
import type { Mode } from '../domain/mode.ts';
import type { PerResource, ResourceName } from '../domain/resource.ts';
import { utilization } from '../domain/utilization.ts';
import { bottleneck, hourlyCost, type ResourceAmounts } from './node.ts';
import { monthlyEstimate, yearlyFigure } from './periods.ts';

/** The two sides of a comparison. */
export type Variant = 'optimized' | 'unoptimized';

/** Cost when a total is missing. −1 cannot be mistaken for a price. */
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
  /** The resource that determines the current cost. */
  readonly resource: ResourceName | null;
};

/** The variant that runs now: `unoptimized` for a target in recommendation mode, `optimized` for an autonomous one. */
export function currentVariant(mode: Mode): Variant {
  return mode === 'Autonomous' ? 'optimized' : 'unoptimized';
}

/** Requests of one side of a comparison, summed over replicas. */
export function requestedAmounts(comparison: Pick<Comparison, 'resources'>, variant: Variant): ResourceAmounts {
  const { cpu, memory } = comparison.resources;
  return { cpuCores: cpu[variant].total_request, memoryBytes: memory[variant].total_request };
}

/** Usage of one side of a comparison, summed over replicas. */
export function usedAmounts(comparison: Pick<Comparison, 'resources'>, variant: Variant): ResourceAmounts {
  const { cpu, memory } = comparison.resources;
  return { cpuCores: cpu[variant].total_usage, memoryBytes: memory[variant].total_usage };
}

/**
 * Cost of both sides of a comparison on the given node, from the total requests. Works without a request to the server.
 * If a CPU or memory total is missing on either side, both costs are −1 and the savings are null.
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
 * The row of a target. If totals of a side are missing, only the cells of that side are empty: an autonomous target without a
 * record of its previous state still shows its current cost.
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
