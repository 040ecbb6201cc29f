import type { Explanation } from '@trimtab/core';
import { expect, it } from 'vitest';
import { anExplainedRequest } from '../testing/explanation.ts';
import { exceededText, limitFacts, requestText } from './request-text.ts';

type Request = Explanation['requests'][number];

const request: Request = anExplainedRequest({ value: 0.26, computed: 0.26 });

it.each([
  [{ timeOver: 0.0104, daysOver: 2, days: 14 }, '1.0% of the time in 14 days'],
  [{ timeOver: 0, daysOver: 0, days: 1 }, '0.0% of the time in 1 day'],
  [{ timeOver: 0, daysOver: 1, days: 14 }, 'on 1 of 14 days'],
])('says how often a request would have been exceeded: %o', (replay, text) => {
  expect(exceededText({ ...request.replay, ...replay })).toBe(text);
});

it.each<[Request['clamp'], value: number, computed: number, text: string]>([
  [
    null,
    0.26,
    0.26,
    '260m, rounded up: over 14 days, the mean cost of requests within 3% of it was at most 1% above the lowest',
  ],
  ['floor', 0.01, 0.004, '10m, the minimum suggestion; the request of its rule, 4m, would be less'],
  ['level shift', 0.5, 0.26, '500m, the minimum based on the last hour; the request of its rule, 260m, would be less'],
])('describes a CPU request that is limited by %s', (clamp, value, computed, text) => {
  expect(requestText({ ...request, clamp, value, computed })).toBe(text);
});

it.each<[Request['clamp'], statistic: 'peak' | 'p98', value: number, multiplier: number, text: string]>([
  [null, 'peak', 260e6, 1.3, '260M = 130% of the highest of 14 days, 200M'],
  [
    'ceiling',
    'p98',
    450e6,
    3,
    '450M, the maximum suggestion: 1.5 × the highest of 14 days; 300% of the 98th percentile, weighted by use, 200M, would be more',
  ],
  [
    'out of memory',
    'peak',
    600e6,
    1,
    '600M, raised because a container ran out of memory; 100% of the highest of 14 days, 200M, would be less',
  ],
])('describes a memory request that is limited by %s', (clamp, statistic, value, multiplier, text) => {
  const rule = { statistic, statisticValue: 200e6, multiplier, replayedDays: 13 };
  const memory: Request = { ...request, resource: 'memory', value, computed: 200e6 * multiplier, rule };
  expect(requestText({ ...memory, clamp })).toBe(text);
});

it('describes a request that is held because the replicas follow it', () => {
  const adjusted = { reason: 'kept because the HPA follows it', ruled: 0.21 };
  expect(requestText({ ...request, value: 1, adjusted })).toBe(
    '1, kept because the HPA follows it; its rule alone gives 210m',
  );
});

it('explains the limit: policy, class, bounds and reason', () => {
  const limit: Request['limit'] = {
    policy: 'keep',
    qosClass: 'Burstable',
    current: 0.2,
    value: 0.26,
    wantedRequest: 0.3,
    bounds: ['The LimitRange sizes allows at most 260m.'],
    reasons: ['The limit rises from 200m, because the request is above it.'],
  };
  expect(limitFacts({ ...request, limit })).toEqual([
    ['Limit', '260m instead of 200m; the pod is Burstable'],
    ['Limit policy', 'Limits stay, and rise only with a request above them'],
    ['Bounds', 'The LimitRange sizes allows at most 260m. Without this, it would be 300m.'],
    ['Reason of the limit', 'The limit rises from 200m, because the request is above it.'],
  ]);
  expect(limitFacts({ ...request, limit: { ...limit, current: 0.26 } })[0]).toEqual([
    'Limit',
    '260m, as at that time; the pod is Burstable',
  ]);
  expect(limitFacts({ ...request, limit: { ...limit, qosClass: null, bounds: [], reasons: [] } })).toEqual([
    ['Limit', 'unknown, so only the request is suggested'],
  ]);
  expect(limitFacts(request)).toEqual([]);
});
