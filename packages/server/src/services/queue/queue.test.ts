import { aRecord, aStore, now } from '@trimtab/testing';
import { expect, it } from 'vitest';
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
