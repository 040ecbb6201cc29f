import { defaultNodeSettings } from '@trimtab/core';
import { aRecord, aStore } from '@trimtab/testing';
import { describe, expect, it, vi } from 'vitest';
import { cacheStore } from './cached-store.ts';

function aCachedStore() {
  const clock = { at: 0, now: () => clock.at };
  const kept = aStore([aRecord()]);
  let reads = 0;
  // Like a database, it returns new objects each time.
  const list = async () => {
    reads += 1;
    return structuredClone(await kept.targets.list());
  };
  const behind = { ...kept, targets: { ...kept.targets, list } };
  return { clock, kept, reads: () => reads, ...cacheStore(behind, clock) };
}

describe('stored state', () => {
  it('is read again after 30 seconds, and is the same object while its content is equal', async () => {
    const { clock, stored, reads } = aCachedStore();
    const first = await stored();
    expect(await stored()).toBe(first);
    expect(reads()).toBe(1);
    clock.at += 30_000;
    expect(await stored()).toBe(first);
    expect(reads()).toBe(2);
  });

  it('shows a write of this process immediately', async () => {
    const { store, stored } = aCachedStore();
    const first = await stored();
    await store.targets.enroll([aRecord({ name: 'web' })]);
    expect((await stored()).records.map(({ name }) => name)).toEqual(['cart', 'web']);
    await store.settings.save({ ...defaultNodeSettings, node_hourly_cost: 1 });
    expect((await stored()).settings).toMatchObject({ node_hourly_cost: 1 });
    expect(first.records).toHaveLength(1);
  });

  it('keeps the targets of a namespace in which nothing changed', async () => {
    const { store, stored } = aCachedStore();
    await store.targets.enroll([aRecord({ name: 'web' }), aRecord({ namespace: 'pay' })]);
    const before = await stored();
    await store.targets.enroll([aRecord({ namespace: 'a' }), aRecord({ namespace: 'pay', name: 'bill' })]);
    const after = await stored();
    expect(after.byNamespace.get('shop')).toBe(before.byNamespace.get('shop'));
    expect(after.byNamespace.get('pay')).not.toBe(before.byNamespace.get('pay'));
    expect(
      [...after.byNamespace.values()]
        .flat()
        .map(({ namespace, name }) => `${namespace}/${name}`)
        .toSorted(),
    ).toEqual(['a/cart', 'pay/bill', 'pay/cart', 'shop/cart', 'shop/web']);
    expect(new Set(after.records)).toEqual(new Set([...after.byNamespace.values()].flat()));
    for (const record of after.records) expect(after.byNamespace.get(record.namespace)).toContain(record);
  });

  it('shows a write of another process within 30 seconds', async () => {
    const { clock, kept, stored } = aCachedStore();
    const first = await stored();
    await kept.targets.remove('shop', 'cart');
    expect(await stored()).toBe(first);
    clock.at += 30_000;
    expect(await stored()).toMatchObject({ records: [], settings: null });
  });

  it('is not read again after 30 seconds among replicas, because their database counts its changes', async () => {
    const clock = { at: 0, now: () => clock.at };
    const kept = aStore([aRecord()]);
    const list = vi.spyOn(kept.targets, 'list');
    let revision = 1;
    const { stored } = cacheStore(kept, clock, { revision: async () => revision });
    const first = await stored();
    clock.at += 300_000;
    expect(await stored()).toBe(first);
    expect(list).toHaveBeenCalledOnce();
    await kept.targets.enroll([aRecord({ name: 'web' })]);
    revision = 2;
    expect((await stored()).records.map(({ name }) => name)).toEqual(['cart', 'web']);
  });

  it('fails instead of missing a write of another replica', async () => {
    const kept = aStore([aRecord()]);
    const revision = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1);
    const { stored } = cacheStore(kept, { now: () => 0 }, { revision });
    await stored();
    await kept.targets.enroll([aRecord({ name: 'web' })]);
    revision.mockRejectedValueOnce(new Error('The connection was terminated.'));
    await expect(stored()).rejects.toThrow('terminated');
    revision.mockResolvedValueOnce(2);
    expect((await stored()).records.map(({ name }) => name)).toEqual(['cart', 'web']);
  });
});
