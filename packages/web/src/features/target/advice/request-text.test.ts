import type { Explanation } from '@trimtab/core';
import { expect, it } from 'vitest';
import { requestText } from './request-text.ts';

type Request = Explanation['requests'][number];

it.each<[Request['clamp'], value: number, multiplier: number, text: string]>([
  [null, 0.26, 1.3, '260m = 130% of the busy level, 200m'],
  [
    'ceiling',
    0.45,
    3,
    '450m, the maximum suggestion: 1.5 × the highest of 14 days; 300% of the busy level, 200m, would be more',
  ],
  ['floor', 0.01, 0.01, '10m, the minimum suggestion; 1% of the busy level, 200m, would be less'],
  [
    'floor',
    0.01,
    3,
    '10m, the minimum suggestion; 300% of the busy level, 200m, would be more than 1.5 × the highest of 14 days',
  ],
  ['level shift', 0.5, 1, '500m, the minimum based on the last hour; 100% of the busy level, 200m, would be less'],
])('describes a request that is limited by %s', (clamp, value, multiplier, text) => {
  const rest: Omit<Request, 'clamp' | 'value' | 'multiplier'> = {
    container: 'app',
    resource: 'cpu',
    base: 'busy',
    baseValue: 0.2,
    floor: 0.01,
    ceiling: 0.45,
    lambda: 3,
    samples: { found: 1, expected: 1 },
    firstSample: '2026-10-02T08:00:00.000Z',
    replay: null,
    judged: { slack: 0, over: 0, cost: 0 },
    current: null,
    lastHourMedian: null,
    outOfMemory: [],
  };
  expect(requestText({ ...rest, clamp, value, multiplier })).toBe(text);
});
