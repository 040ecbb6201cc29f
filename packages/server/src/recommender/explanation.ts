import type { Explanation } from '@trimtab/core';
import { iso } from '../iso.ts';
import { binSeconds, type WorkloadIdentity } from '../ports/index.ts';
import { forecastValues, type HourForecast } from './outlook.ts';
import type { Adjustment, Recommendation, ScaledReplicas, SettledRequest } from './recommendation.ts';
import { planAhead } from './replicas.ts';
import { requestFloor } from './vertical-rules.ts';

/** The inputs and intermediate results of a suggestion, as the API returns them. */
export function explain(
  { namespace, name }: WorkloadIdentity,
  recommendation: Recommendation,
  outlooks: readonly HourForecast[],
  queries: Explanation['queries'],
): Explanation {
  const { start, end, mode, why, sized, scaled } = recommendation;
  return {
    namespace,
    name,
    created: iso(end),
    modelMode: mode,
    why,
    window: { start: iso(start), end: iso(end), stepSeconds: binSeconds },
    requests: sized.map(explainedRequest),
    replicas: scaled === null ? null : explainedReplicas(recommendation, scaled),
    forecasts: outlooks.map(explainedForecast),
    queries: [...queries],
  };
}

function explainedRequest(one: SettledRequest): Explanation['requests'][number] {
  const { container, resource, samples, firstSampleAt, suggestion, current, lastHour, kills, adjustment } = one;
  const { value, computed, rule, ceiling, clamp, lambda, observed, judged } = suggestion;
  return {
    container,
    resource,
    value,
    computed,
    rule: rule === null ? null : { ...rule },
    floor: requestFloor[resource],
    ceiling,
    clamp,
    adjusted: adjustment === null ? null : explainedAdjustment(adjustment),
    lambda,
    samples: { ...samples },
    firstSample: iso(firstSampleAt),
    replay: { ...observed },
    judged: { ...judged, cost: judged.slack + lambda * judged.over },
    current: current === null ? null : { request: current.request, replay: { ...current.replay } },
    lastHourMedian: lastHour,
    limit: explainedLimit(one),
    outOfMemory: kills.map(({ at, limitBytes }) => ({ at: iso(at), limitBytes })),
  };
}

/** The reason why a suggested request differs from the result of its rule, together with that result. */
export function explainedAdjustment(adjustment: Adjustment): NonNullable<Explanation['requests'][number]['adjusted']> {
  const { ruled } = adjustment;
  if (adjustment.kind === 'held') {
    return {
      reason: `kept because ${adjustment.by === 'hpa' ? 'the HPA follows it' : 'the replicas are planned by it'}`,
      ruled,
    };
  }
  const { replicas, usage, share } = adjustment;
  return {
    reason: `sized for ${replicas} ${replicas === 1 ? 'pod' : 'pods'}`,
    ruled,
    shared: { replicas, usage, share },
  };
}

function explainedLimit({ settled }: SettledRequest) {
  const { policy, qos, currentLimit, limit, wanted, bounds, reasons } = settled;
  return {
    policy,
    qosClass: qos,
    current: currentLimit,
    value: limit ?? null,
    wantedRequest: wanted,
    bounds: [...bounds],
    reasons: [...reasons],
  };
}

function explainedReplicas(
  { mode }: Recommendation,
  { metric, current, requestPerPod, targetFrom, bounds, suggestion, kept }: ScaledReplicas,
): Explanation['replicas'] {
  const { suggested, minReplicas, maxReplicas, target, floor, reactive, lastWeek, inputs } = suggestion;
  const plan = planAhead(mode, bounds !== null);
  return {
    metric,
    current,
    suggested,
    minReplicas,
    maxReplicas,
    requestPerPod,
    target,
    targetFrom,
    quantile: plan.quantile,
    horizonMinutes: plan.minutes,
    expectedUsage: floor?.expectedUsage ?? null,
    planned: floor?.needed ?? null,
    reactive,
    lastWeek: lastWeek ? { ...lastWeek } : null,
    ...(inputs === undefined ? {} : { inputs: { ...inputs } }),
    kept: kept === null ? null : { ...kept },
    bounds: bounds === null ? null : { ...bounds },
  };
}

const explainedForecast = ({ metric, weights, points }: HourForecast): Explanation['forecasts'][number] => ({
  metric,
  weights: weights.map(({ expert, weight }) => ({ expert, weight })),
  values: forecastValues(points),
});
