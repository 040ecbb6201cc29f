import { hoursBeforeAdvice, scaledToZeroText } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import type { EarlierDay } from '../../recommender/base-values.ts';
import { binsPerDay } from '../../recommender/bins.ts';
import { historyHours, recommend } from '../../recommender/recommend.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import { currentReplicas, runsNothing } from '../targets/spec-view.ts';
import { ringBins, type TargetUsage } from '../usage-history/target-usage.ts';

/** The result of evaluating a target: a suggestion, or the reason why there is none. */
export type Evaluation =
  | { readonly kind: 'advised'; readonly recommendation: Recommendation }
  /** `computing`: the history is still being read; a suggestion may follow. */
  | { readonly kind: 'none'; readonly reason: string; readonly computing: boolean };

export const noHistorySource: Evaluation = {
  kind: 'none',
  reason: 'There is no source of past usage, so nothing can be suggested.',
  computing: false,
};

export const beingComputed: Evaluation = {
  kind: 'none',
  reason: 'Being computed: the last 14 days of usage are being read.',
  computing: true,
};

/** Evaluates a target from its past usage; `usage` is null when it has no samples. */
export function evaluate(record: TargetRecord, workload: Workload, usage: TargetUsage | null): Evaluation {
  if (runsNothing(workload)) return none(scaledToZeroText);
  if (usage === null) return none('No usage of this workload was found in the last 14 days.');
  const history = usage.history();
  const recommendation = recommend({
    history,
    workload,
    currentReplicas: currentReplicas(workload),
    mode: record.modelMode,
    directions: { horizontal: record.horizontal !== null, vertical: record.vertical !== null },
    earlier: (container, resource) => earlierDays(usage, container, resource),
  });
  if (recommendation !== null) return { kind: 'advised', recommendation };
  const hours = historyHours(history);
  if (hours === null) return none('No usage of this workload was found in the last 14 days.');
  if (hours < hoursBeforeAdvice) {
    return none(`Suggestions need ${hoursBeforeAdvice} hours of samples; there are ${Math.floor(hours)} so far.`);
  }
  if (record.horizontal === null && record.vertical === null)
    return none('Neither requests nor replicas of this target are scaled.');
  if (record.vertical === null) {
    return none('Replicas are computed from the usage of the last hour and a CPU request. One of them is missing.');
  }
  return none('No container of this workload has 24 hours of samples yet.');
}

const none = (reason: string): Evaluation => ({ kind: 'none', reason, computing: false });

/** The sketches of the days that ended before the ring begins. */
function earlierDays(usage: TargetUsage, container: string, resource: 'cpu' | 'memory'): readonly EarlierDay[] {
  const start = usage.end - ringBins;
  return (usage.containers.get(container)?.sketches[resource] ?? []).flatMap(({ day, ...sketch }) => {
    const before = start - (day + 1) * binsPerDay;
    return before < 0 ? [] : [{ ...sketch, blocksBefore: 1 + Math.floor(before / binsPerDay) }];
  });
}
