import { describe, expect, it } from 'vitest';
import type { Store } from '../ports/index.ts';
import { aRecord } from './records.ts';

/** What every store promises, whatever it is made of. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    const empty = async () => {
      const store = await open();
      return { store, [Symbol.asyncDispose]: () => store.close() };
    };

    it('is empty at first', async () => {
      await using opened = await empty();
      expect(await opened.store.targets.list()).toEqual([]);
      expect(await opened.store.targets.get('shop', 'cart')).toBeNull();
      expect(await opened.store.settings.get()).toBeNull();
    });

    it('gives back a record as it was enrolled, legal but awkward names included', async () => {
      await using opened = await empty();
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
      await opened.store.targets.enrol([record]);
      expect(await opened.store.targets.get('shop', 'constructor')).toEqual(record);
      expect(await opened.store.targets.list()).toEqual([record]);
    });

    it('lists by namespace, then name, by code unit', async () => {
      await using opened = await empty();
      const names = ['b', 'B', 'a-1', 'a', 'é'];
      await opened.store.targets.enrol(names.map((one) => aRecord({ name: one })));
      await opened.store.targets.enrol([aRecord({ namespace: 'Zoo', name: 'z' })]);
      const listed = await opened.store.targets.list();
      expect(listed.map(({ namespace, name: one }) => `${namespace}/${one}`)).toEqual([
        'Zoo/z',
        'shop/B',
        'shop/a',
        'shop/a-1',
        'shop/b',
        'shop/é',
      ]);
    });

    it('enrols once, and leaves what is there as it was', async () => {
      await using opened = await empty();
      const first = aRecord({ vertical: 'autonomous' });
      await opened.store.targets.enrol([first]);
      const outcomes = await opened.store.targets.enrol([
        aRecord(),
        aRecord({ name: 'new' }),
        aRecord({ kind: 'StatefulSet' }),
        aRecord({ name: 'new' }),
      ]);
      expect(outcomes.map(({ result }) => result)).toEqual(['exists', 'created', 'conflict', 'exists']);
      expect(await opened.store.targets.get('shop', 'cart')).toEqual(first);
      expect(await opened.store.targets.list()).toHaveLength(2);
    });

    it('removes and records only what is there', async () => {
      await using opened = await empty();
      const state = { replicas: 2, containers: [], recordedAt: 5 };
      await opened.store.targets.enrol([aRecord()]);
      expect(await opened.store.targets.recordUnoptimized('shop', 'other', state)).toBe(false);
      expect(await opened.store.targets.recordUnoptimized('shop', 'cart', state)).toBe(true);
      expect((await opened.store.targets.get('shop', 'cart'))?.unoptimized).toEqual(state);
      expect(await opened.store.targets.remove('shop', 'cart')).toBe(true);
      expect(await opened.store.targets.remove('shop', 'cart')).toBe(false);
    });

    it('keeps the settings saved last', async () => {
      await using opened = await empty();
      await opened.store.settings.save({ node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 });
      const latest = { node_cpu_cores: 7.5, node_memory_bytes: 33_554_432.5, node_hourly_cost: 0.0001 };
      await opened.store.settings.save(latest);
      expect(await opened.store.settings.get()).toEqual(latest);
    });
  });
}
