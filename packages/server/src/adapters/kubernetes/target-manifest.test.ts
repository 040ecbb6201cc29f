import { expect, it } from 'vitest';
import { targetManifest } from '../../ports/target-manifest.ts';
import type { TargetRecord } from '../../ports/target-registry.ts';
import { aCluster, install, targets } from './testing/a-target-registry.ts';

const record: TargetRecord = {
  namespace: 'shop',
  name: 'web',
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  horizontal: null,
  vertical: 'recommendation',
  modelMode: 'balanced',
  managed: [{ container: 'app', resources: ['cpu', 'memory'] }],
  enrolledAt: 0,
  unoptimized: null,
};

const modes = [
  ['recommendation', null],
  [null, 'recommendation'],
  ['autonomous', null],
  [null, 'autonomous'],
  ['recommendation', 'autonomous'],
  ['autonomous', 'recommendation'],
] as const;
const variants: readonly Partial<TargetRecord>[] = [
  ...modes.map(([horizontal, vertical]) => ({ horizontal, vertical })),
  ...(['balanced', 'cost_savings', 'max_assurance'] as const).map((modelMode) => ({ modelMode })),
  ...(['keep', 'ratio', 'equal'] as const).map((limitPolicy) => ({ limitPolicy })),
  ...['Deployment', 'StatefulSet', 'DaemonSet'].map((kind) => ({ kind })),
  { kind: 'Rollout', apiVersion: 'argoproj.io/v1alpha1' },
  // Names that YAML reads as other types, if they are not quoted, and a name with dots.
  ...['on', '1e3', '2026-11-18', 'null', '007', 'web.v2'].map((name) => ({ name })),
  { managed: [] },
  {
    managed: [
      { container: 'y', resources: [] },
      { container: '12', resources: ['memory'] },
    ],
  },
];

it.each(variants)('the API server accepts the manifest with %j, without an unknown field', async (variant) => {
  const { kubectl } = await aCluster();
  await install(kubectl);
  const manifest = targetManifest({ ...record, ...variant });
  const { status, body } = await kubectl('POST', `${targets}?fieldValidation=Strict`, manifest);
  expect({ status, spec: body.spec }).toEqual({ status: 201, spec: manifest.spec });
});

it('the API server refuses a manifest with an unknown field, so the others have none', async () => {
  const { kubectl } = await aCluster();
  await install(kubectl);
  const manifest = targetManifest(record);
  const wrong = { ...manifest, spec: { ...manifest.spec, modes: {} } };
  const { status, body } = await kubectl('POST', `${targets}?fieldValidation=Strict`, wrong);
  expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringContaining('modes') });
});
