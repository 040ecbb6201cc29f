import { expect, test } from 'vitest';
import type { Explanation, UsageDistribution } from '../../api/schemas/explanations.ts';
import { confidenceOf } from './confidence.ts';

const window = { start: '2026-11-06T12:00:00Z', end: '2026-11-20T12:00:00Z', stepSeconds: 300 };
const explanation = (more: Partial<Explanation>): Explanation => ({
  namespace: 'shop',
  name: 'cart',
  created: window.end,
  modelMode: 'balanced',
  why: '',
  window,
  requests: [],
  replicas: null,
  forecasts: [],
  queries: [],
  ...more,
});

const usage = (more: Partial<UsageDistribution>): UsageDistribution => ({
  container: 'app',
  resource: 'memory',
  end: window.end,
  days: 14,
  samples: { found: 4_032, expected: 4_032 },
  lowest: 1,
  step: 0,
  counts: [4_032],
  p98: 1,
  peak: 1,
  dayPeaks: Array.from({ length: 14 }, () => 1),
  ...more,
});

const of = (...all: Partial<UsageDistribution>[]) => confidenceOf(explanation({ usage: all.map(usage) }));

test('the request with the fewest samples decides', () => {
  expect(of({}, { days: 9 })).toMatchObject({ level: 'medium', text: '9 of 14 days' });
  expect(of({}, { days: 2 })).toMatchObject({ level: 'low', text: '2 of 14 days' });
  expect(of({})).toEqual({
    level: 'high',
    text: '14 of 14 days',
    reasons: [
      'Usage was seen on 14 of the last 14 days.',
      'Samples cover 100.0% of the time since the first one.',
      'The days are alike: the highest peaked at 1.0 × the peak of a typical day (Memory of app).',
    ],
  });
});

test('gaps lower it', () => {
  const gaps = of({ samples: { found: 3_000, expected: 4_000 } });
  expect(gaps).toMatchObject({ level: 'medium', text: '14 of 14 days, seen 75% of the time' });
  expect(gaps?.reasons).toContain(
    'Samples cover 75.0% of the time since the first one; the others are missing, or no pod ran.',
  );
  expect(of({ samples: { found: 400, expected: 4_000 } })).toMatchObject({ level: 'low' });
});

test('a day that differs from the others lowers it', () => {
  const uneven = of({ container: null, resource: 'cpu', peak: 2.5 });
  expect(uneven).toMatchObject({ level: 'medium', text: '14 of 14 days, uneven peaks' });
  expect(uneven?.reasons[2]).toBe(
    'The days differ: the highest peaked at 2.5 × the peak of a typical day (CPU of all pods), and may do so again.',
  );
});

test('fewer pods than busy times needed lower it, unless an autoscaler adds pods', () => {
  const replicas = {
    metric: 'cpu' as const,
    current: 3,
    suggested: 2,
    minReplicas: 2,
    maxReplicas: 6,
    requestPerPod: 0.5,
    target: 0.5,
    targetFrom: 'planned' as const,
    quantile: 0.9,
    expectedUsage: null,
    planned: null,
    reactive: null,
    bounds: null,
  };
  const all = usage({ container: null, resource: 'cpu', p98: 0.9 });
  const few = confidenceOf(explanation({ usage: [all], replicas }));
  expect(few).toMatchObject({ level: 'medium', text: '14 of 14 days, busy times needed 4 pods' });
  expect(few?.reasons.at(-1)).toBe(
    'In the busiest 2% of 14 days, 4 pods were needed. The suggested number suffices for the coming hour and the busy times of the last 7 days, and no autoscaler adds pods.',
  );
  const young = confidenceOf(explanation({ usage: [{ ...all, days: 1 }], replicas }));
  expect(young?.reasons.at(-1)).toContain('In the busiest 2% of 1 day, 4 pods were needed.');
  const scaled = { ...replicas, bounds: { minReplicas: 1, maxReplicas: 9 } };
  expect(confidenceOf(explanation({ usage: [all], replicas: scaled }))?.level).toBe('high');
  expect(confidenceOf(explanation({ usage: [all], replicas: { ...replicas, suggested: 4 } }))?.level).toBe('high');
});

test('without the distribution, the samples of the record decide; without requests it is unknown', () => {
  const request = {
    container: 'app',
    resource: 'cpu' as const,
    value: 1,
    computed: 1,
    rule: null,
    floor: 0,
    clamp: null,
    lambda: 5,
    judged: { slack: 0, over: 0, cost: 0 },
    current: null,
    lastHourMedian: null,
    outOfMemory: [],
    samples: { found: 1_000, expected: 4_032 },
    firstSample: '2026-11-17T00:00:00Z',
    replay: { days: 4, slack: 0, timeOver: 0, daysOver: 0 },
  };
  expect(confidenceOf(explanation({ requests: [request] }))).toEqual({
    level: 'medium',
    text: '4 of 14 days',
    reasons: ['Usage was seen on 4 of the last 14 days.', expect.stringContaining('cover 99.2% of the time')],
  });
  expect(confidenceOf(explanation({}))).toBeNull();
});
