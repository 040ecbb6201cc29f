import { hoursBeforeAdvice, minuteMs, type ResourceName, scaledToZeroText, tooYoungText } from '@trimtab/core';
import { sentenceOf, type TargetRecord, type Workload, type WorkloadHistory } from '../../ports/index.ts';
import { allowedRequests } from '../../recommender/allowed-requests.ts';
import { type BinnedSeries, binsPerDay, binsPerHour } from '../../recommender/bins.ts';
import type { EarlierDay } from '../../recommender/memory-statistics.ts';
import { qosClass } from '../../recommender/pod-quality.ts';
import { fullQuotas } from '../../recommender/pod-quotas.ts';
import type { Publishable, PublishQuestion } from '../../recommender/publish-recommendation.ts';
import { usageWhileReady } from '../../recommender/ready-usage.ts';
import { historyHours, recommend } from '../../recommender/recommend.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import { unscaledSentence } from '../../recommender/unscaled-replicas.ts';
import { hasEnoughSamples } from '../../recommender/vertical.ts';
import { currentReplicas, runsNothing } from '../targets/spec-view.ts';
import { ringBins, type TargetUsage } from '../usage-history/target-usage.ts';

/** A published suggestion, with everything that its explanation needs. */
export type Advised = Publishable & {
  readonly kind: 'advised';
  readonly id: string;
  readonly publishedAt: number;
  /** Why it replaced the previous suggestion, as a sentence. */
  readonly because: string;
  /** The number of ready pods when it was computed; null when unknown. */
  readonly currentReplicas: number | null;
};

export type None = {
  readonly kind: 'none';
  readonly reason: string;
  /** Whether the history is still being read, so that a suggestion may follow. */
  readonly computing: boolean;
  /** The text of the badge. Absent: the badge says that there is no suggestion. */
  readonly label?: string;
  /** Whether the history could not be read. */
  readonly failed?: true;
  /** A suggestion in force that applies to this stays in force. */
  readonly keeps?: Publishable['appliesTo'];
};

/** The current suggestion, or the reason why there is none. */
export type Evaluation = Advised | None;

/** A suggestion from the newest samples, with the inputs of the decision whether to publish it. */
export type ComputedSuggestion = Publishable &
  Pick<Advised, 'currentReplicas'> &
  Pick<PublishQuestion, 'lastHour' | 'kills' | 'allowed'> & { readonly kind: 'computed' };

export const noHistorySource: None = {
  kind: 'none',
  reason: 'There is no source of past usage, so nothing can be suggested.',
  computing: false,
};

export const beingComputed: None = {
  kind: 'none',
  reason: 'Being computed: the last 14 days of usage are being read.',
  computing: true,
  label: 'Being computed',
};

/** The history could not be read. The next attempt is soon after `retryAt`, so the shown time is rounded up. */
export function failedUntil(retryAt: number, error: unknown): None {
  const at = `${new Date(Math.ceil(retryAt / minuteMs) * minuteMs).toISOString().slice(11, 16)} UTC`;
  const reason = `The last 14 days of usage could not be read: ${sentenceOf(error)} The next attempt is at ${at}.`;
  return { kind: 'none', reason, computing: false, failed: true, label: `Failed, next attempt at ${at}` };
}

/** Evaluates a target from its past usage. `usage` is null if it has no samples. */
export function evaluate(
  record: TargetRecord,
  workload: Workload,
  usage: TargetUsage | null,
): ComputedSuggestion | None {
  if (runsNothing(workload)) return none(scaledToZeroText);
  if (usage === null) return none('No usage of this workload was found in the last 14 days.');
  const measured = usage.history();
  const history = usageWhileReady(measured);
  const recommendation = recommend({
    history,
    workload,
    currentReplicas: currentReplicas(workload),
    mode: record.modelMode,
    directions: { horizontal: record.horizontal !== null, vertical: record.vertical !== null },
    earlierMemory: (container) => earlierDays(usage, container),
    ...(record.limitPolicy === undefined ? {} : { limitPolicy: record.limitPolicy }),
  });
  if (recommendation !== null) return publishable(record, workload, usage, recommendation);
  const hours = historyHours(measured);
  if (hours === null) return none('No usage of this workload was found in the last 14 days.');
  if (hours < hoursBeforeAdvice) return none(tooYoungText(hours));
  const unready = unreadyText(historyHours(history));
  if (unready !== null) return { ...none(unready), keeps: appliesTo(record, workload) };
  if (record.horizontal === null && record.vertical === null)
    return none('Neither requests nor replicas of this target are scaled.');
  if (record.vertical === null) {
    const unscaled = unscaledSentence(workload, { horizontal: true });
    if (unscaled !== null) return none(unscaled);
    const missing = 'Replicas are computed from the usage of the last hour and a CPU request. One of them is missing.';
    return { ...none(missing), keeps: appliesTo(record, workload) };
  }
  if (canBeSized(history)) {
    const full = fullQuotas(workload);
    if (full.length > 0) return none(`No request can be suggested. ${full.join(' ')}`);
  } else if (canBeSized(measured)) {
    const briefly =
      'Pods were ready for less than six hours of the last 14 days, so the usage does not show what the workload needs.';
    return { ...none(briefly), keeps: appliesTo(record, workload) };
  }
  return none(
    'A suggestion needs six hours of samples of a container, and the first must be a day old. No container has these yet.',
  );
}

const none = (reason: string): None => ({ kind: 'none', reason, computing: false });

const canBeSized = ({ containers }: WorkloadHistory): boolean =>
  containers.some(({ cpu, memory }) => hasEnoughSamples(cpu) || hasEnoughSamples(memory));

/** Why usage that was measured does not count. `readyHours`: the age of the first usage that counts; null without any. */
function unreadyText(readyHours: number | null): string | null {
  if (readyHours === null)
    return 'No pod was ready in the last 14 days, so its usage does not show what the workload needs.';
  return readyHours < hoursBeforeAdvice
    ? `Suggestions start ${hoursBeforeAdvice} hours after a pod is ready, because its usage before does not show what the workload needs.`
    : null;
}

function publishable(
  record: TargetRecord,
  workload: Workload,
  usage: TargetUsage,
  recommendation: Recommendation,
): ComputedSuggestion {
  return {
    kind: 'computed',
    recommendation,
    appliesTo: appliesTo(record, workload),
    newestKillAt: usage.kills.at(-1)?.at ?? null,
    currentReplicas: currentReplicas(workload),
    lastHour: lastHourOf(usage),
    kills: usage.kills,
    allowed: (earlier) => allowedRequests(earlier, workload, record.limitPolicy),
  };
}

/** The inputs of a suggestion other than usage. With other inputs, a suggestion in force is replaced. */
function appliesTo({ kind, modelMode, horizontal, vertical, limitPolicy }: TargetRecord, workload: Workload): string {
  // Current requests matter only if the target does not scale them. Otherwise they are replaced by the applied
  // suggestion.
  const containers = workload.containers.map(({ name, cpuRequest, memoryRequest }) =>
    vertical === null ? [name, cpuRequest, memoryRequest] : [name],
  );
  // A BestEffort pod becomes Burstable when a suggestion is applied.
  const isGuaranteed = qosClass(workload.containers, workload.qosClass) === 'Guaranteed';
  const limits = vertical === null ? null : [limitPolicy, isGuaranteed, workload.rules?.limitRanges];
  return JSON.stringify([kind, modelMode, horizontal, vertical, containers, workload.hpa, limits]);
}

/** The newest twelve bins of a container. */
export const lastHourOf =
  (usage: TargetUsage) =>
  (container: string, resource: ResourceName): BinnedSeries =>
    Float64Array.from(usage.containers.get(container)?.rings[resource].subarray(ringBins - binsPerHour) ?? []);

/** The sketches of the days that ended before the bins in the ring buffer begin. */
function earlierDays(usage: TargetUsage, container: string): readonly EarlierDay[] {
  const start = usage.end - ringBins;
  return (usage.containers.get(container)?.sketches ?? []).flatMap(({ day, ...sketch }) => {
    const before = start - (day + 1) * binsPerDay;
    return before < 0 ? [] : [{ ...sketch, blocksBefore: 1 + Math.floor(before / binsPerDay) }];
  });
}
