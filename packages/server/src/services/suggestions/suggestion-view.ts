import type { Suggestion } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import { hourAhead, type Outlook, outlookLevels } from '../../recommender/outlook.ts';
import { currentReplicas } from '../targets/spec-view.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { Evaluation } from './evaluation.ts';

/** A target with what was found about it; `memory` is what it was found from, where it is at hand. */
export type EvaluatedTarget = {
  readonly record: TargetRecord;
  readonly workload: Workload | null;
  readonly evaluation: Evaluation;
  readonly memory?: TargetUsage | null;
};

/** The suggestion as the API shows it, with the forecast of the next hour where its samples are at hand. */
export function suggestionOf({ workload, evaluation, memory = null }: EvaluatedTarget): Suggestion | null {
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
    forecasts: memory === null ? [] : outlookOf(memory).map(forecastView),
    resourceRecommendations: recommendation.containers.map(({ name, cpu, memory: bytes }) => ({
      container: name,
      recommendations: [
        ...(cpu === null ? [] : [{ resource: 'cpu', value: cpu }]),
        ...(bytes === null ? [] : [{ resource: 'memory', value: bytes }]),
      ],
    })),
  };
}

const outlooks = new WeakMap<TargetUsage, { readonly end: number; readonly value: readonly Outlook[] }>();

/** The next hour, computed once per five minutes. */
export function outlookOf(memory: TargetUsage): readonly Outlook[] {
  const known = outlooks.get(memory);
  if (known?.end === memory.end) return known.value;
  const value = hourAhead(memory.history());
  outlooks.set(memory, { end: memory.end, value });
  return value;
}

const forecastView = ({ metric, points }: Outlook): Suggestion['forecasts'][number] => ({
  metric,
  values: points.map(({ at, value, quantiles }) => ({
    timestamp: new Date(at).toISOString(),
    value,
    quantiles: outlookLevels.map((level, index) => ({ level, value: quantiles[index] ?? null })),
  })),
});
