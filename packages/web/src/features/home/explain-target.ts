import {
  type Comparison,
  currentVariant,
  estimateCosts,
  formatCount,
  formatMoney,
  formatResource,
  formatUsedOfRequested,
  formatYearlyFigure,
  type Mode,
  MISSING,
  type NodeSettings,
  type ResourceName,
  requestedAmounts,
  usedAmounts,
  yearlyFigure,
} from '@trimtab/core';

/** What a row's figures were computed from; the settings are null where the server does not tell them. */
export type TargetFigures = { comparison: Comparison; settings: NodeSettings | null };

const windowText = 'Average of the last 24 hours';
const resources = { cpu: 'CPU', memory: 'Memory' } as const satisfies Record<ResourceName, string>;
const amounts = { cpu: 'cpuCores', memory: 'memoryBytes' } as const;
const bytesPerGb = 1e9;

/** Where a utilization comes from: usage and request over the window. */
export function explainUtilization(resource: ResourceName, mode: Mode, { comparison }: TargetFigures): string {
  const variant = currentVariant(mode);
  const used = usedAmounts(comparison, variant)[amounts[resource]];
  const requested = requestedAmounts(comparison, variant)[amounts[resource]];
  return `${resources[resource]}: ${formatUsedOfRequested(resource, used, requested)}\n${windowText}, all replicas`;
}

/** What the suggestion would change, in requests; null where one of them is not known. */
export function explainNeed({ comparison }: TargetFigures): string | null {
  const now = requestedAmounts(comparison, 'unoptimized');
  const then = requestedAmounts(comparison, 'optimized');
  const lines = (['cpu', 'memory'] as const).map((resource) => {
    const [from, to] = [now, then].map((one) => formatResource(resource, one[amounts[resource]]));
    return from === MISSING || to === MISSING ? null : `${resources[resource]} requests: ${from} → ${to}`;
  });
  return lines.includes(null) ? null : [...lines, `${windowText}, all replicas`].join('\n');
}

/** What is known of a yearly figure without asking: its window, and the year that is made of it. */
export function yearlyNote(mode: Mode, hourly: number | null): string {
  const { tooltip } = formatYearlyFigure({ hourly, mode });
  if (hourly === null) return 'Nothing is known of the last 24 hours';
  const rate = 'The rate of the last 24 hours × 24 × 365';
  return tooltip === undefined ? rate : `${tooltip}\n${rate}`;
}

/** How a yearly figure comes about: requests, and what they cost on the node. */
export function explainYearly(mode: Mode, hourly: number | null, { comparison, settings }: TargetFigures): string {
  const requests = (variant: 'unoptimized' | 'optimized') => {
    const { cpuCores, memoryBytes } = requestedAmounts(comparison, variant);
    return `${formatResource('cpu', cpuCores)} CPU, ${formatResource('memory', memoryBytes)}`;
  };
  const words = mode === 'Autonomous' ? ['Before', 'Now'] : ['Now', 'As suggested'];
  const costs = settings && estimateCosts(comparison, mode, settings);
  // Where replicas decide the figure, two sums of requests would not add up to it: then they stay unpriced.
  const adds = costs !== null && hourly !== null && Math.abs((costs.savingsPerHour ?? NaN) - hourly) < 1e-4;
  const price = (dollarsPerHour: number | undefined) =>
    adds ? ` = ${formatMoney(yearlyFigure(dollarsPerHour))} a year` : '';
  return [
    `${words[0]}: ${requests('unoptimized')}${price(costs?.costUnoptimized)}`,
    `${words[1]}: ${requests('optimized')}${price(costs?.costOptimized)}`,
    ...(settings === null ? [] : [nodeText(settings)]),
  ].join('\n');
}

function nodeText({ node_cpu_cores, node_memory_bytes, node_hourly_cost }: NodeSettings): string {
  const memory = formatCount(Math.floor(node_memory_bytes / bytesPerGb));
  return `A node of ${formatCount(node_cpu_cores)} cores and ${memory} GB costs ${formatMoney(yearlyFigure(node_hourly_cost))} a year`;
}
