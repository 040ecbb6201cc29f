import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeSettings } from '../api/schemas/costs.ts';
import type { Direction } from '../domain/direction.ts';
import { directedGap, horizontalCost, verticalCost } from './gaps.ts';
import type { ResourceAmounts } from './node.ts';
import { repricedGap } from './reprice.ts';

const node = { node_cpu_cores: 64, node_memory_bytes: 256e9, node_hourly_cost: 3 };
type Pods = { readonly request: ResourceAmounts; readonly replicas: number };

const total = ({ cpuCores, memoryBytes }: ResourceAmounts, replicas: number) => ({
  cpu: cpuCores == null ? null : cpuCores * replicas,
  memory: memoryBytes == null ? null : memoryBytes * replicas,
});

/** The costs and the comparison of a target that scales requests and replicas, as the server computes them. */
function answers({ request, replicas }: Pods, suggested: Pods, settings: NodeSettings) {
  const [now, then] = [total(request, replicas), total(suggested.request, suggested.replicas)];
  const variants = (resource: 'cpu' | 'memory') => ({
    unoptimized: { total_request: now[resource] },
    optimized: { total_request: then[resource] },
  });
  return {
    costs: {
      horizontalCost: horizontalCost({ request, replicas, suggestedReplicas: suggested.replicas }, settings),
      verticalCost: verticalCost({ request, suggestedRequest: suggested.request, replicas }, settings),
    },
    comparison: { resources: { cpu: variants('cpu'), memory: variants('memory') } },
  };
}

const both: Direction = 'multi dimensional';
// Four pods of 8 cores. Two pods would do, but they need 17 cores, so that both suggestions together save nothing.
const now = { request: { cpuCores: 8, memoryBytes: 1e9 }, replicas: 4 };
const suggested = { request: { cpuCores: 17, memoryBytes: 1e9 }, replicas: 2 };

test('the larger gap scales with the price', () => {
  const { costs, comparison } = answers(now, suggested, node);
  expect(directedGap(costs, both)).toBe(0.75);
  const to = { ...node, node_hourly_cost: 6 };
  expect(repricedGap(costs, { comparison, direction: both, from: node, to })).toBe(1.5);
  // A price applies to all amounts, so it needs no comparison.
  expect(repricedGap(costs, { comparison: null, direction: both, from: node, to })).toBe(1.5);
});

test('another capacity may make the other resource the bottleneck, and needs the comparison', () => {
  const { costs, comparison } = answers(now, suggested, node);
  const to = { ...node, node_memory_bytes: 4e9 };
  const there = directedGap(answers(now, suggested, to).costs, both);
  expect(repricedGap(costs, { comparison, direction: both, from: node, to })).toBeCloseTo(there ?? Number.NaN);
  expect(repricedGap(costs, { comparison: null, direction: both, from: node, to })).toBeNull();
});

test('a gap is unknown if the costs or one of the two sides are', () => {
  const { costs, comparison } = answers(now, { ...suggested, request: { cpuCores: 17, memoryBytes: null } }, node);
  const to = { ...node, node_cpu_cores: 8 };
  expect(repricedGap(costs, { comparison, direction: both, from: node, to })).toBeNull();
  // The horizontal gap does not need the suggested requests.
  expect(repricedGap(costs, { comparison, direction: 'horizontal', from: node, to })).toBe(6);
  const unknown = { raw: null, withSuggestions: null };
  const none = { horizontalCost: unknown, verticalCost: unknown };
  expect(repricedGap(none, { comparison, direction: 'horizontal', from: node, to })).toBeNull();
});

test('nothing that costs nothing costs something on another node', () => {
  const nothing = { request: { cpuCores: 0, memoryBytes: 0 }, replicas: 2 };
  const { costs, comparison } = answers(nothing, nothing, node);
  const to = { ...node, node_cpu_cores: 1 };
  expect(repricedGap(costs, { comparison, direction: both, from: node, to })).toBe(0);
});

const positive = (max: number) => fc.double({ min: 0.001, max, noNaN: true });

test('the gap is that of the server with the settings of the other node', () => {
  const settings = fc.record({
    node_cpu_cores: positive(128),
    node_memory_bytes: positive(512).map((gigabytes) => gigabytes * 1e9),
    node_hourly_cost: positive(10),
  });
  const pods = fc.record({
    request: fc.record({ cpuCores: positive(32), memoryBytes: positive(64).map((gigabytes) => gigabytes * 1e9) }),
    replicas: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(settings, settings, pods, pods, (from, to, current, advised) => {
      const { costs, comparison } = answers(current, advised, from);
      const there = directedGap(answers(current, advised, to).costs, both) ?? Number.NaN;
      const repriced = repricedGap(costs, { comparison, direction: both, from, to }) ?? Number.NaN;
      const scale = Math.max(...Object.values(answers(current, advised, to).costs).map(({ raw }) => raw ?? 0), 1e-9);
      expect(Math.abs(repriced - there) / scale).toBeLessThan(1e-6);
    }),
  );
});
