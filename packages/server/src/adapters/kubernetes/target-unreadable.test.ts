import { aRecord } from '@trimtab/testing';
import { targetDefinition } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { eventually } from './testing/a-cluster.ts';
import { aCluster, byHand, merge, open, targets } from './testing/a-target-registry.ts';

/** A cluster with a newer definition, which knows one more mode of the model. */
async function aNewerCluster() {
  const { standIn, kubectl } = await aCluster();
  const newer = JSON.parse(JSON.stringify(targetDefinition()).replace('"max_assurance"', '"max_assurance","newer"'));
  expect((await kubectl('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', newer)).status).toBe(201);
  const opened = open(standIn);
  await opened.settled(new AbortController().signal);
  const setMode = async (resource: string, mode: string) =>
    expect((await kubectl('PATCH', `${targets}/${resource}`, { spec: { model: { mode } } }, merge)).status).toBe(200);
  const unreadable = () => opened.logged.filter((line) => 'event' in line && line.event === 'target unreadable');
  return { ...opened, standIn, kubectl, setMode, unreadable };
}

describe('a target of a newer definition', () => {
  it('is named as unreadable, counts as present, and is logged once per version', async () => {
    const { registry, setMode, unreadable, kubectl } = await aNewerCluster();
    await registry.enroll([aRecord(), aRecord({ name: 'pay' })]);
    await setMode('cart', 'newer');
    const text =
      'These AIScaleTargets cannot be read, so their targets are missing: shop/cart (spec.model.mode). Their definition may be newer than this server.';
    await eventually(() => expect(registry.staleProblem?.()).toBe(text));
    expect((await registry.list()).map(({ name }) => name)).toEqual(['pay']);
    const mayExist = (name: string, namespace = 'shop') => registry.mayExist?.(namespace, name);
    expect([mayExist('cart'), mayExist('gone'), mayExist('cart', 'other')]).toEqual([true, false, false]);
    await registry.list();
    expect(unreadable()).toEqual([
      expect.objectContaining({ namespace: 'shop', resource: 'cart', field: 'spec.model.mode' }),
    ]);
    await kubectl('PATCH', `${targets}/cart`, { metadata: { labels: { team: 'a' } } }, merge);
    await eventually(() => {
      expect(registry.staleProblem?.()).toBe(text);
      expect(unreadable()).toHaveLength(2);
    });
    await setMode('cart', 'balanced');
    await eventually(() => expect(registry.staleProblem?.()).toBeNull());
    expect(await registry.list()).toHaveLength(2);
    expect(mayExist('cart')).toBe(false);
  });

  it('is neither enrolled again, nor changed or removed', async () => {
    const { registry, setMode, standIn } = await aNewerCluster();
    await registry.enroll([aRecord()]);
    await setMode('cart', 'newer');
    await eventually(() => expect(registry.staleProblem?.()).not.toBeNull());
    const writes = () => standIn.audit.filter(({ method }) => method !== 'GET').length;
    const before = writes();
    const text =
      'This server cannot read spec.model.mode of AIScaleTarget "cart" in namespace "shop". Its definition may be newer than this server.';
    expect(await registry.enroll([aRecord()])).toMatchObject([{ result: 'failed', reason: text }]);
    await expect(registry.setLimitPolicy('shop', 'cart', 'keep')).rejects.toMatchObject({
      kind: 'conflict',
      message: text,
    });
    await expect(registry.remove('shop', 'cart')).rejects.toMatchObject({ kind: 'conflict', message: text });
    await expect(registry.get('shop', 'cart')).rejects.toMatchObject({ kind: 'conflict', message: text });
    expect(writes()).toBe(before);
  });

  it('has the name of its workload, and is no longer there when it is removed', async () => {
    const { registry, kubectl, setMode } = await aNewerCluster();
    expect((await kubectl('POST', targets, byHand('my-cart'))).status).toBe(201);
    await setMode('my-cart', 'newer');
    await eventually(() => expect(registry.mayExist?.('shop', 'cart')).toBe(true));
    expect(registry.mayExist?.('shop', 'my-cart')).toBe(false);
    await kubectl('DELETE', `${targets}/my-cart`, {});
    await eventually(() => expect(registry.mayExist?.('shop', 'cart')).toBe(false));
    expect(registry.staleProblem?.()).toBeNull();
  });

  it('is refused after it became one between reading and writing', async () => {
    const { registry, setMode, standIn } = await aNewerCluster();
    await registry.enroll([aRecord()]);
    await eventually(() => expect(registry.changes?.()).toBe(2));
    standIn.silenceWatches();
    await setMode('cart', 'newer');
    await expect(registry.remove('shop', 'cart')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('cannot read spec.model.mode'),
    });
  });
});
