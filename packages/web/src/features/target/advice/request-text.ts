import {
  type Explanation,
  formatCount,
  formatPercent,
  formatResource,
  formatWholePercent,
  type LimitPolicy,
} from '@trimtab/core';

type ExplainedRequest = Explanation['requests'][number];
type Rule = NonNullable<ExplainedRequest['rule']>;

/** The statistic of the usage that a rule multiplies. */
const statisticLabels: Record<Rule['statistic'], string> = {
  p98: 'the 98th percentile, weighted by use',
  peak: 'the highest of 14 days',
};

const ceiling = '1.5 × the highest of 14 days';

/** Why a request differs from the result of its method, in words. */
const clampLabels: Record<NonNullable<ExplainedRequest['clamp']>, string> = {
  floor: 'the minimum suggestion',
  ceiling: `the maximum suggestion: ${ceiling}`,
  'level shift': 'the minimum based on the last hour',
  'out of memory': 'raised because a container ran out of memory',
};

const isClamp = (reason: string): reason is keyof typeof clampLabels => Object.hasOwn(clampLabels, reason);

/** Why a request is not the result of its method, in words. */
export const reasonText = (reason: string): string => (isClamp(reason) ? clampLabels[reason] : reason);

/** Describes how a suggested request was computed. If a limit replaced the result of the method, describes both. */
export function requestText({ resource, value, computed, rule, clamp, adjusted = null }: ExplainedRequest): string {
  const suggested = formatResource(resource, value);
  if (adjusted !== null)
    return `${suggested}, ${adjusted.reason}; its rule alone gives ${formatResource(resource, adjusted.ruled)}`;
  if (clamp === null) {
    return rule === null
      ? `${suggested}, rounded up: over 14 days, the mean cost of requests within 3% of it was at most 1% above the lowest`
      : `${suggested} = ${ruleText(rule)}`;
  }
  const method = rule === null ? `the request of its rule, ${formatResource(resource, computed)}` : ruleText(rule);
  return `${suggested}, ${clampLabels[clamp]}; ${method}, would be ${computed > value ? 'more' : 'less'}`;
}

/**
 * How often a request would have been exceeded: `1.0% of the time in 14 days`. If no sample but a kill for lack of memory
 * exceeded it: `on 1 of 14 days`.
 */
export function exceededText({ timeOver, daysOver, days }: ExplainedRequest['replay']): string {
  const seen = `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
  if (timeOver === 0 && daysOver > 0) return `on ${formatCount(daysOver)} of ${seen}`;
  return `${formatPercent(timeOver)} of the time in ${seen}`;
}

const ruleText = ({ statistic, statisticValue, multiplier }: Rule): string =>
  `${formatWholePercent(multiplier)} of ${statisticLabels[statistic]}, ${formatResource('memory', statisticValue)}`;

const policyTexts: Record<LimitPolicy, string> = {
  keep: 'Limits stay, and rise only with a request above them',
  ratio: 'Limits keep their ratio to the request',
  equal: 'Memory limits equal the request; CPU limits stay',
};

/** The facts about the limit that goes with a request; none if the server does not explain limits. */
export function limitFacts({ resource, value, limit }: ExplainedRequest): (readonly [term: string, text: string])[] {
  if (limit === undefined) return [];
  const amount = (known: number | null) => (known === null ? 'none' : formatResource(resource, known));
  const { policy, qosClass, bounds, reasons, wantedRequest } = limit;
  const bounded =
    bounds.length === 0 || wantedRequest === value ? [] : [`Without this, it would be ${amount(wantedRequest)}.`];
  return [
    [
      'Limit',
      qosClass === null
        ? 'unknown, so only the request is suggested'
        : `${amount(limit.value)}${limit.value === limit.current ? ', as at that time' : ` instead of ${amount(limit.current)}`}; the pod is ${qosClass}`,
    ],
    ...(qosClass === null ? [] : [['Limit policy', policyTexts[policy]] as const]),
    ...(bounds.length === 0 ? [] : [['Bounds', [...bounds, ...bounded].join(' ')] as const]),
    ...(reasons.length === 0 ? [] : [['Reason of the limit', reasons.join(' ')] as const]),
  ];
}
