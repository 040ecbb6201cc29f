import { type Explanation, formatResource, formatWholePercent } from '@trimtab/core';

type ExplainedRequest = Explanation['requests'][number];

/** The statistic of the usage that a rule is based on. */
const baseLabels: Record<ExplainedRequest['base'], string> = {
  busy: 'the busy level',
  median: 'the median',
  peak14: 'the highest of 14 days',
};

const ceiling = '1.5 × the highest of 14 days';

/** Why the suggestion differs from the result of the rule. */
const clampLabels: Record<NonNullable<ExplainedRequest['clamp']>, string> = {
  floor: 'the minimum suggestion',
  ceiling: `the maximum suggestion: ${ceiling}`,
  'level shift': 'the minimum based on the last hour',
  'out of memory': 'raised because a container ran out of memory',
};

/** Describes how a suggested request was computed. If a limit replaced the result of the rule, describes both. */
export function requestText({ resource, value, base, baseValue, multiplier, clamp }: ExplainedRequest): string {
  const suggested = formatResource(resource, value);
  const rule = `${formatWholePercent(multiplier)} of ${baseLabels[base]}, ${formatResource(resource, baseValue)}`;
  if (clamp === null) return `${suggested} = ${rule}`;
  const isMore = baseValue * multiplier > value;
  // The ceiling was applied before this limit, so the result of the rule also exceeds the ceiling.
  const outcome = isMore ? `more${clamp === 'ceiling' ? '' : ` than ${ceiling}`}` : 'less';
  return `${suggested}, ${clampLabels[clamp]}; ${rule}, would be ${outcome}`;
}
