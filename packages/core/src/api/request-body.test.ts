import { describe, expect, test } from 'vitest';
import { nodeSettingsSchema, unoptimizedSchema } from './costs.ts';
import { parseBody } from './request-body.ts';
import { jobStatusSchema } from './suggestions.ts';
import { mergePatchSchema } from './system.ts';
import { enrollRequestSchema, ownerSchema } from './targets.ts';

const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };

describe('parseBody', () => {
  test('gives a body that fits', () => {
    expect(parseBody(enrollRequestSchema, { workloads: ['web'] })).toEqual({ ok: true, body: { workloads: ['web'] } });
    expect(parseBody(enrollRequestSchema, {})).toEqual({ ok: true, body: {} });
    expect(parseBody(nodeSettingsSchema, settings)).toEqual({ ok: true, body: settings });
  });

  test.each([
    [undefined, 'The body is required'],
    [null, 'The body must be of type object'],
    [[], 'The body must be of type object'],
    [{ workload: ['web'] }, 'The body has unknown fields: workload'],
    [{ workloads: 'web' }, 'workloads must be of type array'],
    [{ workloads: [] }, 'workloads is too short'],
    [{ workloads: [7] }, 'workloads.0 must be of type string'],
    [{ workloads: [''] }, 'workloads.0 is too short'],
    [{ workloads: Array.from({ length: 10_001 }, () => 'a') }, 'workloads is too long'],
  ])('refuses %j with a sentence', (body, message) => {
    expect(parseBody(enrollRequestSchema, body)).toEqual({ ok: false, messages: [message] });
  });

  test('names every field that is wrong', () => {
    expect(parseBody(ownerSchema, { namespace: 'shop' })).toEqual({
      ok: false,
      messages: ['kind is required', 'name is required'],
    });
    expect(parseBody(jobStatusSchema, { state: 'paused' })).toEqual({
      ok: false,
      messages: ['state must be one of: completed, failed'],
    });
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '4', null])(
    'a node of %s cores is refused',
    (node_cpu_cores) => {
      expect(parseBody(nodeSettingsSchema, { ...settings, node_cpu_cores })).toMatchObject({ ok: false });
    },
  );

  test.each([-1, 1.5, '3'])('%s replicas are refused', (replicas) => {
    expect(parseBody(unoptimizedSchema, { replicas, containers: [] })).toMatchObject({ ok: false });
  });

  test('a __proto__ key is refused at any depth, and pollutes nothing', () => {
    const body: unknown = JSON.parse('{"content":{"__proto__":{"polluted":true}}}');
    expect(parseBody(mergePatchSchema, body)).toEqual({
      ok: false,
      messages: ['The body must not have a key "__proto__"'],
    });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('a body nested ten thousand deep is refused, not overflown', () => {
    expect(parseBody(mergePatchSchema, nested(10_000))).toMatchObject({ ok: false });
    expect(parseBody(mergePatchSchema, nested(60))).toMatchObject({ ok: true });
  });
});
