import { type ClusterTargetSortField, minuteMs } from '@trimtab/core';
import { aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { collectGarbage } from '@trimtab/testing/node';
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createServices } from '../services.ts';
import { createAllTargets } from './all-targets.ts';
import { ListedTargets, listedTarget } from './listed-target.ts';
import type { Keys } from './pagination.ts';
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
  await fc.assert(
    fc.asyncProperty(fc.array(entry), async (entries) => {
      const listed = entries.map(([changes, ...others]) => listedTarget({ ...row, ...changes }, ...others));
      const byRow = new Map<ListRow, (typeof listed)[number]>(listed.map((one) => [one.row, one]));
      const all = await ListedTargets.of(
        [...byRow.keys()],
        (one) => byRow.get(one) ?? listedTarget(one, null, undefined),
      );
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

/** A row of one target. */
async function aRow(): Promise<ListRow> {
  const small = aWorld([aRecord()]);
  small.workloads.push(aWorkload());
  const { lists } = createServices({ ...small.deps, logger: () => undefined, version: 'test' });
  const [row] = await (await lists.current({ principal: 'a' })).all();
  if (row === undefined) throw new Error('There is one target.');
  return row;
}

it('an order of entries that have changed is the same as one of new entries', async () => {
  const row = await aRow();
  const records = Array.from({ length: 8 }, (_, index) => aRecord({ name: `app-${index}` }));
  const entries = (savings: readonly (number | null)[]) =>
    ListedTargets.of(
      records.map((record, index) => ({ ...row, record, netHourlySavings: savings[index] ?? null })),
      (one) => listedTarget(one, null, undefined),
    );
  const figures = fc.array(fc.constantFrom(null, 0, 1, 2, 3), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(figures, figures, fc.constantFrom('ascending', 'descending'), async (first, second, direction) => {
      const order = { field: 'net', direction } as const;
      const [before, after] = [await entries(first), await entries(second)];
      const sorted = after.sorted(order, before.sorted(order, null));
      expect(sorted).toEqual(after.sorted(order, null));
    }),
  );
});

/** The list of many targets, whose figures and enrollment a test changes. */
async function manyTargets(count: number) {
  const row = await aRow();
  const records = Array.from({ length: count }, (_, index) =>
    aRecord({ name: `app-${String(index).padStart(5, '0')}` }),
  );
  const rowsWith = (savings: (index: number) => number): readonly ListRow[] =>
    records.map((record, index) => ({ ...row, record, netHourlySavings: savings(index) }));
  const state = { rows: rowsWith(() => 1), namespaces: ['shop'], problems: [] as string[], now: 0 };
  const current = async () => {
    const { rows, namespaces, problems } = state;
    const byName = (name: string) => rows.find(({ record }) => record.name === name);
    const found = { all: async () => rows, inNamespace: () => rows, row: (one: { name: string }) => byName(one.name) };
    return { ...found, namespaces, problems, problemsIn: () => problems, end: 0 };
  };
  const walks: Keys[] = [];
  const changed = new Map<string, number>();
  const list = createAllTargets(
    { current },
    { incidents: () => null, labels: () => null },
    { newest: async () => changed },
    {
      clock: { now: () => state.now },
      shared: {
        orderOf: (keys) => keys().join(),
        startWalk: async (_, keys) => {
          walks.push(keys);
          return keys().join();
        },
        walk: async () => null,
      },
    },
  );
  const savings = async (field: ClusterTargetSortField = 'name') => {
    const order = { field, direction: 'ascending' } as const;
    const page = { limit: 10, offset: 0 };
    const query = { list: field, view: 'all', clusters: null, labels: null, matches: () => true, order, page } as const;
    return (await list(query, { principal: 'a' })).totals.net_hourly_savings;
  };
  return { state, rowsWith, savings, walks };
}

it('the list before is shown while one of many targets is computed, but not after an enrollment', async () => {
  const count = 5_001;
  const { state, rowsWith, savings } = await manyTargets(count);
  expect(await savings()).toBe(count);
  state.rows = rowsWith(() => 2);
  expect(await savings()).toBe(count);
  await expect.poll(() => savings()).toBe(2 * count);
  state.rows = rowsWith(() => 3).slice(1);
  state.namespaces = ['shop'];
  expect(await savings()).toBe(3 * (count - 1));
});

it('an order that stays the same while figures change is named once among replicas', async () => {
  const { state, rowsWith, savings, walks } = await manyTargets(20);
  const orders = async (field: 'name' | 'net') => {
    walks.length = 0;
    for (const figure of [() => 1, () => 2, (index: number) => -index]) {
      state.rows = rowsWith(figure);
      await savings(field);
    }
    return new Set(walks).size;
  };
  expect(await orders('name')).toBe(1);
  expect(await orders('net')).toBe(2);
});

it('the list before is not shown if it is older than half a minute, or if it lacked other figures', async () => {
  const count = 5_001;
  const { state, rowsWith, savings } = await manyTargets(count);
  expect(await savings()).toBe(count);
  state.now += 20_000;
  // Nothing has changed until now, so this list is from now.
  expect(await savings()).toBe(count);
  state.now += 20_000;
  state.rows = rowsWith(() => 2);
  expect(await savings()).toBe(count);
  await expect.poll(() => savings()).toBe(2 * count);
  state.rows = rowsWith(() => 3);
  state.now += minuteMs / 2;
  expect(await savings()).toBe(3 * count);
  state.rows = rowsWith(() => 4);
  state.problems = ['Prometheus did not answer.'];
  expect(await savings()).toBe(4 * count);
});

it('frees the orders before the last one', async () => {
  const { state, rowsWith, savings, walks } = await manyTargets(20);
  const orders: WeakRef<Keys>[] = [];
  for (let round = 1; round <= 10; round += 1) {
    state.rows = rowsWith((index) => (index * round) % 20);
    await savings('net');
    orders.push(...walks.splice(0).map((keys) => new WeakRef(keys)));
  }
  await collectGarbage();
  expect(orders.length).toBe(10);
  expect(orders.filter((keys) => keys.deref() !== undefined).length).toBeLessThanOrEqual(2);
});

it('sorts once for each of several orders', async () => {
  const { savings } = await manyTargets(20);
  const sorted = vi.spyOn(ListedTargets.prototype, 'sorted');
  const fields = ['name', 'net', 'status', 'kind', 'mode', 'cpu'] as const;
  for (const field of [...fields, ...fields]) await savings(field);
  expect(sorted).toHaveBeenCalledTimes(fields.length);
});
