import {
  type Comparison,
  currentVariant,
  estimateCosts,
  explainNode,
  formatMoneyShort,
  formatPercent,
  formatResource,
  type Mode,
  missingMark,
  type NodeSettings,
  notAvailable,
  partlyObservedText,
  type ResourceName,
  requestedAmounts,
  resourceLabels,
  type TargetListItem,
  usedAmounts,
  yearlyFigure,
} from '@trimtab/core';
import { noCost, noRecord, type YearlyRow, yearlyNote } from '../../../table/cells/yearly-note.ts';

/** The data that a row's figures were computed from. The settings are null if the server does not provide them. */
export type TargetFigures = { comparison: Comparison; settings: NodeSettings | null };

const amounts = { cpu: 'cpuCores', memory: 'memoryBytes' } as const;

/**
 * Explains a utilization: usage, the request now, and how much of the window was observed. The request now is on a line of its
 * own, because the cell shows the usage relative to the mean request of the same hours, which differs if the replicas or the
 * requests changed.
 */
export function utilizationTooltip(
  resource: ResourceName,
  mode: Mode,
  row: Pick<TargetListItem, 'cpu_utilization' | 'memory_utilization' | 'observed'>,
  { comparison }: TargetFigures,
): string {
  const variant = currentVariant(mode);
  const [used, requested] = [usedAmounts, requestedAmounts].map((amountsOf) => {
    const amount = amountsOf(comparison, variant)[amounts[resource]];
    return (amount ?? null) === null ? notAvailable : formatResource(resource, amount);
  });
  return [
    `${used} used on average in the last 24 hours, all replicas together.`,
    `This is ${formatPercent(row[`${resource}_utilization`])} of the mean request of that time.`,
    `Requested now: ${requested}`,
    partlyObservedText(row.observed) ?? [],
  ]
    .flat()
    .join('\n');
}

/** Explains how the suggestion would change the requests; null if one of them is unknown. */
export function explainNeed(heading: string, { comparison }: TargetFigures): string | null {
  const now = requestedAmounts(comparison, 'unoptimized');
  const then = requestedAmounts(comparison, 'optimized');
  const lines = (['cpu', 'memory'] as const).map((resource) => {
    const [from, to] = [now, then].map((one) => formatResource(resource, one[amounts[resource]]));
    return from === missingMark || to === missingMark ? null : `${resourceLabels[resource]} requests: ${from} → ${to}`;
  });
  return lines.includes(null) ? null : [heading, ...lines, 'Current → suggested, all replicas together.'].join('\n');
}

/** Explains a yearly figure: hourly rate, requests, and their cost on the node. */
export function explainYearly(mode: Mode, row: YearlyRow, { comparison, settings }: TargetFigures): string {
  const { hourly_waste_savings: hourly = null } = row;
  const requests = (variant: 'unoptimized' | 'optimized') => {
    const { cpuCores, memoryBytes } = requestedAmounts(comparison, variant);
    return `${formatResource('cpu', cpuCores)} CPU, ${formatResource('memory', memoryBytes)}`;
  };
  const words = mode === 'Autonomous' ? ['Before', 'Now'] : ['Now', 'As suggested'];
  const costs = settings && estimateCosts(comparison, mode, settings);
  // If the figure depends on replicas, the costs of the requests do not add up to it. Then no prices are shown.
  const addsUp = costs !== null && hourly !== null && Math.abs((costs.savingsPerHour ?? NaN) - hourly) < 1e-4;
  const price = (dollarsPerHour: number | undefined) =>
    addsUp ? ` = ${formatMoneyShort(yearlyFigure(dollarsPerHour))} a year` : '';
  const before = requests('unoptimized');
  const missing = before.includes(missingMark) ? `${noRecord}.` : `Its ${noCost}`;
  const whyUnknown = mode === 'Autonomous' ? missing : comparison.problem;
  return [
    hourly === null && whyUnknown ? whyUnknown : yearlyNote(mode, row),
    `${words[0]}: ${before}${price(costs?.costUnoptimized)}`,
    `${words[1]}: ${requests('optimized')}${price(costs?.costOptimized)}`,
    ...(settings === null ? [] : [explainNode(settings)]),
  ].join('\n');
}
