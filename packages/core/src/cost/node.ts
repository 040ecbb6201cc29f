import type { NodeSettings } from '../api/schemas/costs.ts';
import { finiteOrNull, type PerResource, type ResourceName } from '../domain/resource.ts';

/** The default node for cost estimates: 4 cores, 16 GB, $0.192 an hour. */
export const defaultNodeSettings: NodeSettings = {
  node_cpu_cores: 4,
  node_memory_bytes: 16e9,
  node_hourly_cost: 0.192,
};

/** Amounts of both resources; null when unknown. */
export type ResourceAmounts = {
  readonly cpuCores: number | null | undefined;
  readonly memoryBytes: number | null | undefined;
};

/** Amount ÷ node capacity, for each resource: a number of nodes. Null when the amount is unknown. */
export function nodeShares(amounts: ResourceAmounts, settings: NodeSettings): PerResource<number | null> {
  return {
    cpu: share(amounts.cpuCores, settings.node_cpu_cores),
    memory: share(amounts.memoryBytes, settings.node_memory_bytes),
  };
}

/** Dollars an hour for each resource alone: its share of a node × node price. Null when the amount is unknown. */
export function resourceCosts(amounts: ResourceAmounts, settings: NodeSettings): PerResource<number | null> {
  const { cpu, memory } = nodeShares(amounts, settings);
  const price = (nodes: number | null) => (nodes === null ? null : finiteOrNull(nodes * settings.node_hourly_cost));
  return { cpu: price(cpu), memory: price(memory) };
}

/**
 * Dollars an hour: max(cpu ÷ node cores, memory ÷ node memory) × node price, because a node is full as soon as one
 * resource is. Null when either amount is missing, since the missing one could be the larger, and with unusable settings.
 */
export function hourlyCost(amounts: ResourceAmounts, settings: NodeSettings): number | null {
  const { cpu, memory } = resourceCosts(amounts, settings);
  return cpu === null || memory === null ? null : Math.max(cpu, memory);
}

/**
 * The resource with the larger share of the node, which determines the cost; CPU when both are equal. Null when an
 * amount is missing.
 */
export function bottleneck(amounts: ResourceAmounts, settings: NodeSettings): ResourceName | null {
  const { cpu, memory } = resourceCosts(amounts, settings);
  if (cpu === null || memory === null) return null;
  return memory > cpu ? 'memory' : 'cpu';
}

function share(amount: number | null | undefined, capacity: number): number | null {
  const known = finiteOrNull(amount);
  return known === null || !(capacity > 0 && Number.isFinite(capacity)) ? null : finiteOrNull(known / capacity);
}
