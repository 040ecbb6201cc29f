import { aRecord } from '@trimtab/testing';
import { type JsonObject, targetDefinition } from '@trimtab/testing/kubernetes';
import { collectGarbage } from '@trimtab/testing/node';
import { describe, expect, it } from 'vitest';
import type { TargetReport } from '../../ports/index.ts';
import { eventually } from './testing/a-cluster.ts';
import { aCluster, aRegistry, byHand, install, merge, open, targets } from './testing/a-target-registry.ts';

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
    const labels = { team: 'payments' };
    await registry.enroll([aRecord()]);
    const labeled = await kubectl(
      'PATCH',
      `${targets}/cart?fieldManager=kubectl-edit`,
      { metadata: { labels } },
      merge,
    );
    expect(labeled.status).toBe(200);
    await eventually(async () => expect(registry.changes?.()).toBeGreaterThan(1));
    expect(await registry.recordUnoptimized('shop', 'other', state)).toBe(false);
    expect(await registry.recordUnoptimized('shop', 'cart', state)).toBe(true);
    expect(await registry.setLimitPolicy('shop', 'other', 'ratio')).toBe(false);
    expect(await registry.setLimitPolicy('shop', 'cart', 'ratio')).toBe(true);
    expect(await registry.get('shop', 'cart')).toEqual({ ...aRecord(), unoptimized: state, limitPolicy: 'ratio' });
    expect(await registry.setLimitPolicy('shop', 'cart', null)).toBe(true);
    expect(await registry.get('shop', 'cart')).toEqual({ ...aRecord(), unoptimized: state });
    const { body } = await kubectl('PATCH', `${targets}/cart`, {}, merge);
    expect(body).toMatchObject({
      metadata: { labels },
      spec: { vertical: { containers: { app: { cpu: {}, memory: {} } } } },
    });
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
      expect(await registry.get('shop', 'cart')).toMatchObject({ vertical: 'recommendation', enrolledBy: 'node' }),
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
    await registry.enroll([aRecord({ name: 'pay' })]);
    await expect(registry.setLimitPolicy('shop', 'pay', 'keep')).rejects.toMatchObject({ kind: 'invalid' });
    expect(outcome?.reason).toContain('.spec.limitPolicy: field not declared in schema');
  });
});

it('frees the targets that were known before the start once the API server has answered', async () => {
  const { standIn, kubectl } = await aCluster();
  await install(kubectl);
  let text = '';
  const memory = {
    read: async () => text,
    write: async (written: string) => {
      text = written;
    },
  };
  const first = open(standIn, { memory });
  await first.settled(new AbortController().signal);
  await first.registry.enroll([aRecord()]);
  await first.stop();
  await standIn.down();
  const { registry, problem } = open(standIn, { memory });
  const listed = async () => (await registry.list()).map((record) => new WeakRef(record));
  const earlier = await listed();
  expect(registry.staleProblem?.()).toMatch(/^The enrolled targets are those that were known at /);
  await standIn.up();
  await eventually(() => expect(problem()).toBeNull());
  const current = await listed();
  await collectGarbage();
  expect([...earlier, ...current].map((each) => each.deref() !== undefined)).toEqual([false, true]);
});
