import { expect, test } from 'vitest';
import { type BundleTarget, patchBundle } from './bundle.ts';
import type { PatchPlan } from './plan.ts';

const plan = (changes: Partial<PatchPlan> = {}): PatchPlan => ({
  namespace: 'shop',
  name: 'web',
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  replicas: null,
  autoscaler: null,
  containers: [{ name: 'app', sidecar: false, requests: { cpu: '500m' }, limits: {} }],
  notes: [],
  known: [{ name: 'app', requests: { cpu: 1, memory: null }, limits: { cpu: null, memory: null }, sidecar: false }],
  ...changes,
});

const target = (changes: Partial<PatchPlan> | string = {}): BundleTarget => {
  const made = typeof changes === 'string' ? changes : plan(changes);
  const { namespace, name } = typeof made === 'string' ? plan() : made;
  return { namespace, name, plan: made, change: 'CPU 1 → 500m', netYearly: 120 };
};
const bundleOf = (...targets: BundleTarget[]) => patchBundle(targets, (document) => JSON.stringify(document));
const fileOf = ({ files }: ReturnType<typeof bundleOf>, path: string) =>
  files.find((file) => file.path === path)?.text ?? '';

test('one overlay for each namespace names all its patches', () => {
  const bundle = bundleOf(
    target(),
    target({ name: 'api', autoscaler: { name: 'api', minReplicas: 2, maxReplicas: 5 } }),
    target({ namespace: 'desk' }),
  );
  expect(bundle.files.map(({ path }) => path)).toEqual([
    'README.md',
    'summary.csv',
    'shop/kustomization.yaml',
    'shop/web-deployment.yaml',
    'shop/api-deployment.yaml',
    'shop/api-horizontalpodautoscaler.yaml',
    'desk/kustomization.yaml',
    'desk/web-deployment.yaml',
  ]);
  expect(JSON.parse(fileOf(bundle, 'shop/kustomization.yaml')).patches).toEqual([
    { path: 'web-deployment.yaml', target: { kind: 'Deployment', name: 'web' } },
    { path: 'api-deployment.yaml', target: { kind: 'Deployment', name: 'api' } },
    { path: 'api-horizontalpodautoscaler.yaml', target: { kind: 'HorizontalPodAutoscaler', name: 'api' } },
  ]);
  expect(fileOf(bundle, 'README.md')).toContain('| shop | Deployment/web | CPU 1 → 500m | $120 |');
  expect(fileOf(bundle, 'summary.csv').split('\r\n')[1]).toBe('shop,Deployment,web,CPU 1 → 500m,120,');
});

test('a target names exactly one object, although Kustomize reads the name as a regular expression', () => {
  const bundle = bundleOf(target({ name: 'api.v1' }));
  expect(JSON.parse(fileOf(bundle, 'shop/kustomization.yaml')).patches).toEqual([
    { path: 'api.v1-deployment.yaml', target: { kind: 'Deployment', name: String.raw`api\.v1` } },
  ]);
  expect(JSON.parse(fileOf(bundle, 'shop/api.v1-deployment.yaml')).metadata.name).toBe('api.v1');
});

test('targets without a patch are named with the reason', () => {
  const { exported, leftOut, files } = bundleOf(
    target('There is no suggestion for it yet.'),
    target({ containers: [] }),
  );
  expect(exported).toEqual([]);
  expect(leftOut).toEqual([
    'shop/web: There is no suggestion for it yet.',
    'shop/web: Its suggestion contains no change that a file can set.',
  ]);
  expect(files.map(({ path }) => path)).toEqual(['README.md', 'summary.csv']);
});

test('no name can leave the folder', () => {
  const names = ['../../etc/x', 'a/b', '..', ''];
  const bundle = bundleOf(
    ...names.flatMap((name) => [target({ name }), target({ namespace: name })]),
    target({ kind: '../X' }),
  );
  for (const { path } of bundle.files) expect(path).toMatch(/^(README\.md|summary\.csv|shop\/[a-z.-]+\.yaml)$/);
});

test('the values of a custom resource are a file that the overlay leaves out', () => {
  const bundle = bundleOf(target({ kind: 'Rollout', apiVersion: 'argoproj.io/v1alpha1' }));
  expect(JSON.parse(fileOf(bundle, 'shop/kustomization.yaml')).patches).toEqual([]);
  expect(fileOf(bundle, 'shop/web-rollout.yaml')).toContain('500m');
  expect(fileOf(bundle, 'README.md')).toContain('Copy their values into their manifests: shop/web.');
});

test('the README names a Job and a CronJob for what they are', () => {
  const kinds = ['Job', 'CronJob', 'Rollout'];
  const readme = fileOf(
    bundleOf(
      ...kinds.map((kind) =>
        target({
          name: kind.toLowerCase(),
          kind,
          apiVersion: kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'batch/v1',
        }),
      ),
    ),
    'README.md',
  );
  expect(readme).toMatch(/template of a Job.*: shop\/job\.$/m);
  expect(readme).toMatch(/spec\.jobTemplate.*: shop\/cronjob\.$/m);
  expect(readme).toMatch(/custom resources.*: shop\/rollout\.$/m);
});
