import { minuteMs } from '@trimtab/core';
import { aRecord, aWorkload, aWorld } from '@trimtab/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createServices } from '../services.ts';
import { ListedTargets, listedTarget } from './listed-target.ts';
import type { ListRow } from './target-row.ts';

it('the entries of the list are the same when they are read from its columns', async () => {
  const small = aWorld([aRecord()]);
  small.workloads.push(aWorkload());
  const { lists } = createServices({ ...small.deps, logger: () => undefined, version: 'test' });
  const [row] = await (await lists.current({ principal: 'a' })).all();
  if (row === undefined) throw new Error('There is one target.');
  const listedRow = fc.record({
    netHourlySavings: fc.constantFrom(null, 0, 0.5),
    publishedAt: fc.constantFrom(null, 0, 7),
    lacksMemory: fc.boolean(),
    status: fc.constantFrom(row.status, { ...row.status, severity: 'high' as const }),
  });
  const counts = fc.record({ oomKills: fc.nat(2), restarts: fc.nat(2) });
  const entry = fc.tuple(listedRow, fc.option(counts), fc.option(fc.nat(9), { nil: undefined }));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const listed = entries.map(([changes, ...others]) => listedTarget({ ...row, ...changes }, ...others));
      const byRow = new Map<ListRow, (typeof listed)[number]>(listed.map((one) => [one.row, one]));
      const all = new ListedTargets([...byRow.keys()], (one) => byRow.get(one) ?? listedTarget(one, null, undefined));
      expect(all.rows.map((_, index) => all.at(index))).toEqual(listed);
    }),
  );
});

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
