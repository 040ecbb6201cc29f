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
  repricedGap,
  type TargetName,
  targetKey,
} from '@trimtab/core';
import { isSameNode } from './node/server-costs.ts';

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

/** The labels of targets: their names, or NAMESPACE/NAME where several have the same name. */
export function targetLabels(targets: readonly TargetName[]): (target: TargetName) => string {
  const byName = Map.groupBy(targets, ({ name }) => name);
  return ({ namespace, name }) => ((byName.get(name)?.length ?? 0) > 1 ? `${namespace}/${name}` : name);
}

export type CostSources = {
  readonly targets: readonly AstSpecView[];
  readonly waste: ReadonlyMap<string, PotentialSavings>;
  readonly comparisons: ReadonlyMap<string, Comparison>;
  /** Whether all comparisons have been read. */
  readonly areComparisonsRead: boolean;
  readonly settings: NodeSettings;
  /** The node with which `waste` was computed; null if unknown. With another one than `settings`, it is priced again. */
  readonly wasteNode: NodeSettings | null;
};

/** Sorts targets by namespace, then by name. */
export function inOrder(targets: readonly AstSpecView[]): AstSpecView[] {
  return targets.toSorted((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}

/** The costs that were computed last for each listed target. */
export type KnownCosts = WeakMap<AstSpecView, Pick<CostSources, 'settings' | 'wasteNode'> & Known>;
type Known = { readonly costs: PotentialSavings | undefined; readonly result: CostTarget };

/**
 * Adds to each target its costs under these settings. With `known`, a target whose sources have not changed keeps its
 * object, because the costs of ten thousand targets arrive in hundreds of pages, each of which changes only a few rows.
 */
export function costTargets(
  { targets, waste, comparisons, areComparisonsRead, settings, wasteNode }: CostSources,
  known: KnownCosts = new WeakMap(),
): CostTarget[] {
  const isPriced = wasteNode !== null && isSameNode(wasteNode, settings);
  return targets.map((target) => {
    const last = known.get(target);
    const key = last?.result.key ?? targetKey(target);
    const comparison = comparisons.get(key) ?? null;
    const lacksComparison = areComparisonsRead && comparison === null;
    const costs = waste.get(key);
    if (
      last?.costs === costs &&
      last?.settings === settings &&
      last.wasteNode === wasteNode &&
      last.result.comparison === comparison &&
      last.result.lacksComparison === lacksComparison
    )
      return last.result;
    const mode = deriveMode(target.spec);
    const savings = comparison === null ? null : estimateCosts(comparison, mode, settings).savingsPerHour;
    const direction = deriveDirection(target.spec);
    const gap = () => {
      if (costs === undefined || wasteNode === null) return null;
      if (isPriced) return directedGap(costs, direction);
      return repricedGap(costs, { comparison, direction, from: wasteNode, to: settings });
    };
    const result = {
      key,
      namespace: target.namespace,
      name: target.name,
      mode,
      comparison,
      lacksComparison,
      hourly: mode === 'Autonomous' ? savings : gap(),
      net: mode === 'Autonomous' ? null : savings,
    };
    known.set(target, { costs, settings, wasteNode, result });
    return result;
  });
}
