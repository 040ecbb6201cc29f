import {
  type AstSpecView,
  type Comparison,
  compareText,
  deriveDirection,
  deriveMode,
  directedGap,
  estimateCosts,
  type Mode,
  type NodeSettings,
  type PotentialSavings,
  targetKey,
} from '@trimtab/core';

/** A target with its costs. */
export type CostTarget = {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly mode: Mode;
  /** null if not loaded yet or unknown. */
  readonly comparison: Comparison | null;
  /** All comparisons have been read, and this target has none. */
  readonly lacksComparison: boolean;
  /** Dollars per hour that it wastes (recommendation) or saves (autonomous). Negative if it needs more; null if unknown. */
  readonly hourly: number | null;
  /** Dollars per hour that all suggestions together save. Negative if they cost more; null if unknown or autonomous. */
  readonly net: number | null;
};

export type CostSources = {
  readonly targets: readonly AstSpecView[];
  readonly waste: ReadonlyMap<string, PotentialSavings>;
  readonly comparisons: ReadonlyMap<string, Comparison>;
  /** Whether all comparisons have been read. */
  readonly areComparisonsRead: boolean;
  readonly settings: NodeSettings;
  /** Whether `waste` was computed with other settings. Then the costs are computed from the comparisons instead. */
  readonly isWasteOutdated: boolean;
};

/** Sorts targets by namespace, then by name. */
export function inOrder(targets: readonly AstSpecView[]): AstSpecView[] {
  return targets.toSorted((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}

/** Adds to each target its costs under these settings. */
export function costTargets({ targets, waste, comparisons, settings, ...read }: CostSources): CostTarget[] {
  return targets.map((target) => {
    const key = targetKey(target);
    const mode = deriveMode(target.spec);
    const comparison = comparisons.get(key) ?? null;
    const savings = comparison === null ? null : estimateCosts(comparison, mode, settings).savingsPerHour;
    const costs = waste.get(key);
    const gap = costs === undefined ? null : directedGap(costs, deriveDirection(target.spec));
    const hourly = mode === 'Autonomous' || read.isWasteOutdated ? savings : gap;
    return {
      key,
      namespace: target.namespace,
      name: target.name,
      mode,
      comparison,
      lacksComparison: read.areComparisonsRead && comparison === null,
      hourly,
      net: mode === 'Autonomous' ? null : savings,
    };
  });
}
