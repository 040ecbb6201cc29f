import { expect, test } from 'vitest';
import { explainBucket, explainHours, explainMonthlyCost, explainNode, explainUtilization } from './explain.ts';
import { defaultNodeSettings } from './node.ts';

const side = (total_usage: number | null, total_request: number | null) => ({ total_usage, total_request });
const comparison = {
  resources: {
    cpu: { unoptimized: side(0.5, 2), optimized: side(0.5, null) },
    memory: { unoptimized: side(null, 4 * 1_024 ** 3), optimized: side(1, 1) },
  },
};

test('a utilization is explained by its amounts', () => {
  expect(explainUtilization(comparison, 'cpu', 'unoptimized')).toBe('500m used, 2 requested');
  expect(explainUtilization(comparison, 'cpu', 'optimized')).toContain('500m used, N/A requested');
});

test('a monthly cost is explained by usage, request, node, price and window', () => {
  // 2 of 4 cores: 0.096 $/h; 4.29 of 16 GB: 0.0515 $/h.
  expect(explainMonthlyCost(comparison, 'unoptimized', defaultNodeSettings)?.split('\n')).toEqual([
    'CPU: 500m used, 2 requested = $69.12',
    'Memory: N/A used, 4.29G requested = $37.11',
    'The cost is the larger of the two, as a share of 4 cores or 16 GB at $0.192 an hour, × 720 hours.',
    'Usage: average of the last 24 hours. Requests: the current ones. All replicas together.',
  ]);
});

test('without a price there is no explanation', () => {
  expect(explainMonthlyCost(comparison, 'optimized', defaultNodeSettings)).toBeNull();
});

test('dollars of resource-hours are explained by both resources', () => {
  const hours = { cpu_core_hours: 1_000, memory_byte_hours: 512 * 1_024 ** 3 };
  expect(explainHours(hours, defaultNodeSettings)?.split('\n')).toEqual([
    'CPU: 1K core-hours = $48.00',
    'Memory: 549.8G byte-hours = $6.60',
    'The cost is the larger of the two, as a share of 4 cores or 16 GB at $0.192 an hour.',
  ]);
  expect(explainHours({ ...hours, cpu_core_hours: null }, defaultNodeSettings)).toBeNull();
});

test('a price is explained by the node', () => {
  expect(explainNode(defaultNodeSettings)).toBe('A node of 4 cores and 16 GB costs $0.192 an hour.');
});

const hoursOf = (cpu: number | null) => ({ cpu_core_hours: cpu, memory_byte_hours: 512 * 1_024 ** 3 });

test('explains both figures of a bucket, and leaves out one whose amounts are missing', () => {
  const bucket = { realized: hoursOf(1_000), unrealized: hoursOf(0) };
  const rule = 'The cost is the larger of the two, as a share of 4 cores or 16 GB at $0.192 an hour.';
  expect(explainBucket(bucket, defaultNodeSettings)?.split('\n')).toEqual([
    'Savings: 1K core-hours, 549.8G byte-hours of memory',
    'Waste: 0 core-hours, 549.8G byte-hours of memory',
    rule,
  ]);
  expect(explainBucket({ ...bucket, realized: hoursOf(null) }, defaultNodeSettings)?.split('\n')).toEqual([
    'Waste: 0 core-hours, 549.8G byte-hours of memory',
    rule,
  ]);
  expect(explainBucket({ realized: hoursOf(null), unrealized: hoursOf(null) }, defaultNodeSettings)).toBeNull();
});
