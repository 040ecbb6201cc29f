import { minuteMs } from '@trimtab/core';
import { aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { createServices } from '../services.ts';

it('an entry that has not changed since the last list stays the same object', async () => {
  const small = aWorld([aRecord(), aRecord({ name: 'mail' })]);
  small.workloads.push(aWorkload(), aWorkload({ name: 'mail' }));
  const { allTargets } = createServices({ ...small.deps, logger: () => undefined, version: 'test' });
  const list = async () => {
    const page = { limit: 10, offset: 0 };
    const order = { field: 'name', direction: 'ascending' } as const;
    const query = { list: 'all', view: 'all', clusters: null, labels: null, matches: () => true, order, page } as const;
    return (await allTargets(query, { principal: 'a' })).items;
  };
  const before = await list();
  small.workloads[1] = aWorkload({ name: 'mail', readyReplicas: 5, containers: [] });
  small.now += 2 * minuteMs;
  const after = await list();
  expect(after.map((item, index) => item === before[index])).toEqual([true, false]);
});
