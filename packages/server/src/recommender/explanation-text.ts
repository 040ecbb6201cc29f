import { formatCount, formatCpu, formatPercent, formatResource, formatWholePercent } from '@trimtab/core';
import type { ObservedReplay } from './observed-replay.ts';
import type { ScaledReplicas, SizedRequest } from './recommendation.ts';
import { replicaPolicies } from './replicas.ts';
import { afterOutOfMemory } from './usage-day.ts';
import { type BaseName, cpuCeiling, levelShiftGuard, type ModelMode, type Resource } from './vertical-rules.ts';

const modeLabels: Record<ModelMode, string> = {
  balanced: 'Balanced',
  cost_savings: 'Cost savings',
  max_assurance: 'Max assurance',
};
const resourceLabels: Record<Resource, string> = { cpu: 'CPU', memory: 'memory' };

/** The text explains this many requests. The API's explanation contains all of them. */
const mostSized = 4;

/**
 * The text of a suggestion. For each request it gives the rule, its base value, and the results of replaying the rule and
 * the current request on the days of this workload. All figures can be checked against the samples.
 */
export function explainInWords(mode: ModelMode, sized: readonly SizedRequest[], scaled: ScaledReplicas | null): string {
  const manyContainers = new Set(sized.map(({ container }) => container)).size > 1;
  const requests = sized.slice(0, mostSized).map((one) => requestSentence(one, manyContainers));
  const left = sized.length - requests.length;
  const rest =
    left > 0 ? [`${left} more ${left === 1 ? 'request is' : 'requests are'} explained likewise in its details.`] : [];
  const replicas = scaled === null ? [] : [replicaSentence(mode, scaled)];
  return `${modeLabels[mode]}: ${[...requests, ...rest, ...replicas].join(' ')}`;
}

function requestSentence(one: SizedRequest, named: boolean): string {
  const { container, resource, suggestion } = one;
  const subject = named ? `${container} ${resourceLabels[resource]}` : resource === 'cpu' ? 'CPU' : 'Memory';
  return `${subject} ${amount(resource, suggestion.value)}${reason(one)} ${record(one)}${killed(one)}`;
}

/** Where the value comes from: a rule, the ceiling or a guard. */
function reason(one: SizedRequest): string {
  const { resource, suggestion, lastHour, kills } = one;
  const { base, baseValue, multiplier } = suggestion;
  const rule = `${multiplier} × ${baseLabel(base, resource, amount(resource, baseValue))}`;
  // A guard may also raise a value that the ceiling has lowered.
  const outcome =
    suggestion.value < baseValue * multiplier ? `would be more than ${highestAllowed(one)}` : 'would be less';
  switch (suggestion.clamp) {
    case null:
      return ` = ${rule}.`;
    case 'floor':
      return `, the least that is ever advised; ${rule} ${outcome}.`;
    case 'ceiling':
      return `, the most that is advised: ${highestAllowed(one)}; ${rule} would be more.`;
    case 'level shift':
      return `, the least above the last hour: ${levelShiftGuard[resource]} × its median ${amount(resource, lastHour)}; ${rule} ${outcome}.`;
    case 'out of memory': {
      const limit = highestLimit(kills.filter(({ recent }) => recent));
      return `, because it was killed at its limit of ${amount('memory', limit)} within the last week: the larger of 1.2 × limit and limit + 100 MiB (104.9M).`;
    }
    default:
      return suggestion.clamp satisfies never;
  }
}

const highestAllowed = ({ resource, suggestion: { ceiling } }: SizedRequest): string =>
  `${cpuCeiling} × the highest of the last 14 days, ${amount(resource, (ceiling ?? 0) / cpuCeiling)}`;

function baseLabel(base: BaseName, resource: Resource, value: string): string {
  switch (base) {
    case 'busy':
      return resource === 'cpu'
        ? `busy level ${value} (98% of recent CPU work ran below it)`
        : `busy level ${value} (98% of recent memory use lay below it)`;
    case 'median':
      return `median ${value} (half of the recent time ran below it)`;
    case 'peak14':
      return `the highest of the last 14 days, ${value}`;
    default:
      return base satisfies never;
  }
}

const highestLimit = (kills: SizedRequest['kills']): number =>
  kills.reduce((highest, { limitBytes }) => Math.max(highest, limitBytes), 0);

/** A kill raises a day above all samples, so the text mentions it, unless the kill was the reason for the value. */
function killed({ suggestion, kills }: SizedRequest): string {
  if (kills.length === 0 || suggestion.clamp === 'out of memory') return '';
  const limit = highestLimit(kills);
  return ` Being killed at its limit of ${amount('memory', limit)} counts as a use of ${amount('memory', afterOutOfMemory(limit))}: the larger of 1.2 × limit and limit + 100 MiB (104.9M).`;
}

/** The results of the rule and of the current request on the same days. */
function record({ resource, suggestion, current }: SizedRequest): string {
  const { observed } = suggestion;
  const rule =
    observed === null
      ? 'With one day of history its record on other workloads decided'
      : `Replayed on the last ${days(observed.days)} this rule left ${formatWholePercent(observed.slack)} unused and was ${exceeded(observed, resource)}`;
  if (current === null) return `${rule}; no request is set now.`;
  if (current.replay === null) return `${rule}.`;
  const { slack, timeOver } = current.replay;
  const over = timeOver > 0 ? ` and is ${exceeded(current.replay, resource)}` : '';
  return `${rule}; your request of ${amount(resource, current.request)} leaves ${formatWholePercent(slack)} unused${over}.`;
}

const exceeded = (replay: ObservedReplay, resource: Resource): string =>
  resource === 'cpu'
    ? `exceeded ${formatPercent(replay.timeOver)} of the time`
    : `exceeded on ${replay.daysOver} of ${replay.days === 1 ? '1 day' : days(replay.days)}`;

function replicaSentence(
  mode: ModelMode,
  { metric, current, requestPerPod, targetFrom, bounds, suggestion }: ScaledReplicas,
): string {
  const { suggested, floor, reactive, target, expectedUsage } = suggestion;
  const perPod = `${amount(metric, requestPerPod)} per pod × ${formatWholePercent(target)} ${targetFrom === 'hpa' ? 'HPA target' : 'planned utilization'}`;
  const policy = replicaPolicies[mode];
  const planned =
    floor === null || expectedUsage === null
      ? []
      : [
          `${amount(metric, expectedUsage)} ${resourceLabels[metric]} expected within 10 minutes (${formatWholePercent(policy.quantile)} of forecasts end below) ÷ (${perPod}) needs ${formatCount(floor)}`,
        ];
  const now =
    reactive === null
      ? []
      : [
          `usage right now needs ${formatCount(reactive)}, and ${formatCount(current)} ${current === 1 ? 'is' : 'are'} running`,
        ];
  const least = policy.leastReplicas > 1 ? [`this mode keeps at least ${policy.leastReplicas}`] : [];
  const within = bounds === null ? [] : [`the HPA allows ${bounds.minReplicas} to ${bounds.maxReplicas}`];
  return `Replicas ${formatCount(suggested)}: ${[...planned, ...now, ...least, ...within].join('; ')}.`;
}

const days = (count: number): string => (count === 1 ? 'day' : `${count} days`);

function amount(resource: Resource, value: number | null): string {
  if (resource === 'memory') return formatResource('memory', value);
  return value !== null && value >= 1 ? `${formatCpu(value)} ${value === 1 ? 'core' : 'cores'}` : formatCpu(value);
}
