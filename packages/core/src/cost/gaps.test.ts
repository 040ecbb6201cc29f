import { expect, test } from 'vitest';
import { costGap, directedGap, horizontalCost, largerGap, verticalCost } from './gaps.ts';
import { statsFigure } from './stats-figure.ts';

const node = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 1 };
const request = { cpuCores: 1, memoryBytes: 1e9 };

test('vertical: requests change, at the current replicas', () => {
  const input = { request, suggestedRequest: { cpuCores: 0.5, memoryBytes: 1e9 }, replicas: 4 };
  expect(verticalCost(input, node)).toEqual({ raw: 1, withSuggestions: 0.5 });
  expect(costGap(verticalCost(input, node))).toBe(0.5);
});

test('horizontal: replicas change, at the current requests', () => {
  const input = { request, replicas: 4, suggestedReplicas: 6 };
  expect(horizontalCost(input, node)).toEqual({ raw: 1, withSuggestions: 1.5 });
  expect(costGap(horizontalCost(input, node))).toBe(-0.5);
  expect(costGap(horizontalCost({ ...input, suggestedReplicas: 0 }, node))).toBe(1);
});

test('a missing part makes its side and the gap null', () => {
  expect(horizontalCost({ request, replicas: 4, suggestedReplicas: null }, node)).toEqual({
    raw: 1,
    withSuggestions: null,
  });
  const incomplete = { request, suggestedRequest: { cpuCores: 1, memoryBytes: null }, replicas: 4 };
  expect(costGap(verticalCost(incomplete, node))).toBeNull();
  expect(costGap(null)).toBeNull();
  expect(costGap({ raw: Number.NaN, withSuggestions: 1 })).toBeNull();
});

test('the larger gap ignores a missing one instead of reading it as 0', () => {
  expect(largerGap(1, 2)).toBe(2);
  expect(largerGap(-1, -2)).toBe(-1);
  expect(largerGap(null, -2)).toBe(-2);
  expect(largerGap(-1, undefined)).toBe(-1);
  expect(largerGap(0, -2)).toBe(0);
  expect(largerGap(null, Number.NaN)).toBeNull();
});

test('uses only the gaps of the directions that a target has', () => {
  const costs = {
    horizontalCost: { raw: 1, withSuggestions: 0.5 },
    verticalCost: { raw: 1, withSuggestions: 1.25 },
  };
  expect(directedGap(costs, 'horizontal')).toBe(0.5);
  expect(directedGap(costs, 'vertical')).toBe(-0.25);
  expect(directedGap(costs, 'multi dimensional')).toBe(0.5);
  expect(directedGap(costs, 'none')).toBeNull();
});

test('the stats row has four labels, and shows an amount without its sign', () => {
  expect(statsFigure({ mode: 'Recommendation', hourly: 0.5 })).toEqual({
    label: 'Yearly Waste',
    yearlyCost: 4_380,
    tooltip: null,
  });
  expect(statsFigure({ mode: 'Recommendation', hourly: -0.5 })).toEqual({
    label: 'Resources Needed',
    yearlyCost: 4_380,
    tooltip: 'This target has insufficient resources which may lead to unexpected reliability issues',
  });
  expect(statsFigure({ mode: 'Autonomous', hourly: 0.5 })).toEqual({
    label: 'Yearly Savings',
    yearlyCost: 4_380,
    tooltip: null,
  });
  expect(statsFigure({ mode: 'Autonomous', hourly: -0.5 })).toEqual({
    label: 'Resources Added',
    yearlyCost: 4_380,
    tooltip: 'For under-provisioned workloads, the product will automatically right-size to prevent disruptions',
  });
  expect(statsFigure({ mode: 'Autonomous', hourly: null })).toMatchObject({
    label: 'Yearly Savings',
    yearlyCost: null,
  });
  expect(statsFigure({ mode: 'Recommendation', hourly: -0 })).toMatchObject({ label: 'Yearly Waste', yearlyCost: 0 });
});
