import { type Explanation, formatResource, formatWholePercent } from '@trimtab/core';

type ExplainedRequest = Explanation['requests'][number];
type Rule = NonNullable<ExplainedRequest['rule']>;

/** The statistic of the usage that a rule multiplies. */
const statisticLabels: Record<Rule['statistic'], string> = {
  p98: 'the 98th percentile, weighted by use',
  peak: 'the highest of 14 days',
};

const ceiling = '1.5 × the highest of 14 days';

/** Why the suggestion differs from the result of the method. */
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
      ? `${suggested}: no other fixed request would have cost less over 14 days`
      : `${suggested} = ${ruleText(rule)}`;
  }
  const method =
    rule === null
      ? `${formatResource(resource, computed)}, the fixed request that would have cost least over 14 days`
      : ruleText(rule);
  return `${suggested}, ${clampLabels[clamp]}; ${method}, would be ${computed > value ? 'more' : 'less'}`;
}

const ruleText = ({ statistic, statisticValue, multiplier }: Rule): string =>
  `${formatWholePercent(multiplier)} of ${statisticLabels[statistic]}, ${formatResource('memory', statisticValue)}`;
