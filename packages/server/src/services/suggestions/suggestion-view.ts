import type { Suggestion } from '@trimtab/core';
import { iso } from '../../iso.ts';
import { currentFloor } from '../../recommender/joint-suggestion.ts';
import { forecastValues } from '../../recommender/outlook.ts';
import type { SettledResource } from '../../recommender/pod-resources.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { Advised } from './evaluation.ts';

type Answered = Pick<Advised, 'id' | 'because' | 'currentReplicas' | 'recommendation'>;

/** A published suggestion as the API returns it. Forecasts and floors are current if the samples are in memory. */
export function suggestionOf(
  { id, because, currentReplicas, recommendation }: Answered,
  usage: Pick<TargetUsage, 'outlook' | 'history'> | null,
): Suggestion {
  return {
    id,
    created: iso(recommendation.end),
    publishedBecause: because,
    why: recommendation.why,
    metric: recommendation.metric,
    currentReplicas,
    suggestedReplicas: recommendation.replicas,
    minReplicas: recommendation.minReplicas,
    maxReplicas: recommendation.maxReplicas,
    floorReplicas: usage === null ? null : currentFloor(recommendation, usage.history()),
    forecasts:
      usage === null ? [] : usage.outlook().map(({ metric, points }) => ({ metric, values: forecastValues(points) })),
    resourceRecommendations: recommendation.containers.map(({ name }) => ({
      container: name,
      recommendations: recommendation.sized
        .filter(({ container }) => container === name)
        .map(({ settled }) => resourceView(settled)),
    })),
  };
}

function resourceView({ resource, request, limit, bounds, reasons }: SettledResource) {
  const reason = [...bounds, ...reasons].join(' ');
  return {
    resource,
    value: request,
    ...(limit === undefined ? {} : { limit }),
    ...(reason === '' ? {} : { reason }),
  };
}
