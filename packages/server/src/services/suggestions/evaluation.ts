import { hoursBeforeAdvice, scaledToZeroText } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import type { EarlierDay } from '../../recommender/base-values.ts';
import { binsPerDay } from '../../recommender/bins.ts';
import { historyHours, recommend } from '../../recommender/recommend.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import { currentReplicas, runsNothing } from '../targets/spec-view.ts';
import { ringBins, type TargetUsage } from '../usage-history/target-usage.ts';

/** What can be said about a target: a suggestion, or why there is none. */
export type Evaluation =
  | { readonly kind: 'advised'; readonly recommendation: Recommendation }
  /** `computing`: there will be one as soon as its history has been read. */
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

/** From everything that is remembered of a target; null when no sample of it was ever seen. */
export function evaluate(record: TargetRecord, workload: Workload, memory: TargetUsage | null): Evaluation {
  if (runsNothing(workload)) return none(scaledToZeroText);
  if (memory === null) return none('No usage of this workload was found in the last 14 days.');
  const history = memory.history();
  const recommendation = recommend({
    history,
    workload,
    currentReplicas: currentReplicas(workload),
    mode: record.modelMode,
    directions: { horizontal: record.horizontal !== null, vertical: record.vertical !== null },
    earlier: (container, resource) => earlierDays(memory, container, resource),
  });
  if (recommendation !== null) return { kind: 'advised', recommendation };
  const hours = historyHours(history);
  if (hours === null) return none('No usage of this workload was found in the last 14 days.');
  if (hours < hoursBeforeAdvice) {
    return none(`Suggestions need ${hoursBeforeAdvice} hours of samples; there are ${Math.floor(hours)} so far.`);
  }
  if (record.horizontal === null && record.vertical === null) return none('Nothing of this target is scaled.');
  if (record.vertical === null) {
    return none('Replicas are counted from usage of the last hour and a CPU request; one of them is missing.');
  }
  return none('No container of this workload has 24 hours of samples yet.');
}

const none = (reason: string): Evaluation => ({ kind: 'none', reason, computing: false });

/** The sketched days that ended before the ring begins. */
function earlierDays(memory: TargetUsage, container: string, resource: 'cpu' | 'memory'): readonly EarlierDay[] {
  const start = memory.end - ringBins;
  return (memory.containers.get(container)?.sketches[resource] ?? []).flatMap(({ day, ...sketch }) => {
    const before = start - (day + 1) * binsPerDay;
    return before < 0 ? [] : [{ ...sketch, blocksBefore: 1 + Math.floor(before / binsPerDay) }];
  });
}
