import type { Comparison, NodeSettings } from '../api/schemas/costs.ts';
import type { Mode } from '../domain/mode.ts';
import { finiteOrNull, type PerResource, type ResourceName } from '../domain/resource.ts';
import { currentVariant, requestedAmounts, usedAmounts, type Variant } from './comparison.ts';
import { bottleneck, hourlyCost } from './node.ts';
import { hoursPerMonth, monthsPerYear } from './periods.ts';

/** The sliders' bounds, in percent. */
export const sliderRange = { min: 1, max: 100, step: 1 } as const;

/** A target as the simulator reads it. */
export type SimulatedTarget = { readonly mode: Mode; readonly comparison: Pick<Comparison, 'resources'> };

/** The percentages an operator has set; a resource that was not touched is absent. */
export type SimulatedPercentages = Partial<PerResource<number | undefined>>;

/** A target's row in the simulator. Amounts are summed over replicas; money is null where a total is missing. */
export type SimulatorRow = {
  /** What runs now: cores and bytes. */
  readonly used: PerResource<number | null>;
  readonly requested: PerResource<number | null>;
  /** Percent of the request in use, 1 to 100, as it is now (full precision) and as the slider stands. */
  readonly currentPercent: PerResource<number | null>;
  readonly newPercent: PerResource<number | null>;
  readonly newRequested: PerResource<number | null>;
  /** The resource that sets the price of the new requests; CPU when both shares are equal. */
  readonly bottleneck: ResourceName | null;
  /** Dollars a month of 720 hours. */
  readonly currentMonthly: number | null;
  readonly newMonthly: number | null;
  /** Dollars a year of 12 such months: positive saves, negative costs. Exactly 0 until a slider is moved. */
  readonly yearlyImpact: number | null;
};

/**
 * Percent of a request in use: used ÷ requested, capped at 100 and 1 when nothing is requested; a slider cannot stand
 * below 1. Null when either is unknown.
 */
export function currentPercent(used: number | null, requested: number | null): number | null {
  if (used === null || requested === null) return null;
  if (requested <= 0) return sliderRange.min;
  return Math.min(sliderRange.max, Math.max(sliderRange.min, (used / requested) * 100));
}

/** Where a slider stands for a percentage: on its nearest step. */
export function sliderPosition(percent: number): number {
  return Math.min(sliderRange.max, Math.max(sliderRange.min, Math.round(percent)));
}

/** One target's row for the percentages set. */
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

/** What an impact is: its color and its word. */
export function impactKind(yearlyImpact: number | null): 'saving' | 'costing' | 'no change' | null {
  if (yearlyImpact === null) return null;
  if (yearlyImpact === 0) return 'no change';
  return yearlyImpact > 0 ? 'saving' : 'costing';
}

/**
 * The comparison blocks, dollars a year of 12 months of 720 hours. Null when a block has targets and none of them has a
 * price: nothing is known then, which is not 0.
 */
export type SimulatorTotals = {
  readonly currentWaste: number | null;
  readonly newWaste: number | null;
  readonly currentSavings: number | null;
  readonly newSavings: number | null;
};

/**
 * Waste of recommendation targets (what they cost above what the suggestion would, clamped at 0 per target) and savings
 * of autonomous ones (what they cost before, less what they cost), now and with the sliders. A target whose other side
 * is unknown has no waste; an autonomous one without a record still adds the impact of its sliders to the savings.
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
 * The request that puts usage at a slider's percentage: used ÷ (percent ÷ 100). Where the slider stands where it started
 * the request is left as it is: a percentage that was capped or rounded to a step would not give it back.
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
