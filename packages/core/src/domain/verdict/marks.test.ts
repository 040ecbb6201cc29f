import { expect, test } from 'vitest';
import { distributionFor, replicaMarks, requestMarks } from './marks.ts';

const replay = { days: 14, slack: 0, timeOver: 0.01, daysOver: 1 };
const usage = {
  container: 'app',
  resource: 'cpu' as const,
  end: '2026-11-20T12:00:00Z',
  days: 14,
  samples: { found: 1, expected: 1 },
  lowest: 0,
  step: 0.1,
  counts: [1],
  p98: 0.3,
  peak: 0.4,
  dayPeaks: [0.4],
};
const request = {
  container: 'app',
  resource: 'cpu' as const,
  value: 0.35,
  computed: 0.35,
  rule: null,
  floor: 0,
  clamp: null,
  lambda: 5,
  samples: { found: 1, expected: 1 },
  firstSample: '2026-11-06T12:00:00Z',
  replay,
  judged: { slack: 0, over: 0, cost: 0 },
  current: { request: 0.2, replay: { ...replay, timeOver: 0.5 } },
  lastHourMedian: null,
  outOfMemory: [],
};

const shown = (marks: ReturnType<typeof requestMarks>) => marks.map(({ id, value, above }) => [id, value, above]);

test('the marks of a request, lowest first', () => {
  expect(shown(requestMarks(request, usage))).toEqual([
    ['request', 0.2, 0.5],
    ['p98', 0.3, 0.02],
    ['suggestion', 0.35, 0.01],
    ['peak', 0.4, 0],
  ]);
  const kept = { ...request, current: { request: 0.35, replay } };
  expect(requestMarks(kept, usage).map(({ label }) => label)).toEqual(['p98', 'Suggested, as now', 'Peak']);
  const limit = {
    policy: 'keep' as const,
    qosClass: 'Burstable' as const,
    current: 1,
    value: 1,
    wantedRequest: 0.35,
    bounds: [],
    reasons: [],
  };
  expect(shown(requestMarks({ ...request, current: null, limit }, usage)).map(([id]) => id)).toEqual([
    'p98',
    'suggestion',
    'peak',
    'limit',
  ]);
});

test('a request that only a kill exceeded has no share of time above it', () => {
  const killed = { ...request, replay: { ...replay, timeOver: 0 }, current: null };
  expect(shown(requestMarks(killed, usage))).toContainEqual(['suggestion', 0.35, null]);
  const never = { ...killed, replay: { ...replay, timeOver: 0, daysOver: 0 } };
  expect(shown(requestMarks(never, usage))).toContainEqual(['suggestion', 0.35, 0]);
});

test('the marks of all pods are what they carry at their target utilization', () => {
  const replicas = {
    metric: 'cpu' as const,
    current: 1,
    suggested: 2,
    minReplicas: 1,
    maxReplicas: 3,
    requestPerPod: 0.5,
    target: 0.5,
    targetFrom: 'planned' as const,
    quantile: 0.98,
    expectedUsage: null,
    planned: null,
    reactive: null,
    bounds: null,
  };
  expect(replicaMarks(replicas, usage).map(({ label, value }) => [label, value])).toEqual([
    ['1 pod now', 0.25],
    ['p98', 0.3],
    ['Peak', 0.4],
    ['2 pods suggested', 0.5],
  ]);
  expect(replicaMarks({ ...replicas, current: 2 }, usage).map(({ id }) => id)).toEqual(['p98', 'peak', 'suggestion']);
});

test('a request has its distribution, and all pods have theirs', () => {
  const all = { ...usage, container: null };
  expect(distributionFor({ usage: [usage, all] }, request)).toBe(usage);
  expect(distributionFor({ usage: [usage, all] }, null)).toBe(all);
  expect(distributionFor({ usage: [usage] }, null)).toBeUndefined();
  expect(distributionFor({}, request)).toBeUndefined();
});
