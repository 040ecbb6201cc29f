import { aRecord, aStore } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { eventually } from '../kubernetes/testing/a-cluster.ts';
import { aCluster, aRegistry, byHand, install, open, targets } from '../kubernetes/testing/a-target-registry.ts';
import { composeRegistries } from './compose-registries.ts';

/** The clusters eu and us keep their targets themselves; those of all others are in the store. */
async function twoRegistries() {
  const [eu, us] = [await aRegistry(), await aRegistry()];
  const store = aStore([aRecord({ namespace: 'asia.shop' }), aRecord({ namespace: 'eu.shop', name: 'earlier' })]);
  const members = [
    { name: 'eu', targets: eu.registry },
    { name: 'us', targets: us.registry },
  ];
  const registry = composeRegistries(members, store.targets);
  const listed = async () => (await registry.list()).map(({ namespace, name }) => `${namespace}/${name}`);
  return { eu, us, registry, listed };
}

it('enrolls, changes and removes a target in its own cluster', async () => {
  const { eu, us, registry, listed } = await twoRegistries();
  const records = [
    aRecord({ namespace: 'us.shop' }),
    aRecord({ namespace: 'asia.shop' }),
    aRecord({ namespace: 'eu.shop' }),
    aRecord({ namespace: 'us.shop', kind: 'StatefulSet' }),
  ];
  const outcomes = await registry.enroll(records);
  expect(outcomes.map(({ namespace, result }) => [namespace, result])).toEqual([
    ['us.shop', 'created'],
    ['asia.shop', 'exists'],
    ['eu.shop', 'created'],
    ['us.shop', 'conflict'],
  ]);
  expect(await eu.registry.list()).toEqual([aRecord()]);
  expect(await listed()).toEqual(['asia.shop/cart', 'eu.shop/cart', 'us.shop/cart']);
  expect(await registry.get('us.shop', 'cart')).toEqual(records[0]);

  expect(await registry.setLimitPolicy('us.shop', 'cart', 'equal')).toBe(true);
  expect(await registry.recordUnoptimized('asia.shop', 'cart', { replicas: 1, containers: [], recordedAt: 1 })).toBe(
    true,
  );
  expect([(await us.registry.list())[0]?.limitPolicy, (await eu.registry.list())[0]?.limitPolicy]).toEqual([
    'equal',
    undefined,
  ]);
  expect(await registry.remove('eu.shop', 'cart')).toBe(true);
  expect(await registry.remove('eu.shop', 'cart')).toBe(false);
  expect(await registry.remove('asia.shop', 'cart')).toBe(true);
  expect(await listed()).toEqual(['us.shop/cart']);
});

it('counts the changes of all clusters, and reports to the cluster of each target', async () => {
  const { eu, us, registry, listed } = await twoRegistries();
  const before = registry.changes?.() ?? 0;
  expect((await us.kubectl('POST', targets, byHand('by-hand'))).status).toBe(201);
  await eventually(async () => expect(registry.changes?.()).toBeGreaterThan(before));
  expect(await listed()).toContain('us.shop/cart');
  const ready = { isTrue: true, label: 'Ready', message: '' };
  const report = { namespace: 'us.shop', name: 'cart', ready, recommended: ready, recommendation: null };
  await registry.report?.([report, { ...report, namespace: 'asia.shop' }], Date.now());
  const stop = AbortSignal.abort();
  const changed = { ...report, ready: { ...ready, message: 'other' } };
  await expect(registry.report?.([changed], Date.now(), stop)).rejects.toBe(stop.reason);
  const statuses = ({ standIn }: typeof us) =>
    standIn.audit.filter(({ method, path }) => method === 'PATCH' && path.endsWith('/by-hand/status')).length;
  expect([statuses(eu), statuses(us)]).toEqual([0, 1]);
});

it('shows the targets of the others while those of a cluster are unknown, and says so', async () => {
  const eu = await aRegistry();
  const { standIn, kubectl } = await aCluster();
  await install(kubectl);
  await standIn.down();
  const us = open(standIn);
  const members = [
    { name: 'eu', targets: eu.registry },
    { name: 'us', targets: us.registry },
  ];
  const registry = composeRegistries(members, aStore().targets);
  await us.settled(new AbortController().signal);
  const why = 'Cluster us: The enrolled targets are not known: The Kubernetes API server cannot be reached';
  expect(await registry.list()).toEqual([]);
  expect(registry.staleProblem?.()).toContain(why);
  const mayExist = () => ['eu.shop', 'us.shop', 'asia.shop'].map((each) => registry.mayExist?.(each, 'cart'));
  expect(mayExist()).toEqual([false, true, false]);
  await registry.enroll([aRecord({ namespace: 'eu.shop' })]);
  expect(await registry.list()).toEqual([aRecord({ namespace: 'eu.shop' })]);
  expect([registry.enrollProblem?.('eu.shop'), registry.enrollProblem?.('us.shop')]).toEqual([
    null,
    expect.stringContaining(why),
  ]);
  await expect(registry.get('us.shop', 'cart')).rejects.toThrow(why);
  await expect(registry.remove('us.shop', 'cart')).rejects.toMatchObject({ kind: 'unavailable' });
  await standIn.up();
  await eventually(async () => {
    await registry.list();
    expect(registry.staleProblem?.()).toBeNull();
  });
  expect(mayExist()).toEqual([false, false, false]);
});

it('rejects if the targets of all clusters are unknown', async () => {
  const { standIn } = await aCluster();
  await standIn.down();
  const only = open(standIn);
  const registry = composeRegistries([{ name: 'eu', targets: only.registry }], aStore().targets);
  await only.settled(new AbortController().signal);
  await expect(registry.list()).rejects.toThrow('Cluster eu: The enrolled targets are not known');
});
