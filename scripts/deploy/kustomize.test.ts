import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { findKubectl } from '../provision/kubectl.ts';
import { kustomizeFiles } from './kustomize-files.ts';
import { policyProblems } from './policy.ts';
import { type ClusterObject, environmentOf, helmTemplate, kustomize, objectsIn } from './render.ts';
import { schemaProblems } from './schemas.ts';

const noKubectl = findKubectl() === null ? 'there is no kubectl on PATH: install it, or set KUBECTL_BIN' : null;
const noHelm = findHelm() === null ? 'there is no helm on PATH: install it, or set HELM_BIN' : null;
const skipped = (reason: string | null): string => (reason === null ? '' : ` (skipped: ${reason})`);

const server = ['ConfigMap', 'Deployment', 'Namespace', 'NetworkPolicy', 'PersistentVolumeClaim', 'ServiceAccount'];
const rights = ['ClusterRole', 'ClusterRoleBinding'];

/** The options in the ConfigMap that the base generates. */
const optionsOf = (objects: readonly ClusterObject[]): Readonly<Record<string, string>> =>
  JSON.parse(JSON.stringify(objects.find(({ kind }) => kind === 'ConfigMap')?.['data'] ?? {}));

/** The spec of the object of this kind, with its whole environment, sorted, but without the address of Prometheus. */
function specOf(objects: readonly ClusterObject[], wanted: string): unknown {
  const spec = objects.find(({ kind }) => kind === wanted)?.['spec'];
  const { TRIMTAB_PROMETHEUS: _, ...options } = optionsOf(objects);
  const more = Object.entries(options).map(([name, value]) => ({ name, value }));
  return JSON.parse(JSON.stringify(spec ?? null), (key, value) =>
    key === 'env'
      ? [...value, ...more].toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1))
      : key === 'envFrom'
        ? undefined
        : value,
  );
}

describe.skipIf(noKubectl !== null)(`kustomize${skipped(noKubectl)}`, () => {
  it.each([
    ['deploy/kustomize/base', server],
    ['deploy/kustomize/overlays/view-only', [...server, ...rights]],
    ['deploy/kustomize/overlays/enroll', [...server, ...rights, 'CustomResourceDefinition']],
  ])('renders %s into objects that Kubernetes accepts and that follow our rules', async (folder, kinds) => {
    const text = await kustomize(folder);
    const objects = objectsIn(text);
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
    expect(objects.flatMap((object) => schemaProblems(object).map((problem) => `${object.kind}${problem}`))).toEqual(
      [],
    );
    expect(policyProblems(objects)).toEqual([]);
    expect(text.includes('TRIMTAB_KUBERNETES: "true"')).toBe(kinds.includes('ClusterRole'));
    expect(text).toMatch(/configMapRef:\s+name: trimtab-options-\w{10}\n/);
    expect(text).toContain(`automountServiceAccountToken: ${kinds.includes('ClusterRole')}\n      containers:`);
  });

  it('uses every option that an overlay sets in the ConfigMap', async () => {
    const objects = objectsIn(await kustomize('deploy/kustomize/base'));
    // Kubernetes gives the environment of the container precedence.
    expect(Object.keys(environmentOf(objects))).toEqual(['TRIMTAB_DATA']);
    expect(optionsOf(objects)).toMatchObject({ TRIMTAB_HOST: '127.0.0.1', TRIMTAB_LIMIT_POLICY: 'keep' });
  });

  it('installs recording rules with a component', async () => {
    const objects = objectsIn(await kustomize('deploy/kustomize/components/recording-rules'));
    expect(objects.map(({ kind }) => kind)).toEqual(['PrometheusRule']);
    expect(objects.flatMap((object) => schemaProblems(object))).toEqual([]);
  });

  it.skipIf(noHelm !== null)(`runs several servers with a component, as the chart does${skipped(noHelm)}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-kustomize-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(inCheckout('deploy'), join(folder, 'deploy'), { recursive: true });
    const parts = { resources: ['deploy/kustomize/base'], components: ['deploy/kustomize/components/replicas'] };
    writeFileSync(join(folder, 'kustomization.yaml'), stringify(parts));
    const objects = objectsIn(await kustomize(folder));
    expect(objects.flatMap((object) => schemaProblems(object))).toEqual([]);
    expect(policyProblems(objects)).toEqual([]);
    const chart = objectsIn(
      await helmTemplate(
        ...['prometheus.url=', 'rbac.role=none', 'replicas=3', 'database.credentials.secretName=trimtab-database']
          .concat('database.credentials.urlKey=TRIMTAB_DATABASE', 'extraEnvFrom[0].configMapRef.name=trimtab-options')
          .flatMap((value) => ['--set', value]),
      ),
    );
    for (const kind of ['Deployment', 'PodDisruptionBudget']) {
      expect(specOf(objects, kind)).toEqual(specOf(chart, kind));
    }
  });

  it('adds the right to read logs with a component, and only that right', async () => {
    const objects = objectsIn(await kustomize('deploy/kustomize/components/pod-logs'));
    expect(objects.map(({ kind }) => kind)).toEqual(rights);
    expect(objects.flatMap((object) => schemaProblems(object))).toEqual([]);
    expect(objects[0]).toMatchObject({ rules: [{ apiGroups: [''], resources: ['pods/log'], verbs: ['get'] }] });
  });
});

it.skipIf(noHelm !== null)(`its files are rendered from the chart (pnpm reference)${skipped(noHelm)}`, async () => {
  for (const [path, text] of Object.entries(await kustomizeFiles())) {
    expect({ path, text: readFileSync(inCheckout(path), 'utf8') }).toEqual({ path, text });
  }
});
