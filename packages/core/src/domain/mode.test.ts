import { expect, test } from 'vitest';
import { capitalize, deriveDirection, scalesReplicas, scalesRequests } from './direction.ts';
import { deriveMode } from './mode.ts';
import { deriveScaleTargetRef } from './scale-target-ref.ts';

test.each(['auto', 'autonomous', 'Auto', 'AUTONOMOUS', ' autonomous '])('%j is autonomous', (mode) => {
  expect(deriveMode({ horizontal: { mode } })).toBe('Autonomous');
  expect(deriveMode({ horizontal: { mode: 'rec' }, vertical: { mode } })).toBe('Autonomous');
});

test.each(['recommendation', 'recommend', 'rec', '', 'automatic', 'true', 'constructor', null, undefined])(
  '%j only suggests',
  (mode) => {
    expect(deriveMode({ horizontal: { mode }, vertical: { mode } })).toBe('Recommendation');
  },
);

test('without a spec, or with an empty one, the mode is Recommendation and the direction none', () => {
  for (const spec of [null, undefined, {}, { horizontal: null, vertical: null }]) {
    expect(deriveMode(spec)).toBe('Recommendation');
    expect(deriveDirection(spec)).toBe('none');
    expect(deriveScaleTargetRef(spec)).toBeNull();
  }
});

test.each([
  [{ horizontal: { mode: 'auto' }, vertical: { mode: 'auto' } }, 'multi dimensional'],
  [{ horizontal: { mode: 'auto' }, vertical: { mode: 'rec' } }, 'horizontal'],
  [{ horizontal: { mode: 'rec' }, vertical: { mode: 'Autonomous' } }, 'vertical'],
  [{ horizontal: { mode: 'auto' } }, 'horizontal'],
  [{ horizontal: { mode: 'rec' }, vertical: {} }, 'multi dimensional'],
  [{ horizontal: {} }, 'horizontal'],
  [{ vertical: { mode: 'rec' }, horizontal: null }, 'vertical'],
])('the direction of %j is %s', (spec, direction) => {
  expect(deriveDirection(spec)).toBe(direction);
});

test('each direction has its scaled parts and its heading', () => {
  expect(['none', 'horizontal', 'vertical', 'multi dimensional'].map(capitalize)).toEqual([
    'None',
    'Horizontal',
    'Vertical',
    'Multi dimensional',
  ]);
  expect([scalesReplicas('multi dimensional'), scalesReplicas('vertical')]).toEqual([true, false]);
  expect([scalesRequests('multi dimensional'), scalesRequests('horizontal')]).toEqual([true, false]);
});

test('the workload is that of scale_target_ref, else horizontal, else vertical, never mixed', () => {
  const vertical = { name: 'v', kind: 'StatefulSet', api_version: 'apps/v1' };
  const horizontal = { name: 'h', kind: 'Deployment' };
  expect(deriveScaleTargetRef({ scale_target_ref: { name: 's' }, horizontal, vertical })).toEqual({
    name: 's',
    apiVersion: null,
    kind: null,
  });
  expect(deriveScaleTargetRef({ horizontal, vertical })).toEqual({ name: 'h', apiVersion: null, kind: 'Deployment' });
  expect(deriveScaleTargetRef({ horizontal: { kind: 'Deployment' }, vertical })).toEqual({
    name: 'v',
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
  });
});
