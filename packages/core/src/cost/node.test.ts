import { expect, test } from 'vitest';
import { bottleneck, defaultNodeSettings, hourlyCost, nodeShares, resourceCosts } from './node.ts';
import { monthlyEstimate, yearlyFigure } from './periods.ts';

const node = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.2 };

test('the default node', () => {
  expect(defaultNodeSettings).toEqual({ node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 });
});

test('the larger share of a node determines the cost', () => {
  expect(hourlyCost({ cpuCores: 2, memoryBytes: 4e9 }, node)).toBe(0.1);
  expect(hourlyCost({ cpuCores: 1, memoryBytes: 16e9 }, node)).toBe(0.2);
  expect(hourlyCost({ cpuCores: 40, memoryBytes: 0 }, node)).toBe(2);
  expect(hourlyCost({ cpuCores: 0, memoryBytes: 0 }, node)).toBe(0);
  expect(resourceCosts({ cpuCores: 2, memoryBytes: null }, node)).toEqual({ cpu: 0.1, memory: null });
});

test('the share of a node is a number of nodes, for each resource', () => {
  expect(nodeShares({ cpuCores: 6, memoryBytes: 4e9 }, node)).toEqual({ cpu: 1.5, memory: 0.25 });
  expect(nodeShares({ cpuCores: 0, memoryBytes: null }, node)).toEqual({ cpu: 0, memory: null });
});

test('the cost of a missing or non-finite amount is unknown, not 0', () => {
  for (const amount of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(hourlyCost({ cpuCores: amount, memoryBytes: 1e9 }, node)).toBeNull();
    expect(hourlyCost({ cpuCores: 1, memoryBytes: amount }, node)).toBeNull();
    expect(bottleneck({ cpuCores: 1, memoryBytes: amount }, node)).toBeNull();
  }
});

test.each([0, -4, Number.NaN, Number.POSITIVE_INFINITY])('a node of %d cores gives no cost', (cores) => {
  expect(hourlyCost({ cpuCores: 1, memoryBytes: 1 }, { ...node, node_cpu_cores: cores })).toBeNull();
});

test('the bottleneck is the larger share, and CPU when both are equal', () => {
  expect(bottleneck({ cpuCores: 2, memoryBytes: 4e9 }, node)).toBe('cpu');
  expect(bottleneck({ cpuCores: 1, memoryBytes: 8e9 }, node)).toBe('memory');
  expect(bottleneck({ cpuCores: 1, memoryBytes: 4e9 }, node)).toBe('cpu');
  expect(bottleneck({ cpuCores: 0, memoryBytes: 0 }, node)).toBe('cpu');
});

test('a year is 8,760 hours in rows, and a month 720', () => {
  expect(yearlyFigure(1)).toBe(8_760);
  expect(yearlyFigure(-0.5)).toBe(-4_380);
  expect(monthlyEstimate(1)).toBe(720);
  for (const period of [yearlyFigure, monthlyEstimate]) {
    expect(period(0)).toBe(0);
    for (const missing of [null, undefined, Number.NaN, 1e308]) expect(period(missing)).toBeNull();
  }
});
