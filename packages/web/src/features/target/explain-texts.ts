import {
  type Comparison,
  type ContainerResource,
  costGap,
  explainNetEffect,
  explainNode,
  formatCount,
  formatDate,
  formatMoneyRate,
  formatReplicaRange,
  formatResource,
  formatUsedOfRequested,
  type NodeSettings,
  noRequestText,
  type PotentialSavings,
  type ResourceAdvice,
  requestedAmounts,
  requestQuantity,
  type Suggestion,
  savingsWindow,
  usedAmounts,
  type Variant,
} from '@trimtab/core';

/*
 * Tooltip texts that explain what a figure of the page was computed from: window, usage, request, price. Lines with unknown
 * values are omitted.
 */

const lines = (...texts: (string | null | undefined | false)[]): string => texts.filter(Boolean).join('\n');
const moment = (at: string | number) => formatDate(at, 'MMM d, HH:mm');

/** The node whose price all costs are computed from. */
const priceText = (settings: NodeSettings | undefined) => settings && explainNode(settings);

const yearText = 'For the current requests; a year has 8,760 hours.';

function usageText(fetchedAt: number): string {
  const { start, end } = savingsWindow(fetchedAt);
  return `Usage: averages from ${moment(start)} to ${moment(end)}.`;
}

type CostContext = { settings: NodeSettings | undefined };

/** Explains the yearly waste: cost per hour now and with the suggestion, for the direction with the larger gap. */
export function wasteText(
  { raw, withSuggestions }: PotentialSavings['verticalCost'],
  what: 'replicas' | 'requests',
  amounts: readonly ContainerResource[],
  {
    settings,
    net,
  }: CostContext & { /** What all suggestions together save in an hour. */ net: number | null | undefined },
): string {
  return lines(
    `${formatMoneyRate(raw)} an hour now, ${formatMoneyRate(withSuggestions)} with the suggested ${what}.`,
    explainNetEffect({ hourly: costGap({ raw, withSuggestions }), net }),
    ...(['cpu', 'memory'] as const).map((resource) => {
      const own = amounts.filter((one) => one.resource === resource);
      const sum = (of: (one: ContainerResource) => number | null) =>
        own.reduce<number | null>((total, one) => addKnown(total, of(one)), own.length === 0 ? null : 0);
      const used = sum(({ current }) => current);
      const requested = sum(({ request }) => request);
      if (used === null && requested === null) return null;
      return `A pod now: ${resource === 'cpu' ? 'CPU' : 'memory'} ${formatUsedOfRequested(resource, used, requested)}.`;
    }),
    priceText(settings),
    yearText,
  );
}

const addKnown = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Explains the yearly savings: cost per hour, requests and usage of all pods, before and after autonomous mode. */
export function savingsText(
  comparison: Comparison,
  { costUnoptimized, costOptimized }: { costUnoptimized: number; costOptimized: number },
  { settings, fetchedAt }: CostContext & { /** When the averages were fetched. */ fetchedAt: number },
): string {
  const side = (variant: Variant) => {
    const [requested, used] = [requestedAmounts(comparison, variant), usedAmounts(comparison, variant)];
    return `CPU ${formatUsedOfRequested('cpu', used.cpuCores, requested.cpuCores)}; memory ${formatUsedOfRequested('memory', used.memoryBytes, requested.memoryBytes)}`;
  };
  return lines(
    `${formatMoneyRate(costUnoptimized)} an hour before autonomous mode, ${formatMoneyRate(costOptimized)} now.`,
    `Before: ${side('unoptimized')}.`,
    `Now: ${side('optimized')}.`,
    usageText(fetchedAt),
    priceText(settings),
    yearText,
  );
}

/** Explains the utilization of one resource of one container. */
export function utilizationText({ resource, request, current, total }: ContainerResource): string {
  if (request === null) return noRequestText;
  return lines(
    `${formatUsedOfRequested(resource, current, request)} by a pod, on average. Updated every 10 seconds.`,
    total !== null && `All pods together use ${formatResource(resource, total)}.`,
    'Optimized means above 80% and below 100%. Unoptimized means below 50%, or 100% and more.',
  );
}

/** The amounts as in a manifest, mostly in binary units. The page shows the SI units that node prices use. */
export const binaryNote = ({ resource, current, suggested }: ResourceAdvice): string | null =>
  resource === 'memory'
    ? `In a manifest: ${requestQuantity(resource, suggested)} suggested, ${requestQuantity(resource, current)} requested now.`
    : null;

/** Explains a suggested request if the server does not provide an explanation. */
export function adviceFacts(
  advice: ResourceAdvice,
  used: number | null,
  suggestion: Suggestion | null,
  settings: NodeSettings | undefined,
): string {
  const { resource, current, suggested } = advice;
  return lines(
    `${formatResource(resource, suggested)} suggested${suggestedAt(suggestion)}, ${formatResource(resource, current)} requested now.`,
    used !== null && `A pod uses ${formatResource(resource, used)} on average now.`,
    binaryNote(advice),
    priceText(settings),
  );
}

/** Explains a suggested number of pods if the server does not provide an explanation. */
export function replicaFacts(suggestion: Suggestion, current: number | null): string {
  const { suggestedReplicas, minReplicas, maxReplicas, metric } = suggestion;
  return lines(
    `${formatCount(suggestedReplicas)} suggested${suggestedAt(suggestion)}${metric ? ` from ${metric}` : ''}; ${formatCount(current)} run now.`,
    `Suggested range: ${formatReplicaRange(minReplicas, maxReplicas)}.`,
  );
}

const suggestedAt = (suggestion: Suggestion | null) => (suggestion?.created ? ` at ${moment(suggestion.created)}` : '');
