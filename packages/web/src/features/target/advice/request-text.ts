import { type Explanation, formatResource, formatWholePercent } from '@trimtab/core';

type ExplainedRequest = Explanation['requests'][number];

/** What a request was taken from, in words. */
const baseLabels: Record<ExplainedRequest['base'], string> = {
  busy: 'the busy level',
  median: 'the median',
  peak14: 'the highest of 14 days',
};

const mostAdvised = '1.5 × the highest of 14 days';

/** What stands in place of what the rule gives. */
const clampLabels: Record<NonNullable<ExplainedRequest['clamp']>, string> = {
  floor: 'the least that is ever advised',
  ceiling: `the most that is advised: ${mostAdvised}`,
  'level shift': 'the least above the last hour',
  'out of memory': 'because it was killed for lack of memory',
};

/** What a suggested request is: what its rule gives, or what stands in place of that, and how the rule compares. */
export function requestText({ resource, value, base, baseValue, multiplier, clamp }: ExplainedRequest): string {
  const suggested = formatResource(resource, value);
  const rule = `${formatWholePercent(multiplier)} of ${baseLabels[base]}, ${formatResource(resource, baseValue)}`;
  if (clamp === null) return `${suggested} = ${rule}`;
  const isMore = baseValue * multiplier > value;
  // A guard stands above the ceiling too, which has lowered what the rule gives before.
  const outcome = isMore ? `more${clamp === 'ceiling' ? '' : ` than ${mostAdvised}`}` : 'less';
  return `${suggested}, ${clampLabels[clamp]}; ${rule}, would be ${outcome}`;
}
