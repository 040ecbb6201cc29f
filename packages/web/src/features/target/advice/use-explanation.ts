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
  resourceLabels,
  type Suggestion,
} from '@trimtab/core';
import { useMemo } from 'react';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsQuery } from '../../../api/node-settings.ts';
import { adviceFacts, binaryNote, replicaFacts } from '../explain-texts.ts';
import { pollMs, type TargetId } from '../queries.ts';
import type { TargetPageState } from '../use-target.ts';
import { explanationQuery, extensionsAbsentKey, hasFailed, reportCardQuery, tradeOffQuery } from './queries.ts';
import { exceededText, requestText } from './request-text.ts';

/** The texts that explain the figures of a suggestion. */
export type SuggestionExplanation = {
  /** The server provides a full explanation. */
  readonly hasMore: boolean;
  readonly replicas: (suggestion: Suggestion) => string;
  readonly advice: (advice: ResourceAdvice) => string;
  /** Why a request differs from the result of its rule; null if it does not, or if the server does not explain it. */
  readonly adjustment: (advice: ResourceAdvice) => string | null;
};

/**
 * Explains a suggestion: with the server's explanation, otherwise with the loaded data. The explanation is an extension
 * of the API. If the server does not have the call, it is not sent again until the page is reloaded.
 */
export function useExplanation(
  { id, workload, spec, current }: TargetPageState,
  suggestion: Suggestion | null,
): SuggestionExplanation {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...explanationQuery(client, id, suggestion),
    enabled: suggestion !== null && queryClient.getQueryData(extensionsAbsentKey) !== true,
    // Otherwise, one failed request would hide the explanation until the page is opened again.
    refetchInterval: ({ state: { data: known, error } }) => (hasFailed(known, error) ? pollMs.suggestions : false),
  });
  // Uses the settings that the stats row has fetched.
  const settings = useQuery({ ...nodeSettingsQuery(client), enabled: false }).data;
  return useMemo(
    () => ({
      hasMore: data !== undefined,
      replicas: (suggested) =>
        data?.replicas
          ? replicasText(data.replicas)
          : replicaFacts(
              suggested,
              finiteOrNull(suggested.currentReplicas) ?? finiteOrNull(workload?.current_replicas),
            ),
      advice: (advice) => {
        const text = data === undefined ? null : adviceText(data, advice);
        if (text !== null) return text;
        const readings = workload === null ? [] : containerResources(workload, spec, current);
        const own = readings.find((one) => one.container === advice.container && one.resource === advice.resource);
        return adviceFacts(advice, own?.current ?? null, suggestion, settings);
      },
      adjustment: (advice) => (data === undefined ? null : (explainedRequest(data, advice)?.adjusted?.reason ?? null)),
    }),
    [data, settings, suggestion, workload, spec, current],
  );
}

/** The accuracy of the target's forecasts and suggestions; undefined while loading and if the server does not provide it. */
export function useReportCard(id: TargetId) {
  return useQuery(reportCardQuery(useClient(), id)).data;
}

/**
 * The trade-off of the suggested requests. `failure` says why it is unknown. It is null while the trade-off is loading and
 * if the server does not provide it.
 */
export function useTradeOff(
  id: TargetId,
  suggestion: Suggestion | null | undefined,
  { enabled }: { readonly enabled: boolean },
) {
  const { data, error, refetch } = useQuery({ ...tradeOffQuery(useClient(), id, suggestion), enabled });
  return { data, failure: hasFailed(data, error) ? error : null, refetch };
}

function replicasText(replicas: NonNullable<Explanation['replicas']>): string {
  const { metric, expectedUsage, horizonMinutes = 10, requestPerPod, quantile, target, targetFrom } = replicas;
  const from = targetFrom === 'hpa' ? "the autoscaler's target" : 'planned';
  return [
    `${formatResource(metric, expectedUsage)} ${resourceLabels[metric]} expected within ${horizonMinutes} minutes; ${formatWholePercent(quantile)} of forecasts are lower.`,
    `A pod requests ${formatResource(metric, requestPerPod)} and should use ${formatWholePercent(target)} of it (${from}).`,
  ].join('\n');
}

const day = (at: string) => formatDate(at, 'MMM d');

const explainedRequest = ({ requests }: Explanation, { container, resource }: ResourceAdvice) =>
  requests.find((one) => one.container === container && one.resource === resource);

function adviceText(explanation: Explanation, advice: ResourceAdvice): string | null {
  const found = explainedRequest(explanation, advice);
  if (found === undefined) return null;
  const { window } = explanation;
  const { samples, replay } = found;
  const binary = binaryNote(advice);
  return [
    `${requestText(found)}.`,
    `${day(window.start)} to ${day(window.end)}: ${formatCount(samples.found)} of ${formatCount(samples.expected)} samples.`,
    ...(replay === null
      ? []
      : [
          `${formatPercent(replay.slack)} would have been unused. It would have been exceeded ${exceededText(replay)}.`,
        ]),
    ...(binary === null ? [] : [binary]),
  ].join('\n');
}
