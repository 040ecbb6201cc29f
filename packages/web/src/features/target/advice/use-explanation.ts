import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  containerResources,
  type Explanation,
  finiteOrNull,
  formatCount,
  formatDate,
  formatPercent,
  formatResource,
  formatWholePercent,
  type ResourceAdvice,
  type Suggestion,
} from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsQuery } from '../../../api/node-settings.ts';
import { adviceFacts, binaryNote, replicaFacts } from '../explain-texts.ts';
import type { TargetId } from '../queries.ts';
import { resourceLabels } from '../resource-label.ts';
import type { TargetState } from '../use-target.ts';
import { explanationQuery, extensionsAbsentKey, reportCardQuery } from './queries.ts';
import { requestText } from './request-text.ts';

/** Where the figures of a suggestion come from. */
export type Explain = {
  /** The server can say it in full. */
  readonly hasMore: boolean;
  readonly replicas: (suggestion: Suggestion) => string;
  readonly advice: (advice: ResourceAdvice) => string;
};

/**
 * What a suggestion was computed from: as the server says it, otherwise the facts that are known of it. The call is ours: a
 * server that answers it with "no such call" is not asked again as long as the page lives.
 */
export function useExplanation({ id, workload, spec, current }: TargetState, suggestion: Suggestion | null): Explain {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...explanationQuery(client, id, suggestion?.created ?? null),
    enabled: suggestion !== null && queryClient.getQueryData(extensionsAbsentKey) !== true,
  });
  // Only what the stats row asked for anyway.
  const settings = useQuery({ ...nodeSettingsQuery(client), enabled: false }).data;
  return {
    hasMore: data !== undefined,
    replicas: (suggested) =>
      data?.replicas
        ? replicasText(data.replicas)
        : replicaFacts(suggested, finiteOrNull(suggested.currentReplicas) ?? finiteOrNull(workload?.current_replicas)),
    advice: (advice) => {
      const told = data === undefined ? null : adviceText(data, advice);
      if (told !== null) return told;
      const readings = workload === null ? [] : containerResources(workload, spec, current);
      const own = readings.find((one) => one.container === advice.container && one.resource === advice.resource);
      return adviceFacts(advice, own?.current ?? null, suggestion, settings);
    },
  };
}

/** How forecasts and suggestions of the target did; undefined while loading and where it cannot be told. */
export function useReportCard(id: TargetId) {
  return useQuery(reportCardQuery(useClient(), id)).data;
}

function replicasText(replicas: NonNullable<Explanation['replicas']>): string {
  const { metric, expectedUsage, requestPerPod, quantile, target, targetFrom } = replicas;
  const from = targetFrom === 'hpa' ? "the autoscaler's target" : 'planned';
  return [
    `${formatResource(metric, expectedUsage)} ${resourceLabels[metric]} expected within 10 minutes; ${formatWholePercent(quantile)} of forecasts end below.`,
    `A pod requests ${formatResource(metric, requestPerPod)} and is to use ${formatWholePercent(target)} of it (${from}).`,
  ].join('\n');
}

const day = (at: string) => formatDate(at, 'MMM d');

function adviceText({ requests, window }: Explanation, advice: ResourceAdvice): string | null {
  const { container, resource } = advice;
  const found = requests.find((one) => one.container === container && one.resource === resource);
  if (found === undefined) return null;
  const { samples, replay } = found;
  const binary = binaryNote(advice);
  return [
    `${requestText(found)}.`,
    `${day(window.start)} to ${day(window.end)}: ${formatCount(samples.found)} of ${formatCount(samples.expected)} samples.`,
    ...(replay === null
      ? []
      : [
          `On those days ${formatPercent(replay.slack)} unused, exceeded ${formatPercent(replay.timeOver)} of the time.`,
        ]),
    ...(binary === null ? [] : [binary]),
  ].join('\n');
}
