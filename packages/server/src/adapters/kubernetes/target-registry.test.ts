import { readFileSync } from 'node:fs';
import { aRecord } from '@trimtab/testing';
import {
  type JsonObject,
  type KubernetesStandIn,
  startKubernetes,
  targetDefinition,
} from '@trimtab/testing/kubernetes';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { TargetReport } from '../../ports/index.ts';
import { openTargetRegistry } from './index.ts';
import { eventually } from './testing/a-cluster.ts';
import { grant } from './testing/grant.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const targets = '/apis/trimtab.dev/v1alpha1/namespaces/shop/aiscaletargets';

async function aCluster() {
  const standIn = await startKubernetes();
  stops.push(() => standIn.stop());
  /** Sends a request as kubectl does. */
  const kubectl = async (method: string, path: string, body: object, type = 'application/json') => {
    const response = await fetch(`${standIn.url}${path}`, {
      method,
      headers: { authorization: 'Bearer admin', 'content-type': type, connection: 'close' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  return { standIn, kubectl };
}
const install = (kubectl: Awaited<ReturnType<typeof aCluster>>['kubectl']) =>
  kubectl('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', targetDefinition());

function open(standIn: KubernetesStandIn, { token = 'admin', namespaces = [] as string[] } = {}) {
  const clock = { later: 0, now: () => Date.now() + clock.later };
  const logged: object[] = [];
  const opened = openTargetRegistry({
    connection: {
      url: standIn.url,
      fetch: (url, init) => fetch(url, init),
      headers: async () => ({ authorization: `Bearer ${token}` }),
      renew: () => undefined,
    },
    namespaces,
    clock,
    logger: (_level, event, fields) => logged.push({ event, ...fields }),
    random: () => 0,
  });
  stops.unshift(() => opened.stop());
  return { ...opened, logged, clock };
}

async function aRegistry() {
  const { standIn, kubectl } = await aCluster();
  await install(kubectl);
  const opened = open(standIn);
  await opened.settled(new AbortController().signal);
  return { standIn, kubectl, ...opened };
}
const byHand = (name: string, spec: object = {}) => ({
  apiVersion: 'trimtab.dev/v1alpha1',
  kind: 'AIScaleTarget',
  metadata: { name },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
    vertical: { mode: 'recommendation' },
    ...spec,
  },
});
const merge = 'application/merge-patch+json';

describe('targets in the cluster', () => {
  it('are listed as they were enrolled, at once and from a new server', async () => {
    const { standIn, registry } = await aRegistry();
    expect(await registry.list()).toEqual([]);
    const records = [
      aRecord({
        name: 'pay',
        kind: 'StatefulSet',
        horizontal: 'autonomous',
        modelMode: 'max_assurance',
        limitPolicy: 'ratio',
        enrolledAt: 1_700_000_000_123,
        unoptimized: {
          replicas: 3,
          containers: [
            { name: 'app', cpuRequest: 1 / 3, memoryRequest: null },
            { name: 'proxy', cpuRequest: null, memoryRequest: 1.5e9 },
          ],
          recordedAt: 1_700_000_000_001,
        },
      }),
      aRecord({ managed: [{ container: 'app', resources: ['memory'] }] }),
    ];
    const outcomes = await registry.enroll(records);
    expect(outcomes.map(({ result }) => result)).toEqual(['created', 'created']);
    expect(await registry.list()).toEqual(records.toReversed());
    expect(await registry.get('shop', 'pay')).toEqual(records[0]);
    const other = open(standIn);
    await other.settled(new AbortController().signal);
    expect(await other.registry.list()).toEqual(records.toReversed());
  });

  it('are enrolled once, and an existing one is not changed', async () => {
    const { registry } = await aRegistry();
    const first = aRecord({ vertical: 'autonomous' });
    await registry.enroll([first]);
    const outcomes = await registry.enroll([
      aRecord(),
      aRecord({ name: 'new' }),
      aRecord({ kind: 'StatefulSet' }),
      aRecord({ name: 'new' }),
      aRecord({ name: 'new', kind: 'StatefulSet' }),
    ]);
    expect(outcomes.map(({ result }) => result)).toEqual(['exists', 'created', 'conflict', 'exists', 'conflict']);
    expect(await registry.get('shop', 'cart')).toEqual(first);
    expect(await registry.list()).toHaveLength(2);
  });

  it('are removed and changed only if they exist, and keep what others set', async () => {
    const { kubectl, registry } = await aRegistry();
    const state = { replicas: 2, containers: [], recordedAt: 5 };
    await registry.enroll([aRecord()]);
    const paused = await kubectl(
      'PATCH',
      `${targets}/cart?fieldManager=kubectl-edit`,
      { spec: { paused: true } },
      merge,
    );
    expect(paused.status).toBe(200);
    await eventually(async () => expect(registry.changes?.()).toBeGreaterThan(1));
    expect(await registry.recordUnoptimized('shop', 'other', state)).toBe(false);
    expect(await registry.recordUnoptimized('shop', 'cart', state)).toBe(true);
    expect(await registry.setLimitPolicy('shop', 'other', 'ratio')).toBe(false);
    expect(await registry.setLimitPolicy('shop', 'cart', 'ratio')).toBe(true);
    expect(await registry.get('shop', 'cart')).toEqual({ ...aRecord(), unoptimized: state, limitPolicy: 'ratio' });
    expect(await registry.setLimitPolicy('shop', 'cart', null)).toBe(true);
    expect(await registry.get('shop', 'cart')).toEqual({ ...aRecord(), unoptimized: state });
    const { body } = await kubectl('PATCH', `${targets}/cart`, {}, merge);
    expect(body.spec).toMatchObject({ paused: true, vertical: { containers: { app: { cpu: {}, memory: {} } } } });
    expect(body.spec).not.toHaveProperty('limitPolicy');
    expect(await registry.remove('shop', 'cart')).toBe(true);
    expect(await registry.list()).toEqual([]);
    expect(await registry.remove('shop', 'cart')).toBe(false);
    expect((await registry.enroll([aRecord()]))[0]?.result).toBe('created');
    expect(await registry.list()).toEqual([aRecord()]);
  });

  it('follow what kubectl writes, also under another name than that of the workload', async () => {
    const { kubectl, registry, logged } = await aRegistry();
    expect((await kubectl('POST', targets, byHand('my-cart'))).status).toBe(201);
    await eventually(async () =>
      expect(await registry.get('shop', 'cart')).toMatchObject({ vertical: 'recommendation' }),
    );
    const before = registry.changes?.();
    await kubectl('PATCH', `${targets}/my-cart`, { spec: { vertical: { mode: 'autonomous' } } }, merge);
    await eventually(async () => expect(await registry.get('shop', 'cart')).toMatchObject({ vertical: 'autonomous' }));
    expect(registry.changes?.()).not.toBe(before);
    expect((await registry.enroll([aRecord()]))[0]?.result).toBe('exists');
    await kubectl('POST', targets, byHand('second', { vertical: undefined, horizontal: { mode: 'recommendation' } }));
    await eventually(async () => {
      await registry.list();
      expect(logged).toContainEqual(
        expect.objectContaining({ event: 'workload enrolled twice', resource: 'second', counts: 'my-cart' }),
      );
    });
    expect(await registry.list()).toHaveLength(1);
  });

  it('get another name if theirs is taken by a resource of another workload', async () => {
    const { kubectl, registry } = await aRegistry();
    await kubectl('POST', targets, byHand('pay'));
    await eventually(async () => expect(await registry.list()).toHaveLength(1));
    expect((await registry.enroll([aRecord({ name: 'pay' })]))[0]?.result).toBe('created');
    expect((await registry.list()).map(({ name }) => name)).toEqual(['cart', 'pay']);
  });

  it('are not changed after another manager changed them: the error names it', async () => {
    const { standIn, kubectl, registry } = await aRegistry();
    await registry.enroll([aRecord()]);
    await eventually(() => expect(registry.changes?.()).toBe(2));
    standIn.silenceWatches();
    const edit = (spec: object) => kubectl('PATCH', `${targets}/cart?fieldManager=kubectl-edit`, { spec }, merge);
    await edit({ vertical: { mode: 'autonomous' } });
    const stale = registry.setLimitPolicy('shop', 'cart', 'ratio');
    await expect(stale).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(
        /^AIScaleTarget "cart" in namespace "shop" was changed by "kubectl-edit" at 20.*the object has been modified/,
      ),
    });
    expect(await registry.get('shop', 'cart')).toMatchObject({ vertical: 'autonomous' });
    expect(await registry.setLimitPolicy('shop', 'cart', 'ratio')).toBe(true);
    await edit({ limitPolicy: 'equal' });
    await expect(registry.remove('shop', 'cart')).rejects.toMatchObject({ kind: 'conflict' });
    await expect(registry.setLimitPolicy('shop', 'cart', 'keep')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('conflict with "kubectl-edit" using trimtab.dev/v1alpha1: .spec.limitPolicy'),
    });
    await expect(registry.setLimitPolicy('shop', 'cart', null)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('It sets spec.limitPolicy.'),
    });
    expect(await registry.remove('shop', 'cart')).toBe(true);
  });

  it('survive a change of the status by the server itself between reading and writing', async () => {
    const { standIn, kubectl, registry } = await aRegistry();
    await registry.enroll([aRecord()]);
    await eventually(() => expect(registry.changes?.()).toBe(2));
    standIn.silenceWatches();
    const query = 'fieldManager=trimtab';
    await kubectl(
      'PATCH',
      `${targets}/cart/status?${query}`,
      { ...byHand('cart'), spec: undefined, status: { mode: 'Paused' } },
      'application/apply-patch+yaml',
    );
    expect(await registry.remove('shop', 'cart')).toBe(true);
  });

  it('show what was found of them, and are written only when that changes', async () => {
    const { standIn, registry } = await aRegistry();
    await registry.enroll([aRecord()]);
    await registry.recordUnoptimized('shop', 'cart', { replicas: 2, containers: [], recordedAt: 5 });
    const containers = [{ name: 'app', cpu: 0.25, memory: null }];
    const recommendation = { id: 'a', publishedAt: 1000, replicas: 3, cpu: 0.25, memory: null, containers };
    const report: TargetReport = {
      namespace: 'shop',
      name: 'cart',
      ready: { isTrue: true, label: 'Healthy', message: '' },
      recommended: { isTrue: true, label: 'Reduce CPU', message: '' },
      recommendation,
    };
    await registry.report?.([report, { ...report, name: 'gone' }], 60_000);
    const status = () =>
      standIn.store.get({ group: 'trimtab.dev', plural: 'aiscaletargets' }, 'shop', 'cart')?.['status'];
    const condition = {
      status: 'True',
      observedGeneration: 1,
      lastTransitionTime: '1970-01-01T00:01:00.000Z',
      message: '',
    };
    expect(status()).toEqual({
      observedGeneration: 1,
      mode: 'recommendation',
      conditions: [
        { type: 'Ready', reason: 'Healthy', ...condition },
        { type: 'Recommended', reason: 'ReduceCPU', ...condition },
      ],
      recommendation: {
        id: 'a',
        time: '1970-01-01T00:00:01.000Z',
        replicas: 3,
        cpu: '250m',
        containers: { app: { cpu: '250m' } },
      },
      unoptimized: expect.objectContaining({ replicas: 2 }),
    });
    const writes = () => standIn.audit.filter(({ method }) => method === 'PATCH').length;
    const before = writes();
    await registry.report?.([report], 120_000);
    expect(writes()).toBe(before);
    const recommended = { isTrue: false, label: 'No suggestions', message: 'Too young.' };
    await registry.report?.([{ ...report, recommended, recommendation: null }], 180_000);
    expect(status()).toMatchObject({
      conditions: [
        condition,
        { status: 'False', reason: 'NoSuggestions', lastTransitionTime: '1970-01-01T00:03:00.000Z' },
      ],
      unoptimized: { replicas: 2 },
    });
    expect(status()).not.toHaveProperty('recommendation');
    expect(await registry.setLimitPolicy('shop', 'cart', 'keep')).toBe(true);
  });

  it('are refused in the words of the API server', async () => {
    const { standIn, registry } = await aRegistry();
    const outcomes = await registry.enroll([
      aRecord({ name: 'CART' }),
      aRecord({ name: 'none', vertical: null }),
      aRecord({ name: 'job', kind: 'CronJob' }),
      aRecord({ namespace: 'nowhere' }),
    ]);
    expect(outcomes.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('a lowercase RFC 1123 subdomain must consist of'),
      expect.stringContaining('give horizontal, vertical or both'),
      expect.stringContaining('supported values: "Deployment", "StatefulSet", "DaemonSet", "Rollout"'),
      expect.stringContaining('namespaces "nowhere" not found'),
    ]);
    const older: JsonObject = JSON.parse(JSON.stringify(targetDefinition()).replace('"limitPolicy"', '"other"'));
    standIn.put({
      ...older,
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      status: { conditions: null },
    });
    standIn.establish();
    const [outcome] = await registry.enroll([aRecord({ limitPolicy: 'keep' })]);
    expect(outcome?.reason).toContain('strict decoding error: unknown field "spec.limitPolicy"');
  });
});

type Rule = { apiGroups: string[]; resources: string[]; verbs: string[] };
const rulesOf = (role: string): Rule[] =>
  parse(readFileSync(new URL(`../../../../../deploy/helm/trimtab/files/${role}-rules.yaml`, import.meta.url), 'utf8'));
const aboutTargets = (rules: Rule[]) => rules.filter(({ apiGroups }) => apiGroups.includes('trimtab.dev'));

describe('the role of the chart', () => {
  it('enroll allows exactly the verbs that the server uses', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    const rules = aboutTargets([...rulesOf('view'), ...rulesOf('enroll')]);
    grant(standIn, rules);
    const { registry, missing, problem, settled } = open(standIn, { token: 'reader' });
    await settled(new AbortController().signal);
    expect([problem(), missing()]).toEqual([null, []]);
    expect((await registry.enroll([aRecord()]))[0]?.result).toBe('created');
    await registry.recordUnoptimized('shop', 'cart', { replicas: 1, containers: [], recordedAt: 1 });
    standIn.silenceWatches();
    await kubectl('PATCH', `${targets}/cart?fieldManager=kubectl-edit`, { spec: { paused: true } }, merge);
    await expect(registry.setLimitPolicy('shop', 'cart', 'keep')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await registry.remove('shop', 'cart')).toBe(true);
    const own = standIn.audit.filter(({ user, path }) => user === 'reader' && path.includes('aiscaletargets'));
    expect(own.filter(({ code }) => code === 403)).toEqual([]);
    const verbs: Record<string, string> = { GET: 'get', PATCH: 'patch', DELETE: 'delete' };
    const used = own.map(({ method, path, query }) => {
      const isList = method === 'GET' && path.endsWith('aiscaletargets');
      const verb = isList ? (query.has('watch') ? 'watch' : 'list') : verbs[method];
      return `${verb} ${path.endsWith('/status') ? 'aiscaletargets/status' : 'aiscaletargets'}`;
    });
    const allowed = rules.flatMap(({ resources, verbs: each }) =>
      resources.flatMap((resource) => each.map((verb) => `${verb} ${resource}`)),
    );
    // An apply that creates needs the right to create, but the request is a patch.
    expect([...new Set([...used, 'create aiscaletargets'])].toSorted()).toEqual(allowed.toSorted());
  });

  it('view allows reading: what is impossible without the others is said before and after the attempt', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    grant(standIn, aboutTargets(rulesOf('view')));
    await kubectl('POST', targets, byHand('cart'));
    const { registry, missing, logged, settled } = open(standIn, { token: 'reader' });
    await settled(new AbortController().signal);
    expect(await registry.list()).toHaveLength(1);
    expect(missing()).toEqual([
      'Kubernetes does not allow this server to create aiscaletargets: no workload can be enrolled.',
      'Kubernetes does not allow this server to patch aiscaletargets: no workload can be enrolled, and no target can be changed.',
      'Kubernetes does not allow this server to delete aiscaletargets: no target can be removed.',
      'Kubernetes does not allow this server to patch aiscaletargets/status: kubectl get ast shows no suggestions, and nothing else can be recorded in the status of targets.',
    ]);
    expect(logged).toHaveLength(4);
    expect(registry.enrollProblem?.('shop')).toBe(`${missing()[0]} Give it the role enroll.`);
    const [outcome] = await registry.enroll([aRecord({ name: 'pay' })]);
    expect(outcome?.reason).toMatch(
      /answered 403: aiscaletargets.trimtab.dev "pay" is forbidden: .* Give the server the role enroll.$/,
    );
    await expect(registry.remove('shop', 'cart')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await registry.list()).toHaveLength(1);
  });

  it('may be given in some namespaces only', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    const rules = aboutTargets([...rulesOf('view'), ...rulesOf('enroll')]);
    grant(standIn, rules, 'shop');
    const { registry, missing, settled } = open(standIn, { token: 'reader', namespaces: ['shop'] });
    await settled(new AbortController().signal);
    expect(missing()).toEqual([]);
    expect(registry.enrollProblem?.('shop')).toBeNull();
    expect((await registry.enroll([aRecord()]))[0]?.result).toBe('created');
    expect(await registry.list()).toEqual([aRecord()]);
    expect(registry.enrollProblem?.('other')).toBe('This server may enroll only workloads of the namespaces shop.');
  });

  it('may be taken away: the known targets stay, with their age and the reason', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    grant(standIn, aboutTargets([...rulesOf('view'), ...rulesOf('enroll')]));
    const { registry, settled, staleProblem, clock } = open(standIn, { token: 'reader' });
    await settled(new AbortController().signal);
    await registry.enroll([aRecord()]);
    expect(staleProblem()).toBeNull();
    grant(standIn, []);
    standIn.endWatches();
    await eventually(() => expect(standIn.audit).toContainEqual(expect.objectContaining({ method: 'GET', code: 403 })));
    clock.later = 90_000;
    await eventually(() =>
      expect(staleProblem()).toMatch(/^What is known of the enrolled targets is \d+ seconds old\. .*answered 403/),
    );
    expect(await registry.list()).toEqual([aRecord()]);
    await expect(registry.remove('shop', 'cart')).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('cannot delete resource "aiscaletargets"'),
    });
  });

  it('does not help without the definition, which the error names', async () => {
    const { standIn, kubectl } = await aCluster();
    const { registry, settled } = open(standIn);
    await settled(new AbortController().signal);
    await expect(registry.list()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('Is the definition of AIScaleTarget installed?'),
    });
    await install(kubectl);
    await eventually(async () => expect(await registry.list()).toEqual([]));
  });
});
