import {
  formatCount,
  formatCpu,
  formatPercent,
  formatResource,
  formatWeekShare,
  formatWholePercent,
  type ModelMode,
  printResourceQuantity,
  type ResourceName,
  tradeOffLabels,
} from '@trimtab/core';
import type { ObservedReplay } from './observed-replay.ts';
import { podReasons } from './pod-limits.ts';
import type { Adjustment, ScaledReplicas, SettledRequest } from './recommendation.ts';
import { planAhead, plannedTarget, replicaPolicies } from './replicas.ts';
import type { MemoryRule } from './vertical-memory.ts';
import { levelShiftGuard, memoryCeiling, neededAfterKill, sizedDays } from './vertical-rules.ts';

/** The names inside a sentence. */
export const resourceNouns: Record<ResourceName, string> = { cpu: 'CPU', memory: 'memory' };

/** The text explains at most this many requests. The API's explanation contains all of them. */
const mostSized = 4;

/**
 * The text of a suggestion. For each request it gives the method, its inputs, and what the suggested and the current
 * request would have left unused and how often they would have been exceeded. All figures can be checked against the
 * samples. `refused`: the requests for which a quota leaves nothing. `unscaled`: why no replicas can be suggested, as a
 * sentence; null if they can be, or are not scaled.
 */
export function explainInWords(
  mode: ModelMode,
  { sized, refused }: { readonly sized: readonly SettledRequest[]; readonly refused: readonly SettledRequest[] },
  scaled: ScaledReplicas | null,
  unscaled: string | null,
): string {
  const manyContainers = new Set([...sized, ...refused].map(({ container }) => container)).size > 1;
  const requests = sized
    .slice(0, mostSized)
    .map((one, index) => requestSentence(one, manyContainers, newReasons(one, sized.slice(0, index))));
  const left = sized.length - requests.length;
  const rest =
    left > 0 ? [`${left} more ${left === 1 ? 'request is' : 'requests are'} explained likewise in its details.`] : [];
  const unscaledSentences = unscaled === null ? [] : [unscaled];
  const replicas = scaled === null ? unscaledSentences : [replicaSentence(mode, scaled), ...(scaled.notes ?? [])];
  return `${tradeOffLabels[mode]}: ${[...requests, ...rest, ...refused.map(refusal), ...replicas].join(' ')}`;
}

const refusal = ({ container, resource, settled }: SettledRequest): string =>
  `No ${resourceNouns[resource]} request is suggested for ${container}, which has none. ${settled.bounds.join(' ')}`;

/** The reasons for a limit. A reason that applies to the whole pod is given once. */
const newReasons = ({ settled }: SettledRequest, before: readonly SettledRequest[]): readonly string[] =>
  settled.reasons.filter(
    (text) => !(podReasons.has(text) && before.some((earlier) => earlier.settled.reasons.includes(text))),
  );

function requestSentence(one: SettledRequest, named: boolean, limitReasons: readonly string[]): string {
  const { container, resource, suggestion, settled, adjustment } = one;
  const subject = named ? `${container} ${resourceNouns[resource]}` : resource === 'cpu' ? 'CPU' : 'Memory';
  const value = withManifest(resource, suggestion.value);
  const bounded =
    settled.bounds.length === 0
      ? value
      : `${value}. ${settled.bounds.join(' ')} Without that it would be ${amount(resource, settled.wanted)}`;
  const limit = limitReasons.map((text) => ` ${text}`).join('');
  const because = adjustment === null ? reason(one) : adjustmentReason(one, adjustment);
  return `${subject} ${bounded}${because} ${record(one)}${killNote(one)}${limit}`;
}

/** Why the value was adjusted to the replicas. */
function adjustmentReason({ resource }: SettledRequest, adjustment: Adjustment): string {
  const rule = `Its rule alone gives ${amount(resource, adjustment.ruled)}.`;
  if (adjustment.kind === 'held') {
    const follower = adjustment.by === 'hpa' ? 'the HPA follows' : 'replicas are planned by';
    const target = adjustment.utilization ?? plannedTarget;
    return ` stays: ${follower} its utilization (${formatWholePercent(target)}), so another request would change the number of pods, not what they cost. ${rule}`;
  }
  const { usage, share, replicas } = adjustment;
  return `, so that ${formatCount(replicas)} ${replicas === 1 ? 'pod carries' : 'pods carry'} the ${exactly(resource, usage)} of all pods at ${formatWholePercent(share)} of their requests. ${rule}`;
}

/** Where the value comes from: the method, the upper limit or a guard. */
function reason(one: SettledRequest): string {
  const { resource, suggestion, lastHour, kills } = one;
  const { ceiling, computed } = suggestion;
  const outcome = computed > one.settled.wanted ? 'more' : 'less';
  switch (suggestion.clamp) {
    case null:
      return method(one);
    case 'floor':
      return `, the minimum suggestion; ${alternative(one)} would be ${outcome}.`;
    case 'ceiling':
      return `, the maximum suggestion: ${memoryCeiling} × ${exactly(resource, (ceiling ?? 0) / memoryCeiling)}, the highest of ${span(suggestion.observed.days)}; ${alternative(one)} would be more.`;
    case 'level shift':
      return ` = ${levelShiftGuard[resource]} × ${amount(resource, lastHour)}, the median of the last hour; ${alternative(one)} would be ${outcome}.`;
    case 'out of memory': {
      const limits = kills.filter(({ recent }) => recent).map(({ limitBytes }) => limitBytes);
      return `, because it was killed at its limit of ${amount('memory', Math.max(...limits))} within the last week: the larger of 1.2 × limit and limit + 100 MiB (104.9M); ${alternative(one)} would be ${outcome}.`;
    }
    default:
      return suggestion.clamp satisfies never;
  }
}

/** The reason for a value that no limit has replaced. */
function method({ suggestion: { rule, lambda, observed } }: SettledRequest): string {
  const least = `none would have cost less (a day above it costs ${lambda} unused ${lambda === 1 ? 'day' : 'days'}).`;
  if (rule === null) {
    return `, rounded up: over ${span(observed.days)} the mean cost of requests within 3% of it was at most 1% above the lowest (recent days count more; an hour above it costs ${lambda} unused ${lambda === 1 ? 'hour' : 'hours'}).`;
  }
  return rule.replayedDays === 0
    ? ` = ${ruleText(rule, observed.days)}. No day could be replayed yet: the results of such rules on other workloads decided.`
    : ` = ${ruleText(rule, observed.days)}. Of 28 such rules, replayed day by day, ${least}`;
}

/** What the method alone would suggest. */
const alternative = ({ resource, suggestion: { rule, computed, observed } }: SettledRequest): string =>
  rule === null ? `the request of its rule, ${amount(resource, computed)},` : ruleText(rule, observed.days);

function ruleText({ statistic, statisticValue, multiplier }: MemoryRule, sampledDays: number): string {
  const value = exactly('memory', statisticValue);
  return statistic === 'peak'
    ? `${multiplier} × ${value}, the highest of ${span(sampledDays)}`
    : `${multiplier} × ${value}, below which 98% of recent memory use lay`;
}

/** Mentions out-of-memory kills that did not determine the value. */
function killNote({ kills, suggestion, adjustment }: SettledRequest): string {
  if (kills.length === 0 || (suggestion.clamp === 'out of memory' && adjustment === null)) return '';
  const times = kills.length === 1 ? 'once' : `${formatCount(kills.length)} times`;
  const limits = kills.filter(({ recent }) => recent).map(({ limitBytes }) => limitBytes);
  const margin =
    limits.length === 0
      ? 'but not in the last week, so the kill no longer raises the request'
      : `which alone needs a request of ${amount('memory', neededAfterKill(Math.max(...limits)))}`;
  return ` It was killed for lack of memory ${times} in the last 14 days, ${margin}.`;
}

/** How the suggested and the current request would have performed on the same days. */
function record({ resource, suggestion, settled, current, adjustment }: SettledRequest): string {
  const { observed, rule, clamp, value } = suggestion;
  const then = adjustment === null ? '' : ' with the replicas at that time,';
  // If the value was neither adjusted nor limited and no special rule applied, the previous sentence named only the
  // days and this value.
  const subject =
    adjustment === null && rule === null && clamp === null
      ? 'It'
      : `Over ${span(observed.days)},${then} ${amount(resource, value)}`;
  const { reachedLimit, currentLimit } = settled;
  const outcome = (replay: ObservedReplay) => outcomeOf(replay, resource, reachedLimit);
  const hidden = reachedLimit
    ? ` Usage reached the limit of ${amount(resource, currentLimit)}, so more may have been needed.`
    : '';
  const suggested = `${subject} ${outcome(observed)}`;
  if (current === null) return `${suggested}; no request was set.${hidden}`;
  if (current.request === value) return `${suggested}.${hidden}`;
  return `${suggested}; the request at that time, ${amount(resource, current.request)}, ${outcome(current.replay)}.${hidden}`;
}

/** Usage that reached the limit does not show how often a request would have been exceeded without the limit. */
function outcomeOf(replay: ObservedReplay, resource: ResourceName, reachedLimit: boolean): string {
  const left = `left ${formatWholePercent(replay.slack)} unused`;
  if (replay.daysOver === 0)
    return reachedLimit ? `would have ${left}` : `would never have been exceeded and would have ${left}`;
  // A share that is not 0 is never printed as 0.0%.
  const share = replay.timeOver < 0.001 ? 'less than 0.1%' : formatPercent(replay.timeOver);
  const exceeded = resource === 'cpu' ? `${share} of the time` : `on ${replay.daysOver} of ${days(replay.days)}`;
  return `would have been exceeded ${exceeded} and ${left}`;
}

const span = (count: number): string =>
  count === sizedDays ? `the last ${days(count)}` : `the ${days(count)} with samples`;
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

function replicaSentence(
  mode: ModelMode,
  { metric, current, requestPerPod, targetFrom, bounds, suggestion, kept }: ScaledReplicas,
): string {
  const { suggested, floor, reactive, lastWeek, target, inputs } = suggestion;
  const perPod = `${amount(metric, requestPerPod)} per pod × ${formatWholePercent(target)}${targetReason(targetFrom, target)}`;
  const policy = replicaPolicies[mode];
  const plan = planAhead(mode, bounds !== null);
  const planned =
    floor === null
      ? []
      : [
          `${amount(metric, floor.expectedUsage)} ${resourceNouns[metric]} expected within ${plan.minutes} minutes (${formatWholePercent(plan.quantile)} of forecasts end below) ÷ (${perPod}) needs ${formatCount(floor.needed)}`,
        ];
  const now =
    reactive === null
      ? []
      : [
          `${newestUsage(metric, inputs)} needed ${formatCount(reactive)}, and ${formatCount(current)} ${current === 1 ? 'was' : 'were'} running`,
        ];
  const week =
    lastWeek === null
      ? []
      : [
          `${formatWeekShare(lastWeek)} used at most ${amount(metric, lastWeek.usage)}, which needed ${formatCount(lastWeek.needed)}`,
        ];
  const least = leastReason(policy.leastReplicas, inputs?.leastReplicas ?? policy.leastReplicas);
  const sharing =
    kept === null
      ? []
      : [
          `fewer would use more than ${formatWholePercent(kept.share)} of their ${resourceNouns[kept.resource]} requests for ${amount(kept.resource, kept.usage)}`,
        ];
  const within = bounds === null ? [] : [`the HPA allows ${bounds.minReplicas} to ${bounds.maxReplicas}`];
  return `Replicas ${formatCount(suggested)}: ${[...planned, ...now, ...week, ...sharing, ...least, ...within].join('; ')}.`;
}

function targetReason(targetFrom: ScaledReplicas['targetFrom'], target: number): string {
  if (targetFrom === 'hpa') return ' HPA target';
  return target === plannedTarget
    ? ' planned utilization'
    : ' ± a tenth, because the requests are sized for the pods that run';
}

/** The input of the HPA's rule, which keeps the replicas while the utilization is within 10 % of the target. */
function newestUsage(metric: ResourceName, inputs: ScaledReplicas['suggestion']['inputs']): string {
  return inputs === undefined
    ? 'the newest usage'
    : `the newest usage, ${amount(metric, inputs.newestUsage)} at ${formatWholePercent(inputs.reactiveTarget)} ± a tenth,`;
}

function leastReason(ofMode: number, least: number): string[] {
  if (ofMode === 1) return [];
  return [least < ofMode ? 'this mode does not add a second pod to one' : `this mode keeps at least ${ofMode}`];
}

/** An input with enough digits to reproduce the whole millicores or MiB that follow from it. */
const exactly = (resource: ResourceName, value: number): string =>
  resource === 'cpu'
    ? withManifest('cpu', Math.round(value * 1000) / 1000)
    : `${amount('memory', value)} (${Math.round((100 * value) / 2 ** 20) / 100}Mi)`;

/** A suggested request. The exact value for the manifest is added unless the short form is exact. */
function withManifest(resource: ResourceName, value: number): string {
  const shown = amount(resource, value);
  const exact = printResourceQuantity(resource, value);
  const isExact = resource === 'cpu' && (value < 1 || Number.isInteger(Math.round(value * 1000) / 10));
  return isExact || exact === shown ? shown : `${shown} (${exact})`;
}

function amount(resource: ResourceName, value: number | null): string {
  if (resource === 'memory') return formatResource('memory', value);
  return value !== null && value >= 1 ? `${formatCpu(value)} ${value === 1 ? 'core' : 'cores'}` : formatCpu(value);
}
