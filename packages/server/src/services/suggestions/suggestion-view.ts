import type { Suggestion } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import { type Outlook, outlookLevels } from '../../recommender/outlook.ts';
import { currentReplicas } from '../targets/spec-view.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { Evaluation } from './evaluation.ts';

export type EvaluatedTarget = {
  readonly record: TargetRecord;
  readonly workload: Workload | null;
  readonly evaluation: Evaluation;
  /** The samples behind the evaluation; null where they are not in memory. */
  readonly usage: TargetUsage | null;
};

/** The suggestion as the API returns it; null when there is none. It has forecasts where the samples are in memory. */
export function suggestionOf({ workload, evaluation, usage }: EvaluatedTarget): Suggestion | null {
  if (workload === null || evaluation.kind !== 'advised') return null;
  const { recommendation } = evaluation;
  return {
    created: new Date(recommendation.end).toISOString(),
    why: recommendation.why,
    metric: recommendation.metric,
    currentReplicas: currentReplicas(workload),
    suggestedReplicas: recommendation.replicas,
    minReplicas: recommendation.minReplicas,
    maxReplicas: recommendation.maxReplicas,
    forecasts: usage === null ? [] : usage.outlook().map(forecastView),
    resourceRecommendations: recommendation.containers.map(({ name, cpu, memory }) => ({
      container: name,
      recommendations: [
        ...(cpu === null ? [] : [{ resource: 'cpu', value: cpu }]),
        ...(memory === null ? [] : [{ resource: 'memory', value: memory }]),
      ],
    })),
  };
}

const forecastView = ({ metric, points }: Outlook): Suggestion['forecasts'][number] => ({
  metric,
  values: points.map(({ at, value, quantiles }) => ({
    timestamp: new Date(at).toISOString(),
    value,
    quantiles: outlookLevels.map((level, index) => ({ level, value: quantiles[index] ?? null })),
  })),
});
