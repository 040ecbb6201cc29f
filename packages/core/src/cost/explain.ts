import type { Comparison, CostAnalysis, NodeSettings, ResourceHours } from '../api/schemas/costs.ts';
import { type ResourceName, resourceLabels } from '../domain/resource.ts';
import type { Figure } from '../format/missing.ts';
import { formatMoney } from '../format/money.ts';
import { formatCompact } from '../format/number.ts';
import { formatResource, formatUsedOfRequested } from '../format/resource.ts';
import { printDecimal } from '../format/round.ts';
import { requestedAmounts, usedAmounts, type Variant } from './comparison.ts';
import { resourceCosts } from './node.ts';
import { hoursPerMonth, monthlyEstimate } from './periods.ts';

/** Capacity of a node, with the memory as the operator entered it. */
function sizesOf({ node_cpu_cores, node_memory_bytes }: NodeSettings): readonly [cpu: string, memory: string] {
  const gigabytes = printDecimal(node_memory_bytes / 1e9, { min: 0, max: 2, grouping: true });
  return [`${formatResource('cpu', node_cpu_cores)} cores`, `${gigabytes} GB`];
}

/** Capacity and price of the node that costs are computed from. */
const shareOf = (settings: NodeSettings): string =>
  `as a share of ${sizesOf(settings).join(' or ')} at $${settings.node_hourly_cost} an hour`;

/** One line with the node that all prices are computed from. */
export const explainNode = (settings: NodeSettings): string =>
  `A node of ${sizesOf(settings).join(' and ')} costs $${settings.node_hourly_cost} an hour.`;

/** What the amounts of a comparison are. The mean request of the same hours may differ, for example with an HPA. */
const comparisonWindowText = 'Usage: average of the last 24 hours. Requests: the current ones. All replicas together.';

/** Explains a utilization by its amounts. The header of the column gives the window. */
export function explainUtilization(
  comparison: Pick<Comparison, 'resources'>,
  resource: ResourceName,
  variant: Variant,
): string {
  const amount = resource === 'cpu' ? 'cpuCores' : 'memoryBytes';
  const used = usedAmounts(comparison, variant)[amount];
  const requested = requestedAmounts(comparison, variant)[amount];
  return formatUsedOfRequested(resource, used, requested);
}

/**
 * Explains a monthly cost line by line: usage, request and price of both resources, the node, the window.
 * Null without a price.
 */
export function explainMonthlyCost(
  comparison: Pick<Comparison, 'resources'>,
  variant: Variant,
  settings: NodeSettings,
): string | null {
  const used = usedAmounts(comparison, variant);
  const requested = requestedAmounts(comparison, variant);
  const costs = resourceCosts(requested, settings);
  if (costs.cpu === null || costs.memory === null) return null;
  const line = (resource: ResourceName, use: Figure, request: Figure) =>
    `${resourceLabels[resource]}: ${formatUsedOfRequested(resource, use, request)} = ${formatMoney(monthlyEstimate(costs[resource]))}`;
  return [
    line('cpu', used.cpuCores, requested.cpuCores),
    line('memory', used.memoryBytes, requested.memoryBytes),
    `The cost is the larger of the two, ${shareOf(settings)}, × ${hoursPerMonth} hours.`,
    comparisonWindowText,
  ].join('\n');
}

/** Explains the cost of resource-hours; null when an amount is missing. */
export function explainHours(hours: ResourceHours, settings: NodeSettings): string | null {
  const amounts = { cpuCores: hours.cpu_core_hours, memoryBytes: hours.memory_byte_hours };
  const costs = resourceCosts(amounts, settings);
  if (costs.cpu === null || costs.memory === null) return null;
  return [
    `CPU: ${formatCompact(amounts.cpuCores)} core-hours = ${formatMoney(costs.cpu)}`,
    `Memory: ${formatResource('memory', amounts.memoryBytes)} byte-hours = ${formatMoney(costs.memory)}`,
    `The cost is the larger of the two, ${shareOf(settings)}.`,
  ].join('\n');
}

const bucketLine = (of: string, { cpu_core_hours: cpu, memory_byte_hours: memory }: ResourceHours): string[] =>
  cpu === null || memory === null
    ? []
    : [`${of}: ${formatCompact(cpu)} core-hours, ${formatResource('memory', memory)} byte-hours of memory`];

/** Explains the two figures of a bucket; null if the amounts of both are missing. */
export function explainBucket(
  bucket: Pick<CostAnalysis['breakdown'][number], 'realized' | 'unrealized'> | undefined,
  settings: NodeSettings,
): string | null {
  if (bucket === undefined) return null;
  const known = [...bucketLine('Savings', bucket.realized), ...bucketLine('Waste', bucket.unrealized)];
  return known.length === 0 ? null : [...known, `The cost is the larger of the two, ${shareOf(settings)}.`].join('\n');
}
