import type { Comparison, NodeSettings } from '../api/schemas/costs.ts';
import type { Mode } from '../domain/mode.ts';
import { finiteOrNull, type PerResource, type ResourceName } from '../domain/resource.ts';
import { currentVariant, requestedAmounts, usedAmounts, type Variant } from './comparison.ts';
import { bottleneck, hourlyCost } from './node.ts';
import { hoursPerMonth, monthsPerYear } from './periods.ts';

/** The sliders' bounds, in percent. */
export const sliderRange = { min: 1, max: 100, step: 1 } as const;

/** Input of the simulator for one target. */
export type SimulatedTarget = { readonly mode: Mode; readonly comparison: Pick<Comparison, 'resources'> };

/** The percentages that the operator has set. A resource whose slider was not moved is absent. */
export type SimulatedPercentages = Partial<PerResource<number | undefined>>;

/** A target's row in the simulator. Amounts are summed over replicas; money is null where a total is missing. */
export type SimulatorRow = {
  /** Current state, in cores and bytes. */
  readonly used: PerResource<number | null>;
  readonly requested: PerResource<number | null>;
  /** Usage as a percentage of the request: the current value (full precision, at most 100) and the slider position. */
  readonly currentPercent: PerResource<number | null>;
  readonly newPercent: PerResource<number | null>;
  readonly newRequested: PerResource<number | null>;
  /** The resource that determines the cost of the new requests; CPU when both shares are equal. */
  readonly bottleneck: ResourceName | null;
  /** Dollars a month of 720 hours. */
  readonly currentMonthly: number | null;
  readonly newMonthly: number | null;
  /**
   * Dollars a year (12 such months): positive means savings, negative means additional cost. Exactly 0 until a slider
   * is moved.
   */
  readonly yearlyImpact: number | null;
};

/**
 * Usage as a percentage of the request: used ÷ requested, at most 100, and 1 without a request. Below 1 it keeps its
 * value, although the slider cannot be below 1. Null when either value is unknown.
 */
export function currentPercent(used: number | null, requested: number | null): number | null {
  if (used === null || requested === null) return null;
  if (requested <= 0) return sliderRange.min;
  return Math.min(sliderRange.max, (used / requested) * 100);
}

/** Slider position for a percentage: the nearest step. */
export function sliderPosition(percent: number): number {
  return Math.min(sliderRange.max, Math.max(sliderRange.min, Math.round(percent)));
}

/** The row of one target for the given percentages. */
export function simulateTarget(
  target: SimulatedTarget,
  percentages: SimulatedPercentages,
  settings: NodeSettings,
): SimulatorRow {
  const variant = currentVariant(target.mode);
  const used = amounts(usedAmounts(target.comparison, variant));
  const requested = amounts(requestedAmounts(target.comparison, variant));
  const cpu = move(used.cpu, requested.cpu, percentages.cpu);
  const memory = move(used.memory, requested.memory, percentages.memory);
  const newRequest = { cpuCores: cpu.request, memoryBytes: memory.request };
  const currentMonthly = monthly(hourlyCost({ cpuCores: requested.cpu, memoryBytes: requested.memory }, settings));
  const newMonthly = monthly(hourlyCost(newRequest, settings));
  return {
    used,
    requested,
    currentPercent: { cpu: cpu.current, memory: memory.current },
    newPercent: { cpu: cpu.position, memory: memory.position },
    newRequested: { cpu: cpu.request, memory: memory.request },
    bottleneck: bottleneck(newRequest, settings),
    currentMonthly,
    newMonthly,
    yearlyImpact: currentMonthly === null || newMonthly === null ? null : (currentMonthly - newMonthly) * monthsPerYear,
  };
}

/** Kind of a yearly impact, which selects its color and word; null when the impact is unknown. */
export function impactKind(yearlyImpact: number | null): 'saving' | 'costing' | 'no change' | null {
  if (yearlyImpact === null) return null;
  if (yearlyImpact === 0) return 'no change';
  return yearlyImpact > 0 ? 'saving' : 'costing';
}

/**
 * Totals of the comparison blocks, in dollars a year (12 months of 720 hours). Null when a block has targets but none of them has a
 * price: the total is then unknown, not 0.
 */
export type SimulatorTotals = {
  readonly currentWaste: number | null;
  readonly newWaste: number | null;
  readonly currentSavings: number | null;
  readonly newSavings: number | null;
};

/**
 * Waste of targets in recommendation mode (current cost − cost with the suggestion, at least 0 per target) and savings
 * of autonomous targets (previous cost − current cost), now and with the sliders. A target whose other side
 * is unknown has no waste. An autonomous target without a record still adds the impact of its sliders to the savings.
 */
export function simulatorTotals(
  targets: readonly { readonly target: SimulatedTarget; readonly row: SimulatorRow }[],
  settings: NodeSettings,
): SimulatorTotals {
  const waste = { current: 0, next: 0, known: 0, all: 0 };
  const savings = { current: 0, next: 0, known: 0, all: 0 };
  for (const { target, row } of targets) {
    const isAutonomous = target.mode === 'Autonomous';
    const block = isAutonomous ? savings : waste;
    block.all += 1;
    if (row.currentMonthly === null || row.newMonthly === null || row.yearlyImpact === null) continue;
    const otherVariant: Variant = isAutonomous ? 'unoptimized' : 'optimized';
    const other = monthly(hourlyCost(requestedAmounts(target.comparison, otherVariant), settings));
    if (!isAutonomous && other === null) continue;
    block.known += 1;
    if (isAutonomous) {
      const current = other === null ? 0 : (other - row.currentMonthly) * monthsPerYear;
      savings.current += current;
      savings.next += current + row.yearlyImpact;
    } else if (other !== null) {
      waste.current += Math.max(0, row.currentMonthly - other) * monthsPerYear;
      waste.next += Math.max(0, row.newMonthly - other) * monthsPerYear;
    }
  }
  const sums = ({ current, next, known, all }: typeof waste) =>
    known === 0 && all > 0 ? [null, null] : [current, next];
  const [currentWaste = null, newWaste = null] = sums(waste);
  const [currentSavings = null, newSavings = null] = sums(savings);
  return { currentWaste, newWaste, currentSavings, newSavings };
}

/**
 * The request at which usage is the percentage of the slider: used ÷ (percent ÷ 100). If the slider is at its initial position
 * the request stays unchanged, because the capped or rounded percentage would not reproduce it.
 */
function move(
  used: number | null,
  requested: number | null,
  percent: number | undefined,
): { current: number | null; position: number | null; request: number | null } {
  const current = currentPercent(used, requested);
  if (current === null || used === null) return { current, position: null, request: requested };
  const start = sliderPosition(current);
  const position = percent === undefined || !Number.isFinite(percent) ? start : sliderPosition(percent);
  return { current, position, request: position === start ? requested : used / (position / 100) };
}

function amounts(total: {
  cpuCores: number | null | undefined;
  memoryBytes: number | null | undefined;
}): PerResource<number | null> {
  return { cpu: finiteOrNull(total.cpuCores), memory: finiteOrNull(total.memoryBytes) };
}

function monthly(hourly: number | null): number | null {
  return hourly === null ? null : hourly * hoursPerMonth;
}
