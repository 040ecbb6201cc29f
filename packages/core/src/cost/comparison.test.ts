import { expect, test } from 'vitest';
import { comparisonRow, estimateCosts } from './comparison.ts';

const node = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 1 };
const side = (total_usage: number | null, total_request: number | null) => ({ total_usage, total_request });
const comparison = {
  resources: {
    cpu: { optimized: side(1, 2), unoptimized: side(1, 4) },
    memory: { optimized: side(3e9, 4e9), unoptimized: side(3e9, 4e9) },
  },
};
const missing = (resource: 'cpu' | 'memory', variant: 'optimized' | 'unoptimized') => ({
  resources: {
    ...comparison.resources,
    [resource]: { ...comparison.resources[resource], [variant]: { total_usage: 1 } },
  },
});

test('the current variant is unoptimized in recommendation mode, optimized in autonomous mode', () => {
  const expected = {
    costOptimized: 0.5,
    costUnoptimized: 1,
    savingsPerHour: 0.5,
    savingsPerYear: 4_380,
    resource: 'cpu',
  };
  expect(estimateCosts(comparison, 'Recommendation', node)).toEqual({ ...expected, costCurrent: 1 });
  expect(estimateCosts(comparison, 'Autonomous', node)).toEqual({ ...expected, costCurrent: 0.5 });
});

test('the resource is the one with the larger cost on the node', () => {
  const settings = { ...node, node_memory_bytes: 4e9 };
  expect(estimateCosts(comparison, 'Autonomous', settings).resource).toBe('memory');
  expect(estimateCosts(comparison, 'Recommendation', settings).resource).toBe('cpu');
});

test.each([
  ['cpu', 'optimized'],
  ['cpu', 'unoptimized'],
  ['memory', 'optimized'],
  ['memory', 'unoptimized'],
] as const)('without the %s total of the %s side, costs are -1 and savings null', (resource, variant) => {
  expect(estimateCosts(missing(resource, variant), 'Recommendation', node)).toEqual({
    costCurrent: -1,
    costOptimized: -1,
    costUnoptimized: -1,
    savingsPerHour: null,
    savingsPerYear: null,
    resource: null,
  });
});

test('a row has the utilization and the monthly cost of both sides', () => {
  expect(comparisonRow(comparison, node)).toEqual({
    utilization: { optimized: { cpu: 0.5, memory: 0.75 }, unoptimized: { cpu: 0.25, memory: 0.75 } },
    unoptimizedMonthly: 720,
    optimizedMonthly: 360,
    differenceMonthly: 360,
  });
});

test('a row without a record of the previous state still shows the current cost', () => {
  expect(comparisonRow(missing('memory', 'unoptimized'), node)).toEqual({
    utilization: { optimized: { cpu: 0.5, memory: 0.75 }, unoptimized: { cpu: 0.25, memory: null } },
    unoptimizedMonthly: null,
    optimizedMonthly: 360,
    differenceMonthly: null,
  });
});
