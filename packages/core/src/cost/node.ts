import type { NodeSettings } from '../api/schemas/costs.ts';
import { finiteOrNull, type PerResource, type ResourceName } from '../domain/resource.ts';

/** The node that costs are reckoned on until an operator names another: 4 cores, 16 GB, $0.192 an hour. */
export const defaultNodeSettings: NodeSettings = {
  node_cpu_cores: 4,
  node_memory_bytes: 16e9,
  node_hourly_cost: 0.192,
};

/** An amount of both resources; null where it is unknown. */
export type ResourceAmounts = {
  readonly cpuCores: number | null | undefined;
  readonly memoryBytes: number | null | undefined;
};

/** Dollars an hour of each resource alone: amount ÷ the node's capacity × the node's price. Null where it is unknown. */
export function resourceCosts(amounts: ResourceAmounts, settings: NodeSettings): PerResource<number | null> {
  return {
    cpu: price(amounts.cpuCores, settings.node_cpu_cores, settings.node_hourly_cost),
    memory: price(amounts.memoryBytes, settings.node_memory_bytes, settings.node_hourly_cost),
  };
}

/**
 * Dollars an hour: max(cpu ÷ node cores, memory ÷ node memory) × node price, because a node is full as soon as one
 * resource is. Null when either amount is missing, since the missing one could be the larger, and with unusable settings.
 */
export function hourlyCost(amounts: ResourceAmounts, settings: NodeSettings): number | null {
  const { cpu, memory } = resourceCosts(amounts, settings);
  return cpu === null || memory === null ? null : Math.max(cpu, memory);
}

/** The resource that sets the price; equal shares mark CPU. Null when an amount is missing. */
export function bottleneck(amounts: ResourceAmounts, settings: NodeSettings): ResourceName | null {
  const { cpu, memory } = resourceCosts(amounts, settings);
  if (cpu === null || memory === null) return null;
  return memory > cpu ? 'memory' : 'cpu';
}

function price(amount: number | null | undefined, capacity: number, nodeHourlyCost: number): number | null {
  const known = finiteOrNull(amount);
  if (known === null || !(capacity > 0 && Number.isFinite(capacity))) return null;
  return finiteOrNull((known / capacity) * nodeHourlyCost);
}
