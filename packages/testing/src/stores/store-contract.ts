import type { Store } from '@trimtab/server';
import { afterEach, describe, expect, it } from 'vitest';
import { aRecord } from '../records.ts';
import { recordsContract } from './records-contract.ts';
import { suggestionsContract } from './suggestions-contract.ts';

/** The tests that every implementation of the `Store` port must pass. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`The ${name}`, () => {
    const stores: Store[] = [];
    const empty = async (): Promise<Store> => {
      const store = await open();
      stores.push(store);
      return store;
    };
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
    });

    it('is empty at first', async () => {
      const store = await empty();
      expect(await store.targets.list()).toEqual([]);
      expect(await store.targets.get('shop', 'cart')).toBeNull();
      expect(await store.settings.get()).toBeNull();
    });

    it('returns a record as it was enrolled, also with unusual names', async () => {
      const store = await empty();
      const record = aRecord({
        name: 'constructor',
        horizontal: 'autonomous',
        managed: [{ container: '__proto__', resources: ['memory'] }],
        unoptimized: {
          replicas: 3,
          containers: [{ name: 'toString', cpuRequest: null, memoryRequest: 1.5e9 }],
          recordedAt: 1_700_000_000_001,
        },
      });
      await store.targets.enroll([record]);
      expect(await store.targets.get('shop', 'constructor')).toEqual(record);
      expect(await store.targets.list()).toEqual([record]);
    });

    it('lists by namespace, then name, by code unit', async () => {
      const store = await empty();
      const names = ['b', 'B', 'a-1', 'a', 'é'];
      await store.targets.enroll(names.map((one) => aRecord({ name: one })));
      await store.targets.enroll([aRecord({ namespace: 'Zoo', name: 'z' })]);
      const listed = await store.targets.list();
      expect(listed.map(({ namespace, name: one }) => `${namespace}/${one}`)).toEqual([
        'Zoo/z',
        'shop/B',
        'shop/a',
        'shop/a-1',
        'shop/b',
        'shop/é',
      ]);
    });

    it('enrolls a target once and does not change an existing one', async () => {
      const store = await empty();
      const first = aRecord({ vertical: 'autonomous' });
      await store.targets.enroll([first]);
      const outcomes = await store.targets.enroll([
        aRecord(),
        aRecord({ name: 'new' }),
        aRecord({ kind: 'StatefulSet' }),
        aRecord({ name: 'new' }),
      ]);
      expect(outcomes.map(({ result }) => result)).toEqual(['exists', 'created', 'conflict', 'exists']);
      expect(await store.targets.get('shop', 'cart')).toEqual(first);
      expect(await store.targets.list()).toHaveLength(2);
    });

    it('removes and updates only existing targets', async () => {
      const store = await empty();
      const state = { replicas: 2, containers: [], recordedAt: 5 };
      await store.targets.enroll([aRecord()]);
      expect(await store.targets.recordUnoptimized('shop', 'other', state)).toBe(false);
      expect(await store.targets.recordUnoptimized('shop', 'cart', state)).toBe(true);
      expect((await store.targets.get('shop', 'cart'))?.unoptimized).toEqual(state);
      expect(await store.targets.setLimitPolicy('shop', 'other', 'ratio')).toBe(false);
      expect(await store.targets.setLimitPolicy('shop', 'cart', 'ratio')).toBe(true);
      expect(await store.targets.get('shop', 'cart')).toEqual({
        ...aRecord(),
        unoptimized: state,
        limitPolicy: 'ratio',
      });
      expect(await store.targets.setLimitPolicy('shop', 'cart', null)).toBe(true);
      expect(await store.targets.get('shop', 'cart')).toEqual({ ...aRecord(), unoptimized: state });
      expect(await store.targets.remove('shop', 'cart')).toBe(true);
      expect(await store.targets.remove('shop', 'cart')).toBe(false);
    });

    it('returns the settings that were saved last', async () => {
      const store = await empty();
      await store.settings.save({ node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 });
      const latest = { node_cpu_cores: 7.5, node_memory_bytes: 33_554_432.5, node_hourly_cost: 0.0001 };
      await store.settings.save(latest);
      expect(await store.settings.get()).toEqual(latest);
    });

    recordsContract(empty);
    suggestionsContract(empty);
  });
}
