import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '../../packages/core/src/index.ts';
import { define } from '../../packages/server/src/adapters/kubernetes/testing/define.ts';
import {
  type JsonObject,
  type KubernetesStandIn,
  startKubernetes,
  targetDefinition,
} from '../../packages/testing/src/kubernetes/index.ts';
import { startMain } from '../../packages/testing/src/node/index.ts';
import { answer, scriptedServer, vector } from '../../packages/testing/src/prometheus/index.ts';
import { findHelm } from '../provision/helm.ts';
import { helmTemplate, objectsIn } from './render.ts';

const account = 'system:serviceaccount:trimtab:trimtab';
const pod = { spec: { containers: [{ name: 'app', image: 'app:1' }] } };
const owned = (kind: string, name: string) => [{ apiVersion: 'apps/v1', kind, name, controller: true }];

/** A cluster with a workload, the add-ons that are read, and what no server may read. */
function fill(standIn: KubernetesStandIn) {
  for (const namespace of ['shop', 'payments']) {
    standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    for (const kind of ['Secret', 'ConfigMap'])
      standIn.put({ apiVersion: 'v1', kind, metadata: { name: 'private', namespace } });
    const metadata = { name: 'cart', namespace };
    standIn.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 1, template: pod } });
    const set = { name: 'cart-1', namespace, ownerReferences: owned('Deployment', 'cart') };
    standIn.put({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: set });
    const one = { name: 'cart-1-a', namespace, ownerReferences: owned('ReplicaSet', 'cart-1') };
    standIn.put({ apiVersion: 'v1', kind: 'Pod', metadata: one, ...pod, status: { phase: 'Running' } });
    standIn.writeLog({ namespace, pod: 'cart-1-a', container: 'app' }, 'ready');
  }
  define(standIn, 'autoscaling.k8s.io/v1', 'VerticalPodAutoscaler');
  define(standIn, 'keda.sh/v1alpha1', 'ScaledObject');
  standIn.put({ ...targetDefinition(), status: { conditions: null } });
  standIn.establish();
}

/** Enrolls the workload, makes every call that reads, changes the target and removes it. */
async function callEverything(baseUrl: string): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, text: await response.text() };
  };
  const enrolled = await send('POST', '/v1/ast/candidates/shop?dryrun=false');
  expect(enrolled).toMatchObject({ status: 200, text: expect.stringContaining('"result":"created"') });
  const now = Date.now();
  const values = new Map([
    ...([
      ['start', new Date(now - 3_600_000).toISOString()],
      ['end', new Date(now).toISOString()],
    ] as const),
    ...([
      ['pod', 'cart-1-a'],
      ['container', 'app'],
      ['include-pod-logs', 'true'],
    ] as const),
  ]);
  for (const { method, path, query = {} } of operations) {
    if (method !== 'GET') continue;
    const search = [...values].filter(([name]) => name in query).map((pair) => pair.join('='));
    await send('GET', `${path.replace('{namespace}', 'shop').replace('{name}', 'cart')}?${search.join('&')}`);
  }
  const scaleTargetRef = { namespace: 'shop', name: 'cart', kind: 'Deployment' };
  await send('POST', '/v1/ast/preflight', { scaleTargetRef });
  expect(await send('PATCH', '/v1/ast/shop/cart', { limit_policy: 'keep' })).toMatchObject({ status: 200 });
  expect((await send('POST', '/v1/ast/shop/cart/cleanup')).status).toBeLessThan(300);
}

/** The verb and the resource of a request, as a rule names them. */
function rightOf({ method, path, query }: KubernetesStandIn['audit'][number]): string {
  const [, root, ...parts] = path.split('/');
  const [group, rest] = root === 'api' ? ['', parts.slice(1)] : [parts[0] ?? '', parts.slice(2)];
  const [resource = '', name, subresource] = rest[0] === 'namespaces' && rest.length > 2 ? rest.slice(2) : rest;
  const one = { GET: 'get', POST: 'create', PATCH: 'patch', DELETE: 'delete' }[method] ?? method;
  const verb = name === undefined && method === 'GET' ? (query.has('watch') ? 'watch' : 'list') : one;
  return `${verb} ${group}/${resource}${subresource === undefined ? '' : `/${subresource}`}`;
}

describe.skipIf(findHelm() === null)(
  'the whole server with the rights that the chart gives',
  { timeout: 300_000 },
  () => {
    it.each([
      ['view', []],
      ['enroll', ['rbac.podLogs=true']],
      ['enroll', ['rbac.podLogs=true', 'rbac.namespaces={shop,payments}']],
    ])('is refused nothing and tries nothing else: %s %j', async (role, more) => {
      const values = ['prometheus.url=http://prometheus:9090', `rbac.role=${role}`, ...more];
      const objects = objectsIn(await helmTemplate(...values.flatMap((value) => ['--set', value])));
      const roles: (JsonObject & { apiVersion: string; kind: string })[] = JSON.parse(
        JSON.stringify(objects.filter(({ kind }) => /Role(Binding)?$/.test(kind))),
      );
      const environment = Object.fromEntries(
        [
          ...JSON.stringify(objects).matchAll(/"(TRIMTAB_REGISTRY|TRIMTAB_KUBERNETES_NAMESPACE)","value":"([^"]*)"/g),
        ].map(([, name = '', value = '']) => [name, value]),
      );
      expect(Object.keys(environment)).toHaveLength(role === 'view' ? 0 : more.length);
      const standIn = await startKubernetes();
      const prometheus = await scriptedServer((response) => answer(response, vector()));
      const folder = mkdtempSync(join(tmpdir(), 'trimtab-rights-'));
      onTestFinished(async () => {
        await Promise.all([standIn.stop(), prometheus.stop()]);
        rmSync(folder, { recursive: true });
      });
      fill(standIn);
      standIn.addUser('token', { username: account, groups: ['system:serviceaccounts', 'system:authenticated'] });
      for (const object of roles) standIn.put(object);
      const config = {
        'current-context': 'one',
        clusters: [{ name: 'c', cluster: { server: standIn.url } }],
        contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
        users: [{ name: 'u', user: { token: 'token' } }],
      };
      writeFileSync(join(folder, 'config'), JSON.stringify(config));
      const server = startMain({
        argv: ['--prometheus', prometheus.url, '--kubeconfig', join(folder, 'config'), '--data', folder, '--port', '0'],
        env: environment,
      });
      onTestFinished(() => void server.end());
      const baseUrl = await server.ready;
      await callEverything(baseUrl);
      expect(server.said.stdout).not.toContain('cannot be read yet');
      await server.end();
      const own = standIn.audit.filter(({ user }) => user === account);
      const rules: { apiGroups: string[]; resources: string[]; verbs: string[] }[] = roles.flatMap(({ rules: each }) =>
        JSON.parse(JSON.stringify(each ?? [])),
      );
      const allowed = rules.flatMap(({ apiGroups: [group = ''], resources, verbs }) =>
        resources.flatMap((resource) => verbs.map((verb) => `${verb} ${group}/${resource}`)),
      );
      const used = new Set(own.map(rightOf));
      used.delete('create authorization.k8s.io/selfsubjectaccessreviews');
      expect([...used].filter((right) => !allowed.includes(right))).toEqual([]);
      expect(own.filter(({ code }) => code === 401 || code === 403)).toEqual([]);
      const written = role === 'enroll' ? ['get /pods/log', 'patch trimtab.dev/aiscaletargets'] : [];
      expect([...used]).toEqual(expect.arrayContaining(['watch /pods', ...written]));
      expect([...used].filter((right) => /secrets|configmaps/.test(right))).toEqual([]);
    });
  },
);
