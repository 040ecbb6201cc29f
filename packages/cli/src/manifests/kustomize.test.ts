import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { findKubectl } from '../../../../scripts/provision/kubectl.ts';
import { type Files, proposeIn } from '../testing/propose-files.ts';

const kubectl = findKubectl();
const reason = kubectl === null ? 'there is no kubectl on PATH: install it, or set KUBECTL_BIN' : null;
if (reason) process.stderr.write(`Changed overlays are not built with kubectl: ${reason}.\n`);

const temporary = mkdtempSync(join(tmpdir(), 'trimtab-overlays-'));
afterAll(() => rmSync(temporary, { recursive: true }));

/** The base: a Deployment without a namespace. */
const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  template:
    spec:
      containers:
        - name: side
          image: side:1
        - name: app # the server
          image: web:1
          resources:
            requests:
              cpu: 400m
              memory: 512Mi
`;
const base: Files = { 'base/kustomization.yaml': 'resources:\n  - web.yaml\n', 'base/web.yaml': web };
const overlay = (text: string, more: Files = {}): Files => ({
  ...base,
  'prod/kustomization.yaml': `namespace: shop\nresources:\n  - ../base\n${text}`,
  ...more,
});

/** The changed lines of each file, and the reasons for what is not changed. */
function propose(files: Files, { folder = '', name = 'web' } = {}) {
  const { changed, left } = proposeIn(files, { folder, name });
  return {
    files: { ...files, ...changed },
    changed: Object.fromEntries(
      Object.entries(changed).map(([path, text]) => [path, changedLines(files[path] ?? '', text)]),
    ),
    left: left.map(({ reason: why }) => why),
  };
}

const part = (sign: string, lines: string[]): string[] => lines.map((line) => `${sign}${line.trim()}`);

function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const start = old.findIndex((line, index) => line !== now[index]);
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1])
    [oldEnd, nowEnd] = [oldEnd - 1, nowEnd - 1];
  return [...part('-', old.slice(start, oldEnd)), ...part('+', now.slice(start, nowEnd))];
}

/**
 * Builds an overlay with `kubectl kustomize`. Returns all objects, and apart from them the requests of the container.
 */
async function built(files: Files, root: string) {
  const folder = mkdtempSync(join(temporary, 'x'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { stdout } = await promisify(execFile)(kubectl ?? '', ['kustomize', join(folder, root)], {
    env: { HOME: folder },
  });
  const objects = parseAllDocuments(stdout).map((document) => document.toJS());
  const one = objects.find(({ kind }) => kind === 'Deployment');
  const app = one.spec.template.spec.containers.find(({ name }: { name: string }) => name === 'app');
  const requests = { ...app.resources.requests };
  app.resources.requests = null;
  return { requests, objects };
}

/** Another overlay, with its own patch. */
const stagingWith = (resources: string): Files => ({
  'staging/kustomization.yaml': 'namespace: staging\nresources: [../base]\npatches: [{path: p.yaml}]\n',
  'staging/p.yaml': merge(resources),
});
const hpa = (name: string, bounds: string): string =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: ${name}\nspec:\n${bounds}`;

const both = ['-cpu: 400m', '-memory: 512Mi', '+cpu: 250m', '+memory: 300Mi'];
const merge = (resources: string, name = 'web') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  template:
    spec:
      containers:
        - name: app
          resources:
            ${resources}
`;
const indented = (text: string, by: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
const requestsPatch = merge('requests: {cpu: 600m}');
const patched = ['-requests: {cpu: 600m}', '+requests: {cpu: 250m, memory: 300Mi}'];
const pointer = '/spec/template/spec/containers/1/resources';

const cases: [string, Files, Record<string, string[]>][] = [
  ['a base with one overlay: the base', overlay(''), { 'base/web.yaml': both }],
  [
    'an overlay with prefix and suffix',
    overlay('', { ...overlay('namePrefix: w\nnameSuffix: b\n'), 'base/web.yaml': web.replace('name: web', 'name: e') }),
    { 'base/web.yaml': both },
  ],
  [
    'a patch file that sets resources wins',
    overlay('patches:\n  - path: cpu.yaml\n', { 'prod/cpu.yaml': requestsPatch }),
    { 'prod/cpu.yaml': patched },
  ],
  [
    'a patch that sets something else does not',
    overlay('patches:\n  - path: x.yaml\n', {
      'prod/x.yaml': merge('{}').replace('resources:\n            {}', 'imagePullPolicy: Always'),
    }),
    { 'base/web.yaml': both },
  ],
  [
    'patchesStrategicMerge with a file',
    overlay('patchesStrategicMerge:\n  - cpu.yaml\n', { 'prod/cpu.yaml': requestsPatch }),
    { 'prod/cpu.yaml': patched },
  ],
  [
    'patchesStrategicMerge with a block of text',
    overlay(`patchesStrategicMerge:\n  - |-\n${indented(requestsPatch, 4)}`),
    { 'prod/kustomization.yaml': patched },
  ],
  [
    'an inline patch',
    overlay(
      `patches:\n  - patch: |\n${indented(merge('requests:\n              cpu: 600m'), 6)}    target: {kind: Deployment, name: w.*}\n`,
    ),
    { 'prod/kustomization.yaml': ['-cpu: 600m', '+cpu: 250m', '+memory: 300Mi'] },
  ],
  [
    'an inline patch of an empty block',
    overlay(`patches:\n  - target: {kind: Deployment}\n    patch: |-\n${indented(merge('{}'), 6)}`),
    { 'prod/kustomization.yaml': ['-{}', '+requests:', '+cpu: 250m', '+memory: 300Mi'] },
  ],
  [
    'the last of two patches',
    overlay('patches:\n  - path: a.yaml\n  - path: b.yaml\n', {
      'prod/a.yaml': requestsPatch,
      'prod/b.yaml': merge('requests: {cpu: 700m, memory: 1Gi}'),
    }),
    { 'prod/b.yaml': ['-requests: {cpu: 700m, memory: 1Gi}', '+requests: {cpu: 250m, memory: 300Mi}'] },
  ],
  [
    'JSON operations on single values',
    overlay(
      `patches:\n  - target: {kind: Deployment, name: web}\n    patch: |-\n      - op: replace\n        path: ${pointer}/requests/cpu\n        value: 600m # bigger\n`,
    ),
    {
      'base/web.yaml': ['-memory: 512Mi', '+memory: 300Mi'],
      'prod/kustomization.yaml': ['-value: 600m # bigger', '+value: 250m # bigger'],
    },
  ],
  [
    'a JSON operation on the whole block',
    overlay(
      'patchesJson6902:\n  - target: {group: apps, version: v1, kind: Deployment, name: web}\n    path: ops.yaml\n',
      { 'prod/ops.yaml': `- op: add\n  path: ${pointer}\n  value:\n    requests:\n      cpu: 600m\n` },
    ),
    { 'prod/ops.yaml': ['-cpu: 600m', '+cpu: 250m', '+memory: 300Mi'] },
  ],
  [
    'JSON operations in a JSON file',
    overlay('patches:\n  - target: {kind: Deployment}\n    path: ops.json\n', {
      'prod/ops.json': `[\n  {"op": "replace", "path": "${pointer}/requests", "value": {"cpu": "600m", "memory": "1Gi"}}\n]\n`,
    }),
    {
      'prod/ops.json': [
        `-{"op": "replace", "path": "${pointer}/requests", "value": {"cpu": "600m", "memory": "1Gi"}}`,
        `+{"op": "replace", "path": "${pointer}/requests", "value": {"cpu": "250m", "memory": "300Mi"}}`,
      ],
    },
  ],
  [
    'two layers of overlays',
    {
      ...base,
      'middle/kustomization.yaml': 'resources: [../base]\npatches:\n- path: p.yaml\n',
      'middle/p.yaml': requestsPatch,
      'prod/kustomization.yaml': 'namespace: shop\nresources: [../middle]\n',
    },
    { 'middle/p.yaml': patched },
  ],
  [
    'a component',
    overlay('components:\n  - ../big\n', {
      'big/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches:\n  - path: p.yaml\n',
      'big/p.yaml': requestsPatch,
    }),
    { 'big/p.yaml': patched },
  ],
  [
    'Windows line ends in an inline patch',
    overlay(`patches:\n  - patch: |-\n${indented(requestsPatch, 6)}`.replaceAll('\n', '\r\n')),
    { 'prod/kustomization.yaml': patched },
  ],
];

describe('overlays', () => {
  test.each(cases)('%s', (_, files, changed) => {
    expect(propose(files)).toMatchObject({ changed, left: [] });
  });

  test.skipIf(reason).each(cases)(
    '%s: kubectl builds the suggested requests, and nothing else changes',
    async (_, files) => {
      const [before, after] = [await built(files, 'prod'), await built(propose(files).files, 'prod')];
      expect(after.requests).toEqual({ cpu: '250m', memory: '300Mi' });
      expect(after.objects).toEqual(before.objects);
    },
  );

  const staging = { 'staging/kustomization.yaml': 'namespace: staging\nresources: [../base]\n' };

  test('a base of two overlays is left alone', () => {
    const { changed, left } = propose(overlay('', staging));
    expect(changed).toEqual({});
    expect(left).toEqual([
      'base/web.yaml: workloads of staging get requests.cpu from it too; add a patch that sets resources to this overlay',
    ]);
    const ignoring = { ...overlay('', staging), '.trimtab.yaml': 'ignore: [staging/]\n' };
    expect(propose(ignoring)).toMatchObject({ changed: { 'base/web.yaml': both }, left: [] });
  });

  test('a base of two overlays is changed if the other overlay sets the values itself', () => {
    expect(propose(overlay('', stagingWith('requests: {cpu: 1, memory: 1Gi}')))).toMatchObject({
      changed: { 'base/web.yaml': both },
      left: [],
    });
    expect(propose(overlay('', stagingWith('requests: {cpu: 1}')))).toMatchObject({
      changed: {},
      left: [expect.stringContaining('workloads of staging get requests.memory from it too')],
    });
  });

  test('a patch of several workloads is left alone', () => {
    const more = {
      'base/kustomization.yaml': 'resources: [web.yaml, api.yaml]\n',
      'base/api.yaml': web.replace('name: web', 'name: api'),
    };
    const patch = `patches:\n  - target: {kind: Deployment}\n    patch: |-\n${indented(requestsPatch, 6)}`;
    expect(propose({ ...overlay(patch), ...more })).toMatchObject({
      changed: {},
      left: [expect.stringContaining('prod/kustomization.yaml: workloads of prod get requests.cpu from it too')],
    });
  });

  test('the patch of one of two overlays is changed', () => {
    const files = overlay('patches: [{path: cpu.yaml}]\n', { ...staging, 'prod/cpu.yaml': requestsPatch });
    expect(propose(files)).toMatchObject({ changed: { 'prod/cpu.yaml': patched }, left: [] });
  });

  test('a base outside of the folder is left alone', () => {
    expect(propose(overlay(''), { folder: 'prod/' })).toMatchObject({
      changed: {},
      left: ['base/web.yaml: it is outside prod/'],
    });
  });

  test.each([
    [
      'a patch in quotes',
      'patches:\n  - patch: "{kind: Deployment, metadata: {name: web}, spec: {template: {spec: {containers: [{name: app, resources: {requests: {cpu: 1, memory: 1}}}]}}}}"\n',
      'text in quotes',
    ],
    [
      'a patch with a label selector',
      `patches:\n  - target: {labelSelector: app=web}\n    patch: |-\n${indented(merge('requests: {cpu: 1, memory: 1}'), 6)}`,
      'by label',
    ],
    [
      'a patch that replaces a block',
      `patches:\n  - patch: |-\n${indented(merge('requests: {$patch: replace, cpu: 1, memory: 1}'), 6)}`,
      'deletes or replaces',
    ],
  ])('%s is left alone', (_, text, why) => {
    const { changed, left } = propose(overlay(text));
    expect(changed).toEqual({});
    expect(left).toEqual([expect.stringContaining(why)]);
  });

  test.each([
    [
      'the count of the overlay',
      'replicas: [{name: db, count: 7}]\n',
      { 'prod/kustomization.yaml': ['-replicas: [{name: db, count: 7}]', '+replicas: [{name: db, count: 3}]'] },
    ],
    [
      'the manifest',
      '',
      {
        'base/db.yaml': [
          '-spec: {replicas: 5, template: {spec: {containers: [{name: db, resources: {requests: {cpu: 1500m, memory: 2Gi}, limits: {memory: 2Gi}}}]}}}',
          '+spec: {replicas: 3, template: {spec: {containers: [{name: db, resources: {requests: {cpu: 1500m, memory: 2Gi}, limits: {memory: 2Gi}}}]}}}',
        ],
      },
    ],
    [
      'nothing if a patch removes them',
      'patches:\n  - target: {kind: StatefulSet}\n    patch: |-\n      - {op: remove, path: /spec/replicas}\n',
      {},
    ],
  ])('replicas are set in %s', (_, text, changed) => {
    const files = {
      'base/kustomization.yaml': 'resources: [db.yaml]\n',
      'base/db.yaml':
        'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 5, template: {spec: {containers: [{name: db, resources: {requests: {cpu: 1500m, memory: 2Gi}, limits: {memory: 2Gi}}}]}}}\n',
      'prod/kustomization.yaml': `namespace: shop\nresources: [../base]\n${text}`,
    };
    expect(propose(files, { name: 'db' }).changed).toEqual(changed);
  });

  test('a patch of a base in another repository is changed', () => {
    const remote = 'resources: [https://git.example.com/shop//base?ref=v1]';
    const files = {
      'prod/kustomization.yaml': `namespace: shop\n${remote}\npatches: [{path: cpu.yaml}]\n`,
      'prod/cpu.yaml': requestsPatch,
    };
    expect(propose(files)).toMatchObject({ changed: { 'prod/cpu.yaml': patched }, left: [] });
  });

  test('the namespace of an overlay without one is that of its folder in .trimtab.yaml', () => {
    const files = {
      ...base,
      'prod/kustomization.yaml': 'resources: [../base]\n',
      '.trimtab.yaml': 'namespaces: {prod: shop}\n',
    };
    expect(propose(files)).toMatchObject({ changed: { 'base/web.yaml': both }, left: [] });
  });

  test('both bounds of an autoscaler go to the patch that sets one of them', () => {
    const files = {
      'base/kustomization.yaml': 'resources: [web.yaml, hpa.yaml]\n',
      'base/web.yaml': web.replace('name: web', 'name: scaled').replace('400m', '250m').replace('512Mi', '300Mi'),
      'base/hpa.yaml': hpa('scaled', '  minReplicas: 1\n  maxReplicas: 4\n'),
      'prod/kustomization.yaml': 'namespace: shop\nresources: [../base]\npatches: [{path: hpa.yaml}]\n',
      'prod/hpa.yaml': hpa('scaled', '  maxReplicas: 20\n'),
      ...staging,
    };
    expect(propose(files, { name: 'scaled' })).toMatchObject({
      changed: { 'prod/hpa.yaml': ['-maxReplicas: 20', '+maxReplicas: 9', '+minReplicas: 3'] },
      left: [],
    });
  });

  test('overlays in a circle end', () => {
    const files = { 'a/kustomization.yaml': 'resources: [../b]\n', 'b/kustomization.yaml': 'resources: [../a]\n' };
    expect(propose(files)).toMatchObject({ changed: {}, left: [] });
  });
});
