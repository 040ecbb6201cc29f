import { expect, test } from 'vitest';
import { type RecommendationFacts, recommendationType } from './recommendation-type.ts';

const settled: RecommendationFacts = {
  failed: false,
  sampledHours: 48,
  replicas: { current: 10, suggested: 10 },
  resources: [{ resource: 'cpu', current: 1, suggested: 1 }],
  hourlyCost: { current: 1, suggested: 1 },
};
const cpu = (suggested: number | null, current: number | null = 1) => ({
  resource: 'cpu' as const,
  current,
  suggested,
});

test('an error and too little history have priority', () => {
  expect(recommendationType({ ...settled, failed: true, sampledHours: 1 })).toEqual({ type: 'error', label: 'Error' });
  const young = { type: 'noSuggestions', label: 'No suggestions' };
  expect(recommendationType({ ...settled, sampledHours: 23.9 })).toEqual(young);
  expect(recommendationType({ ...settled, sampledHours: null })).toEqual(young);
});

test('a suggestion within 10 % of the current value, 10 % included, is no change', () => {
  const noChange = { type: 'noChange', label: 'No change' };
  for (const suggested of [9, 11]) {
    expect(recommendationType({ ...settled, replicas: { current: 10, suggested } })).toEqual(noChange);
  }
  // 0.9 is within 10 % of the current 1, but 1 is not within 10 % of the suggested 0.9.
  expect(recommendationType({ ...settled, resources: [cpu(0.9)] })).toEqual(noChange);
  expect(recommendationType({ ...settled, replicas: null, resources: [] })).toEqual(noChange);
  expect(recommendationType({ ...settled, resources: [cpu(null)] })).toEqual(noChange);
});

const pods = (suggested: number) => recommendationType({ ...settled, replicas: { current: 2, suggested } });

test('a change of replicas alone is labeled in pods', () => {
  expect(pods(4)).toEqual({ type: 'upDelta', label: '+2 pods' });
  expect(pods(1)).toEqual({ type: 'downDelta', label: '-1 pod' });
});

const withCost = (suggested: number, cost: number) =>
  recommendationType({ ...settled, resources: [cpu(suggested)], hourlyCost: { current: 1, suggested: cost } });

test('a change of requests is labeled by the change of the cost', () => {
  expect(withCost(0.5, 0.62)).toEqual({ type: 'downDelta', label: '-38%' });
  expect(withCost(2, 1.5)).toEqual({ type: 'upDelta', label: '+50%' });
});

test('without a change of the cost, the label is the largest change, with its resource', () => {
  const resources = [cpu(0.8), { resource: 'memory' as const, current: 100, suggested: 60 }];
  const label = { type: 'downDelta', label: 'Memory -40%' };
  expect(recommendationType({ ...settled, resources })).toEqual(label);
  expect(recommendationType({ ...settled, resources, hourlyCost: { current: null, suggested: 1 } })).toEqual(label);
});

test('a resource that needs more is never labeled as a cut', () => {
  const needs = { ...settled, needsMore: ['cpu'] as const, hourlyCost: { current: 1, suggested: 0.6 } };
  const raised = { resource: 'memory' as const, current: 100, suggested: 150 };
  expect(recommendationType({ ...needs, resources: [cpu(0.4), raised] })).toEqual({
    type: 'upDelta',
    label: 'Memory +50%',
  });
  const replicas = { current: 2, suggested: 4 };
  expect(recommendationType({ ...needs, resources: [cpu(0.4)], replicas })).toEqual({
    type: 'upDelta',
    label: '+2 pods',
  });
  expect(recommendationType({ ...needs, resources: [cpu(0.4)] })).toEqual({ type: 'noChange', label: 'No change' });
});

const withScarceMemory = (suggested: number | null, more: Partial<RecommendationFacts> = {}) =>
  recommendationType({
    ...settled,
    needsMore: ['memory'],
    resources: [cpu(0.1), { resource: 'memory', current: 100, suggested }],
    hourlyCost: { current: 1, suggested: 0.4 },
    ...more,
  });

test('a resource that needs more hides no change of the other one, unless the suggestion also lowers it', () => {
  expect(withScarceMemory(108)).toEqual({ type: 'upDelta', label: 'Memory +8%' });
  expect(withScarceMemory(100)).toEqual({ type: 'downDelta', label: 'CPU -90%' });
  expect(withScarceMemory(null)).toEqual({ type: 'downDelta', label: 'CPU -90%' });
  expect(withScarceMemory(99)).toEqual({ type: 'noChange', label: 'No change' });
  // The sum over all pods decides.
  expect(withScarceMemory(108, { replicas: { current: 2, suggested: 1 } })).toEqual({
    type: 'noChange',
    label: 'No change',
  });
  expect(withScarceMemory(108, { resources: [{ resource: 'memory', current: 100, suggested: 108 }] }).type).toBe(
    'noChange',
  );
});

const memory = (suggested: number) => ({ resource: 'memory' as const, current: 100, suggested });
const withSuggestedCost = (resources: RecommendationFacts['resources'], suggested: number) =>
  recommendationType({ ...settled, resources, hourlyCost: { current: 1, suggested } });

test('the arrow never contradicts the label', () => {
  // The cost changes by only 0.1 %, so the label is the resource change with the same sign, even if it is smaller.
  expect(withSuggestedCost([cpu(1.2), memory(60)], 1.001)).toEqual({ type: 'upDelta', label: 'CPU +20%' });
  expect(withSuggestedCost([cpu(1.2), memory(60)], 0.999)).toEqual({ type: 'downDelta', label: 'Memory -40%' });
  // No resource change has the sign of the cost change, so the arrow has the direction of the label.
  expect(withSuggestedCost([memory(74)], 1.001)).toEqual({ type: 'downDelta', label: 'Memory -26%' });
});

test.each([null, 0])('a request of %j that should be set is an increase', (current) => {
  expect(recommendationType({ ...settled, resources: [cpu(0.5, current)] })).toEqual({
    type: 'upDelta',
    label: 'Set requests',
  });
});
