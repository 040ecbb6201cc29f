import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, proposeIn } from '../testing/propose-files.ts';

/** The changes for the suggestion of one workload, and what is not changed as texts. */
function propose(files: Files, name = 'web', folder = '') {
  const { left, ...rest } = proposeIn(files, { name, folder });
  return { ...rest, left: left.map((one) => `${one.file ?? one.target}: ${one.reason}`) };
}

const mapping = (text: string, name = 'web') =>
  `helm:\n  - workload: shop/${name}\n    values: values.yaml\n${text.replaceAll(/^(?=.)/gm, '    ')}`;

const manifest = (requests: string): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: app, resources: {requests: ${requests}}}]}}}\n`;

const chart: Files = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\n',
  'chart/templates/deployment.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ include "web.name" . }}\nspec: {}\n',
};

describe('values of a chart', () => {
  test.each([
    [
      'at the root',
      'containers: {app: resources}',
      'resources:\n  requests:\n    cpu: 400m # old\n',
      'resources:\n  requests:\n    cpu: 250m # old\n    memory: 300Mi\n',
    ],
    [
      'that are empty',
      'containers: {app: resources}',
      'image: web\nresources: {}\n  # limits:\n  #   cpu: 100m\nnodeSelector: {}\n',
      'image: web\nresources:\n  requests:\n    cpu: 250m\n    memory: 300Mi\n  # limits:\n  #   cpu: 100m\nnodeSelector: {}\n',
    ],
    [
      'that are missing',
      'containers: {app: front.resources}',
      'front:\n    image: web\nback: {}\n',
      'front:\n    image: web\n    resources:\n        requests:\n            cpu: 250m\n            memory: 300Mi\nback: {}\n',
    ],
    [
      'in a nested map',
      'containers: {app: a.b\\.c.resources}',
      'a: {"b.c": {resources: {requests: {cpu: 1, memory: 1Gi}}}}\n',
      'a: {"b.c": {resources: {requests: {cpu: 250m, memory: 300Mi}}}}\n',
    ],
    [
      'in a list, by index',
      'containers:\n  app: "all[1].resources"',
      'all:\n- resources: {requests: {cpu: 1}}\n- resources:\n    requests: {cpu: 2, memory: 2Gi}\n',
      'all:\n- resources: {requests: {cpu: 1}}\n- resources:\n    requests: {cpu: 250m, memory: 300Mi}\n',
    ],
    [
      'in a list, by name',
      'containers:\n  app: "all[name=b].resources"',
      'all:\n- name: a\n- name: b\n',
      'all:\n- name: a\n- name: b\n  resources:\n    requests:\n      cpu: 250m\n      memory: 300Mi\n',
    ],
    [
      'in the second document, as of a HelmRelease',
      'containers: {app: spec.values.resources}',
      'kind: Secret\n---\nspec:\n  values:\n    resources:\n      requests: {cpu: "1", memory: "1Gi"}\n',
      'kind: Secret\n---\nspec:\n  values:\n    resources:\n      requests: {cpu: "250m", memory: "300Mi"}\n',
    ],
    [
      'with a template in a text',
      'containers: {app: resources}',
      'host: "{{ .Release.Name }}"\nresources: {requests: {cpu: 1, memory: 300Mi}}\r\n',
      'host: "{{ .Release.Name }}"\nresources: {requests: {cpu: 250m, memory: 300Mi}}\r\n',
    ],
  ])('%s', (_, entry, before, after) => {
    const files = { '.trimtab.yaml': mapping(entry), 'values.yaml': before };
    expect(propose(files)).toMatchObject({ changed: { 'values.yaml': after }, left: [] });
  });

  test('replicas and the bounds of an autoscaler', () => {
    const values = 'replicaCount: 5\nresources: {requests: {cpu: 1500m, memory: 2Gi}, limits: {memory: 2Gi}}\n';
    const files = {
      '.trimtab.yaml': mapping('containers: {db: resources}\nreplicas: replicaCount', 'db'),
      'values.yaml': values,
    };
    expect(propose(files, 'db')).toMatchObject({ changed: { 'values.yaml': values.replace('5', '3') } });
    const bounds =
      'resources: {requests: {cpu: 250m, memory: 300Mi}}\nautoscaling:\n  enabled: true\n  maxReplicas: 20\n';
    const scaled = {
      '.trimtab.yaml': mapping('containers: {app: resources}\nautoscaling: autoscaling', 'scaled'),
      'values.yaml': bounds,
    };
    expect(propose(scaled, 'scaled').changed['values.yaml']).toBe(
      bounds.replace('maxReplicas: 20\n', 'maxReplicas: 9\n  minReplicas: 3\n'),
    );
    const quoted = bounds.replaceAll(/250m|300Mi/g, '"$&"');
    expect(propose({ ...scaled, 'values.yaml': quoted }, 'scaled').changed['values.yaml']).toBe(
      quoted.replace('maxReplicas: 20\n', 'maxReplicas: 9\n  minReplicas: 3\n'),
    );
  });

  test('comments in the values', () => {
    const values = `front:
  resources: # trimtab: shop/pair container app
    requests: {cpu: 1, memory: 1Gi}
# A proxy beside it
# trimtab: shop/pair container side

proxy:
  requests: {cpu: 1, memory: 1Gi}
`;
    expect(propose({ 'values.yaml': values }, 'pair').changed['values.yaml']).toBe(
      values
        .replace('{cpu: 1, memory: 1Gi}', '{cpu: 250m, memory: 300Mi}')
        .replace('{cpu: 1, memory: 1Gi}', '{cpu: 20m, memory: 64Mi}'),
    );
  });

  test.each([
    ['Unix', '\n'],
    ['Windows', '\r\n'],
  ])('a comment above another comment, with %s line ends', (_, lineEnd) => {
    const values = [
      '# trimtab: shop/web container app',
      '# Measured in May',
      '  #',
      '',
      'web:',
      '  requests: {cpu: 1, memory: 1Gi}',
      '',
    ].join(lineEnd);
    expect(propose({ 'values.yaml': values })).toMatchObject({
      changed: { 'values.yaml': values.replace('{cpu: 1, memory: 1Gi}', '{cpu: 250m, memory: 300Mi}') },
      left: [],
    });
  });

  test('the namespace of a folder', () => {
    const files = {
      '.trimtab.yaml': 'namespaces:\n  deploy: other\n  deploy/shop/: shop\n',
      'deploy/shop/web.yaml': manifest('{cpu: 1, memory: 1Gi}'),
      'deploy/shops/web.yaml': manifest('{cpu: 1, memory: 1Gi}'),
    };
    expect(propose(files)).toEqual({
      changed: { 'deploy/shop/web.yaml': manifest('{cpu: 250m, memory: 300Mi}') },
      left: [],
      notes: [],
    });
  });

  test('a chart without a mapping is named once', () => {
    expect(propose({ ...chart, 'chart/templates/more.yaml': 'kind: Deployment\n{{ end }}' })).toEqual({
      changed: {},
      left: [expect.stringContaining('chart/: it is a Helm chart; .trimtab.yaml')],
      notes: [],
    });
  });

  test('a chart with a mapping is changed and not named', () => {
    const files = {
      ...chart,
      'chart/.trimtab.yaml': mapping('containers: {app: resources}'),
      'chart/values.yaml': 'resources: {}\n',
    };
    expect(propose(files, 'web', 'chart/')).toMatchObject({
      changed: { 'chart/values.yaml': 'resources:\n  requests:\n    cpu: 250m\n    memory: 300Mi\n' },
      left: [],
    });
  });

  test('what is not in the values, or in two places, is left alone', () => {
    const one = {
      '.trimtab.yaml': mapping('containers: {app: "jobs[name=web].resources"}'),
      'values.yaml': 'jobs: []\n',
    };
    expect(propose(one).left).toEqual(['shop/web: values.yaml: it has no jobs[name=web].resources']);
    const comment = 'resources: {} # trimtab: shop/web container app\n';
    expect(propose({ 'a.yaml': comment, 'b.yaml': comment }).left).toEqual([
      'shop/web: 2 Deployments have this name: a.yaml, b.yaml',
    ]);
  });

  test('the examples of the documentation', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/propose.md'), 'utf8');
    const [file = '', comments = ''] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text);
    const values = 'resources: {}\nworkers: [{name: mail}]\nreplicaCount: 1\nautoscaling: {}\n';
    const web = file.replace('shop/cart', 'shop/web').replace('api: resources ', 'app: resources ');
    expect(propose({ '.trimtab.yaml': web, 'charts/cart/values.yaml': values })).toMatchObject({
      changed: { 'charts/cart/values.yaml': expect.stringContaining('cpu: 250m') },
      left: [],
    });
    expect(
      propose({
        'values.yaml': comments.replaceAll('shop/cart', 'shop/web').replace('container api', 'container app'),
      }),
    ).toMatchObject({
      changed: { 'values.yaml': expect.stringContaining('cpu: 250m') },
    });
  });

  test.each([
    ['- a', 'must be a map'],
    ['helms: []', 'unknown key helms'],
    ['helm: {}', 'helm must be a list'],
    ['helm: [{workload: web, values: v}]', 'helm[0].workload must be NAMESPACE/NAME'],
    ['helm: [{workload: a/b}]', 'helm[0].values must be text'],
    ['helm: [{workload: a/b, values: v, container: {}}]', 'unknown key container'],
    ['helm: [{workload: a/b, values: v, containers: {app: "a..b"}}]', 'helm[0].containers.app is not a path'],
    ['helm: [{workload: a/b, values: none.yaml}]', 'there is no file none.yaml'],
    ['ignore: a', 'ignore must be a list'],
    ['namespaces: {a: 1}', 'namespaces.a must be text'],
    ['a: {', 'not valid YAML'],
  ])('a mapping file with %s is refused', (text, message) => {
    expect(() => propose({ '.trimtab.yaml': text })).toThrow(message);
  });
});
