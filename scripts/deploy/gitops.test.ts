import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { findKubectl } from '../provision/kubectl.ts';
import { chartFiles } from './chart-files.ts';
import { chart, helm, helmTemplate, kustomize, objectsIn } from './render.ts';

const noHelm = findHelm() === null ? 'there is no helm on PATH: install it, or set HELM_BIN' : null;
const noKubectl = findKubectl() === null ? 'there is no kubectl on PATH: install it, or set KUBECTL_BIN' : null;
const skipped = (reason: string | null): string => (reason === null ? '' : ` (skipped: ${reason})`);
const url = ['--set', 'prometheus.url=http://prometheus:9090'];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-gitops-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it.each(Object.entries(chartFiles()))('%s is the file that it is copied from (pnpm reference)', (path, text) => {
  expect(readFileSync(inCheckout(path), 'utf8')).toBe(text);
});

it('there is no symbolic link in deploy, because Flux leaves links out of what it takes from Git', () => {
  const all = readdirSync(inCheckout('deploy'), { recursive: true, withFileTypes: true });
  expect(all.filter((each) => each.isSymbolicLink()).map(({ name }) => name)).toEqual([]);
  expect(all.length).toBeGreaterThan(50);
});

describe.skipIf(noHelm !== null)(`a chart without its files${skipped(noHelm)}`, () => {
  it.each([
    ['aiscaletargets.yaml', 'rbac.role=enroll'],
    ['view-rules.yaml', 'rbac.role=view'],
    ['enroll-rules.yaml', 'rbac.role=enroll'],
    ['prometheus-day-rules.yaml', 'prometheusRule.enabled=true'],
    ['prometheus-alerts.yaml', 'prometheusRule.alerts=true'],
    ['grafana-dashboard.json', 'grafanaDashboard.enabled=true'],
  ])('is refused without %s', async (file, value) => {
    const copy = join(temporaryFolder(), 'trimtab');
    cpSync(chart, copy, { recursive: true });
    rmSync(join(copy, 'files', file));
    const rendering = helm('template', 'trimtab', copy, ...url, '--set', value);
    await expect(rendering).rejects.toThrow(`This copy of the chart lacks files/${file}`);
  });
});

/** What Argo CD and Flux must not delete when it is no longer rendered, or when the application is deleted. */
const kept = {
  'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};

describe.skipIf(noHelm !== null)(`the definition and the volume of the chart${skipped(noHelm)}`, () => {
  it('are deleted neither by helm nor by Argo CD or Flux', async () => {
    const objects = objectsIn(await helmTemplate(...url, '--set', 'rbac.role=enroll'));
    for (const kind of ['CustomResourceDefinition', 'PersistentVolumeClaim']) {
      const { metadata } = objects.find((object) => object.kind === kind) ?? {};
      expect(metadata?.annotations).toEqual({ ...kept, 'helm.sh/resource-policy': 'keep' });
    }
  });

  it('can have other annotations', async () => {
    const sync = 'persistence.annotations.argocd\\.argoproj\\.io/sync-options=Delete=false';
    const text = await helmTemplate(...url, '--set', sync, '--set', 'persistence.annotations.a=b');
    const claim = objectsIn(text).find(({ kind }) => kind === 'PersistentVolumeClaim');
    expect(claim?.metadata.annotations).toEqual({
      a: 'b',
      ...kept,
      'argocd.argoproj.io/sync-options': 'Delete=false',
      'helm.sh/resource-policy': 'keep',
    });
  });
});

describe.skipIf(noHelm !== null)(`the chart as a dependency of another chart${skipped(noHelm)}`, () => {
  const values = { prometheus: { url: 'http://prometheus:9090' } };
  it.each([
    ['without more', {}, values, {}],
    ['with a condition', { condition: 'trimtab.enabled' }, { ...values, enabled: true }, {}],
    ['with values for all charts', {}, values, { global: { imageRegistry: 'registry.example.com' } }],
  ])('is rendered %s', async (_, more, trimtab, others) => {
    const parent = temporaryFolder();
    const dependencies = [{ name: 'trimtab', version: '*', ...more }];
    writeFileSync(
      join(parent, 'Chart.yaml'),
      stringify({ apiVersion: 'v2', name: 'p', version: '1.0.0', dependencies }),
    );
    writeFileSync(join(parent, 'values.yaml'), stringify({ ...others, trimtab }));
    cpSync(chart, join(parent, 'charts', 'trimtab'), { recursive: true });
    expect(await helm('template', 'x', parent)).toContain('kind: Deployment');
  });
});

const namesIn = async (...words: string[]) =>
  objectsIn(await helm('template', 'trimtab', chart, ...url, '--set', 'crds.install=false', ...words)).map(
    ({ kind, metadata: { name, namespace } }) => `${kind} ${namespace} ${name}`,
  );

it.skipIf(noHelm !== null)(`two installations with one name share no object${skipped(noHelm)}`, async () => {
  for (const more of [[], ['--set', 'rbac.namespaces={shop}'], ['--set', 'rbac.role=enroll']]) {
    const first = await namesIn('--namespace', 'team-a', ...more);
    const second = new Set(await namesIn('--namespace', 'team-b', ...more));
    expect(first.filter((name) => second.has(name))).toEqual([]);
    expect(first.join()).toMatch(/Role /);
  }
});

it.skipIf(noKubectl !== null)(
  `the definition, the volume and its namespace are kept with kustomize too${skipped(noKubectl)}`,
  async () => {
    const objects = objectsIn(await kustomize('deploy/kustomize/overlays/enroll'));
    const keeps = objects.filter(({ metadata }) => metadata.annotations?.['kustomize.toolkit.fluxcd.io/prune']);
    expect(keeps.map(({ kind }) => kind).toSorted()).toEqual([
      'CustomResourceDefinition',
      'Namespace',
      'PersistentVolumeClaim',
    ]);
    for (const { metadata } of keeps) expect(metadata.annotations).toMatchObject(kept);
  },
);
