import type { QueryClient } from '@tanstack/react-query';
import type { Client, NodeSettings } from '@trimtab/core';
import { wasteQuery } from '../../../api/target-costs.ts';

/** The queries whose answers the server computes with its node. The comparison is not one, because the page prices it. */
const pricedQueries = [
  'costs.potentialSavings',
  'costs.nodes',
  'views.kpis',
  'views.namespaceKpis',
  'views.namespaceTargets',
  'views.targets',
  'views.changes',
  'extensions.whatIf',
  'extensions.tradeOff',
] as const;

/** The node that the server of a cache was last known to have. */
const lastNodes = new WeakMap<QueryClient, NodeSettings>();
/** The node with which the server computed costs that are outdated. */
const nodesOfCosts = new WeakMap<object, NodeSettings>();

/** The node with which the server computed these costs; undefined if it still has that node. */
export const nodeOfCosts = (costs: object | undefined): NodeSettings | undefined => costs && nodesOfCosts.get(costs);

export const isSameNode = (a: NodeSettings, b: NodeSettings): boolean =>
  a.node_cpu_cores === b.node_cpu_cores &&
  a.node_memory_bytes === b.node_memory_bytes &&
  a.node_hourly_cost === b.node_hourly_cost;

/**
 * Called when the server is known to have this node. If it had another one before, remembers which costs were computed
 * with that, and returns true.
 */
export function noteServerNode(cache: QueryClient, client: Client, node: NodeSettings): boolean {
  const before = lastNodes.get(cache);
  lastNodes.set(cache, node);
  if (before === undefined || isSameNode(before, node)) return false;
  const costs = cache.getQueryData(wasteQuery(client, true).queryKey);
  if (costs !== undefined && !nodesOfCosts.has(costs)) nodesOfCosts.set(costs, before);
  return true;
}

/** Marks as outdated what the server computed with another node. What is shown is read again at once. */
export function reloadServerCosts(cache: QueryClient): void {
  for (const name of pricedQueries) void cache.invalidateQueries({ queryKey: [name] });
}
