import { hourlyCost, type NodeSettings } from '@trimtab/core';
import type { NodePrice, NodePrices, NodeState } from '../../ports/index.ts';
import shippedTable from './node-prices.json' with { type: 'json' };

const shipped: NodePrices = shippedTable;

/** The hourly price of a node, and its source as a sentence. */
export type PricedNode = { readonly hourlyCost: number; readonly provenance: string };

/** The first matching price of the operator's or the built-in table, else the share of the configured node. */
export function createPricing(own: NodePrices | undefined, settings: NodeSettings): (node: NodeState) => PricedNode {
  return (node) => {
    for (const table of own === undefined ? [shipped] : [own, shipped]) {
      const fitting = table.prices.filter((price) => fits(price, node));
      const found =
        fitting.find(({ region }) => region === undefined || region === node.region) ??
        (table === shipped ? fitting[0] : undefined);
      const hourly = found?.hourly ?? (found?.hourly_per_cpu ?? 0) * node.capacityCpu;
      if (found === undefined || hourly <= 0) continue;
      const elsewhere =
        found.region !== undefined && found.region !== node.region ? ` It is the price of ${found.region}.` : '';
      const spot =
        node.capacityType === 'spot' && found.capacity_type === undefined
          ? ' It is the on-demand price: no spot price is known.'
          : '';
      return { hourlyCost: hourly, provenance: `Price table of ${table.date}: ${table.source}.${elsewhere}${spot}` };
    }
    const share = hourlyCost({ cpuCores: node.capacityCpu, memoryBytes: node.memory }, settings) ?? 0;
    return {
      hourlyCost: share,
      provenance: 'No price is known for this type: computed from the node of the settings.',
    };
  };
}

function fits({ types, capacity_type }: NodePrice, { instanceType, capacityType }: NodeState): boolean {
  if (instanceType === null || (capacity_type !== undefined && capacity_type !== capacityType)) return false;
  const [start = '', end] = types.split('*');
  return end === undefined
    ? instanceType === types
    : instanceType.length >= start.length + end.length && instanceType.startsWith(start) && instanceType.endsWith(end);
}
