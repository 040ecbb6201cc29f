import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { nodeSettingsSchema, unoptimizedSchema } from './costs.ts';
import { jobStatusSchema } from './suggestions.ts';
import { enrollRequestSchema, ownerSchema } from './targets.ts';
import { whatIfRequestSchema } from './what-if.ts';

const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };
const workload = { name: 'app', requests: { cpu: 1 } };
const accepts = (schema: z.ZodMiniType, body: unknown): boolean => z.safeParse(schema, body).success;

test('accepts the bodies that the contract allows', () => {
  expect(accepts(enrollRequestSchema, { workloads: ['web'] })).toBe(true);
  expect(accepts(enrollRequestSchema, {})).toBe(true);
  expect(accepts(nodeSettingsSchema, settings)).toBe(true);
});

test.each([
  [undefined],
  [null],
  [[]],
  [{ workload: ['web'] }],
  [{ workloads: 'web' }],
  [{ workloads: [] }],
  [{ workloads: [7] }],
  [{ workloads: [''] }],
  [{ workloads: Array.from({ length: 10_001 }, () => 'a') }],
])('rejects %j as the body of an enrollment', (body) => {
  expect(accepts(enrollRequestSchema, body)).toBe(false);
});

test('reports every field that is missing', () => {
  const issues = z.safeParse(ownerSchema, { namespace: 'shop' }).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['kind', 'name']);
  expect(accepts(jobStatusSchema, { state: 'paused' })).toBe(false);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '4', null])('rejects a node of %s cores', (node_cpu_cores) => {
  expect(accepts(nodeSettingsSchema, { ...settings, node_cpu_cores })).toBe(false);
});

test.each([-1, 1.5, '3'])('rejects %s replicas', (replicas) => {
  expect(accepts(unoptimizedSchema, { replicas, containers: [workload] })).toBe(false);
});

test('rejects an earlier state without containers, which would replace a known one', () => {
  expect(accepts(unoptimizedSchema, { replicas: 1, containers: [workload] })).toBe(true);
  expect(accepts(unoptimizedSchema, { replicas: 1, containers: [] })).toBe(false);
});

test.each([0.1, 1, 10])('accepts %d times the load', (scale) => {
  expect(accepts(whatIfRequestSchema, { load: 'busiest_day', scale })).toBe(true);
});

test.each([0, 0.09, 10.1, Number.NaN, '2', null])('rejects %s times the load', (scale) => {
  expect(accepts(whatIfRequestSchema, { load: 'busiest_day', scale })).toBe(false);
});
