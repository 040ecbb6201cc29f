import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Explanation,
  formatDate,
  formatPercent,
  formatResource,
  formatWholePercent,
  formatCount,
  type ResourceAdvice,
  type Suggestion,
} from '@trimtab/core';
import { useClient } from '../../lib/client.tsx';
import { absentKey, explanationQuery, reportCardQuery } from './queries-explain.ts';
import type { TargetId } from './queries.ts';
import { resourceLabels } from './resource-label.ts';

/**
 * What a suggestion was computed from, where the server can say so. These calls are ours: a server that answers one with
 * "no such call" is not asked again as long as the page lives.
 */
export function useExplanation(id: TargetId, suggestion: Suggestion | null) {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...explanationQuery(useClient(), id, suggestion?.created ?? null),
    enabled: suggestion !== null && queryClient.getQueryData(absentKey) !== true,
  });
  return {
    isOffered: data !== undefined,
    ofReplicas: data?.replicas ? replicasText(data.replicas) : null,
    ofAdvice: (advice: ResourceAdvice) => (data === undefined ? null : adviceText(data, advice)),
  };
}

/** How forecasts and suggestions of the target did; undefined while loading and where it cannot be told. */
export function useReportCard(id: TargetId) {
  return useQuery(reportCardQuery(useClient(), id)).data;
}

/** What a request was taken from, in words. */
export const baseLabels: Record<Explanation['requests'][number]['base'], string> = {
  busy: 'the busy level',
  median: 'the median',
  peak14: 'the highest of 14 days',
};

function replicasText(replicas: NonNullable<Explanation['replicas']>): string {
  const { metric, expectedUsage, requestPerPod, quantile, target, targetFrom } = replicas;
  const from = targetFrom === 'hpa' ? "the autoscaler's target" : 'planned';
  return [
    `${formatResource(metric, expectedUsage)} ${resourceLabels[metric]} expected within 10 minutes; ${formatWholePercent(quantile)} of forecasts end below.`,
    `A pod requests ${formatResource(metric, requestPerPod)} and is to use ${formatWholePercent(target)} of it (${from}).`,
  ].join('\n');
}

const day = (at: string) => formatDate(at, 'MMM d');

function adviceText({ requests, window }: Explanation, { container, resource }: ResourceAdvice): string | null {
  const found = requests.find((one) => one.container === container && one.resource === resource);
  if (found === undefined) return null;
  const { value, base, baseValue, multiplier, samples, replay } = found;
  return [
    `${formatResource(resource, value)} = ${formatWholePercent(multiplier)} of ${baseLabels[base]}, ${formatResource(resource, baseValue)}.`,
    `${day(window.start)} to ${day(window.end)}: ${formatCount(samples.found)} of ${formatCount(samples.expected)} samples.`,
    ...(replay === null
      ? []
      : [
          `On those days ${formatPercent(replay.slack)} unused, exceeded ${formatPercent(replay.timeOver)} of the time.`,
        ]),
  ].join('\n');
}
