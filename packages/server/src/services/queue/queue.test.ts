import { minuteMs } from '@trimtab/core';
import { aRecord, aStore, now } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { wholeWork } from '../../ports/index.ts';
import { createQueue } from './queue.ts';

it('keeps the job of a target that another replica enrolls while the jobs are read', async () => {
  const { jobs } = aStore();
  const records = [aRecord({ name: 'known' })];
  const list = async () => {
    records.push(aRecord({ name: 'new' }));
    await jobs.add([{ id: 'of the other replica', namespace: 'shop', name: 'new', createdAt: now }]);
    return jobs.list();
  };
  const queue = createQueue({
    jobs: { ...jobs, list },
    shared: undefined,
    stored: async () => ({
      records: [...records],
      byNamespace: new Map([['shop', [...records]]]),
      namespaces: ['shop'],
      settings: null,
    }),
    clock: { now: () => now },
    mayExist: () => false,
    advise: async () => undefined,
  });
  await queue.pop();
  expect((await jobs.list()).map(({ name }) => name).toSorted()).toEqual(['known', 'new']);
});

it('measures the leases of replicas with different clocks by the time of the database', async () => {
  const { jobs } = aStore();
  const records = [aRecord({ name: 'cart' })];
  const byNamespace = new Map([['shop', records]]);
  let databaseTime = now;
  /** A replica whose clock differs by this many minutes from that of the database. */
  const replica = (minutes: number) =>
    createQueue({
      jobs,
      shared: { now: () => databaseTime, hold: () => wholeWork },
      stored: async () => ({ records, byNamespace, namespaces: ['shop'], settings: null }),
      clock: { now: () => databaseTime + minutes * minuteMs },
      mayExist: () => false,
      advise: async () => undefined,
    });
  const [behind, right, ahead] = [replica(-10), replica(0), replica(10)];
  expect(await behind.pop({ olderThanMs: 20_000 })).toBeNull();
  expect(await ahead.pop({ olderThanMs: 20_000 })).toBeNull();
  expect(await behind.pop()).toMatchObject({ createdAt: now, leasedUntil: now + 5 * minuteMs });
  expect([await right.pop(), await ahead.pop()]).toEqual([null, null]);
  expect(await ahead.stats()).toMatchObject({ running: 1, pending: 0 });
  databaseTime += 5 * minuteMs;
  expect(await behind.stats()).toMatchObject({ running: 0, pending: 1 });
  expect(await ahead.pop()).toMatchObject({ leasedUntil: now + 10 * minuteMs });
  expect(await right.pop()).toBeNull();
});

it('deletes the jobs of targets that are no longer enrolled, but not those of targets that cannot be read', async () => {
  const { jobs } = aStore();
  const names = ['known', 'gone', 'unreadable'];
  await jobs.add(names.map((name) => ({ id: name, namespace: 'shop', name, createdAt: now })));
  const records = [aRecord({ name: 'known' })];
  const byNamespace = new Map([['shop', records]]);
  const queue = createQueue({
    jobs,
    shared: undefined,
    stored: async () => ({ records, byNamespace, namespaces: ['shop'], settings: null }),
    clock: { now: () => now },
    mayExist: (namespace, name) => namespace === 'shop' && name === 'unreadable',
    advise: async () => undefined,
  });
  await queue.pop();
  expect((await jobs.list()).map(({ name }) => name).toSorted()).toEqual(['known', 'unreadable']);
});

it('keeps the job of a target that this replica does not know yet, because its watch of the cluster lags', async () => {
  const { jobs } = aStore();
  await jobs.add([{ id: 'job', namespace: 'shop', name: 'new', createdAt: now }]);
  let later = 0;
  const queue = createQueue({
    jobs,
    shared: { now: () => now + later, hold: () => wholeWork },
    stored: async () => ({ records: [], byNamespace: new Map(), namespaces: [], settings: null }),
    clock: { now: () => now },
    mayExist: () => false,
    advise: async () => undefined,
  });
  for (later of [5_000, 40_000]) {
    expect(await queue.pop({ olderThanMs: minuteMs })).toBeNull();
    expect(await jobs.list()).toHaveLength(1);
  }
  later = 75_000;
  expect(await queue.pop()).toBeNull();
  expect(await jobs.list()).toEqual([]);
});
