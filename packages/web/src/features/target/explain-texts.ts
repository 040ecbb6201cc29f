import {
  type Comparison,
  type ContainerResource,
  explainNode,
  formatBytes,
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
  type Suggestion,
  savingsWindow,
  usedAmounts,
  type Variant,
} from '@trimtab/core';

/*
 * What a figure of the page was computed from, in a few lines for the card that stands beside it: window, usage, request,
 * price. A line is left out where its facts are not known.
 */

const lines = (...texts: (string | null | undefined | false)[]): string => texts.filter(Boolean).join('\n');
const moment = (at: string | number) => formatDate(at, 'MMM d, HH:mm');

/** Where every price comes from. */
const priceText = (settings: NodeSettings | undefined) => settings && explainNode(settings);

function windowText(askedAt: number): string {
  const { start, end } = savingsWindow(askedAt);
  return `Window: ${moment(start)} to ${moment(end)}, averages; a year has 8,760 hours.`;
}

type Asked = { settings: NodeSettings | undefined /** When the averages were asked for. */; askedAt: number };

/** Yearly waste: what the chosen direction costs now and with the suggestion, dollars an hour. */
export function wasteText(
  { raw, withSuggestions }: PotentialSavings['verticalCost'],
  what: 'replicas' | 'requests',
  amounts: readonly ContainerResource[],
  { settings, askedAt }: Asked,
): string {
  return lines(
    `${formatMoneyRate(raw)} an hour now, ${formatMoneyRate(withSuggestions)} with the suggested ${what}.`,
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
    windowText(askedAt),
  );
}

const addKnown = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Yearly savings: both sides of the comparison, dollars an hour and what all pods request and use. */
export function savingsText(
  comparison: Comparison,
  { costUnoptimized, costOptimized }: { costUnoptimized: number; costOptimized: number },
  { settings, askedAt }: Asked,
): string {
  const side = (variant: Variant) => {
    const [requested, used] = [requestedAmounts(comparison, variant), usedAmounts(comparison, variant)];
    return `CPU ${formatUsedOfRequested('cpu', used.cpuCores, requested.cpuCores)}; memory ${formatUsedOfRequested('memory', used.memoryBytes, requested.memoryBytes)}`;
  };
  return lines(
    `${formatMoneyRate(costUnoptimized)} an hour before autonomous mode, ${formatMoneyRate(costOptimized)} now.`,
    `Before: ${side('unoptimized')}.`,
    `Now: ${side('optimized')}.`,
    priceText(settings),
    windowText(askedAt),
  );
}

/** The utilization of one resource of one container. */
export function utilizationText({ resource, request, current, total }: ContainerResource): string {
  if (request === null) return noRequestText;
  return lines(
    `${formatUsedOfRequested(resource, current, request)} by a pod, on average; asked again every 10 seconds.`,
    total !== null && `All pods together use ${formatResource(resource, total)}.`,
    'Optimized is above 80% and below 100%; below 50%, or 100% and more, is unoptimized.',
  );
}

/** Memory as manifests mostly have it; the page shows SI units, as node prices count. */
export const binaryNote = ({ resource, current, suggested }: ResourceAdvice): string | null =>
  resource === 'memory'
    ? `In binary units: ${formatBytes(suggested)} suggested, ${formatBytes(current)} requested now.`
    : null;

/** A suggested request, where the server does not say how it came to it. */
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

/** A suggested number of pods, where the server does not say how it came to it. */
export function replicaFacts(suggestion: Suggestion, current: number | null): string {
  const { suggestedReplicas, minReplicas, maxReplicas, metric } = suggestion;
  return lines(
    `${formatCount(suggestedReplicas)} suggested${suggestedAt(suggestion)}${metric ? ` from ${metric}` : ''}; ${formatCount(current)} run now.`,
    `Allowed: ${formatReplicaRange(minReplicas, maxReplicas)}.`,
  );
}

const suggestedAt = (suggestion: Suggestion | null) => (suggestion?.created ? ` at ${moment(suggestion.created)}` : '');
