import { candidatesSchema, targetListItemsSchema, targetListSchema } from '@trimtab/core';
import { aClient, aRecord, aWorkload, aWorld, type Client, seeded } from '@trimtab/testing';
import { collectGarbage } from '@trimtab/testing/node';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createPagination, type Keys, type PagingOptions } from './pagination.ts';

const pageOf = async (client: Client, query: string) =>
  targetListSchema.parse((await client.get(`/v1/ast?${query}`)).body);

const asQuery = ({ sort, ...page }: { sort: string; limit: number; offset: number }) =>
  `sort=${encodeURIComponent(sort)}&limit=${page.limit}&offset=${page.offset}`;

const nameOf = (index: number) => `t-${String(index).padStart(3, '0')}`;
const lasting = Array.from({ length: 40 }, (_, index) => nameOf(10 * index));

describe('reading all pages', () => {
  it('shows every lasting target exactly once, while others are enrolled and removed', async () => {
    const random = seeded(5);
    for (let run = 0; run < 50; run += 1) {
      const small = aWorld(lasting.map((name) => aRecord({ name })));
      const client = aClient(small);
      const seen: string[] = [];
      const added: string[] = [];
      for (let offset = 0; ; offset += 7) {
        const { items, total } = await pageOf(client, `limit=7&offset=${offset}`);
        seen.push(...items.map(({ name }) => name));
        if (offset + 7 >= (total ?? 0)) break;
        const name = nameOf(Math.floor(random() * 40) * 10 + 1);
        await small.deps.store.targets.enroll([aRecord({ name })]);
        added.push(name);
        if (random() < 0.5) await client.post(`/v1/ast/shop/${added[0] ?? ''}/cleanup`);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(lasting.filter((name) => !seen.includes(name))).toEqual([]);
    }
  });

  it('starts with the current targets and stays fixed for a minute', async () => {
    const small = aWorld([aRecord({ name: 'a' }), aRecord({ name: 'b' })]);
    const client = aClient(small);
    const names = async (offset: number) =>
      (await pageOf(client, `limit=1&offset=${offset}`)).items.map(({ name }) => name);
    expect(await names(0)).toEqual(['a']);
    await client.post('/v1/ast/shop/a/cleanup');
    expect(await names(1)).toEqual(['b']);
    expect(await names(0)).toEqual(['b']);
    expect(await names(1)).toEqual([]);
    small.now += 60_000;
    await client.post('/v1/ast/shop/b/cleanup');
    expect(await names(0)).toEqual([]);
  });

  it.each(['+name', '-name', '-cost'])(
    'hides no target of a namespace sorted by %s when one is removed',
    async (sort) => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const small = aWorld(names.map((name) => aRecord({ name })));
      const client = aClient(small);
      const page = async (offset: number) => {
        const { body } = await client.get(`/v1/views/namespaces/shop/asts?${asQuery({ sort, limit: 2, offset })}`);
        const { items, total } = z.object({ data: targetListItemsSchema }).parse(body).data;
        expect(total).toBe(names.length);
        return items.map(({ name }) => name);
      };
      const first = await page(0);
      await client.post(`/v1/ast/shop/${first[0] ?? ''}/cleanup`);
      // Another list of the same namespace has its own pages.
      await client.get('/v1/views/namespaces/shop/asts?sort=%2Bmode&limit=1&offset=0');
      expect([...first, ...(await page(2)), ...(await page(4))].toSorted()).toEqual(names);
    },
  );

  it('fixes the list of every client separately, also without sign-in', async () => {
    const small = aWorld(['b', 'c'].map((name) => aRecord({ name })));
    const client = aClient(small);
    const pageFor = async (agent: string, offset: number) => {
      const url = `http://api.test/v1/ast?limit=1&offset=${offset}`;
      const { body } = await client.send(new Request(url, { headers: { 'user-agent': agent } }));
      return targetListSchema.parse(body).items.map(({ name }) => name);
    };
    expect(await pageFor('console', 0)).toEqual(['b']);
    await client.post('/v1/ast/shop/b/cleanup');
    expect(await pageFor('script', 0)).toEqual(['c']);
    expect(await pageFor('console', 1)).toEqual(['c']);
  });

  it('hides no candidate when one is enrolled between two pages', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const small = aWorld();
    small.workloads.push(...names.map((name) => aWorkload({ name })));
    const client = aClient(small);
    const page = async (offset: number) => {
      const { body } = await client.post(`/v1/ast/candidates/shop?dryrun=true&limit=2&offset=${offset}`);
      return candidatesSchema.parse(body).items.map(({ target_ref: target }) => target.name);
    };
    const first = await page(0);
    await client.post('/v1/ast/candidates/shop?dryrun=false', { workloads: ['a'] });
    expect([...first, ...(await page(2))]).toEqual(names);
  });
});

const orderOf = (keys: Keys) => keys().join();

type SharedOrders = ReturnType<typeof sharedOrders>;
/** The pagination of one replica. All replicas share the orders of their lists. */
const replicaOf = (shared: SharedOrders, name = 'targets') =>
  createPagination<string>({ name, clock: { now: () => 0 }, shared, mostItems: 10, keyOf: (item) => item });

/** Orders of lists, as the database of replicas has them. */
function sharedOrders(): NonNullable<PagingOptions['shared']> {
  const walks = new Map<string, { order: string; keys: readonly string[] }>();
  return {
    orderOf,
    async startWalk(walk, keys) {
      walks.set(walk, { order: orderOf(keys), keys: keys() });
      return orderOf(keys);
    },
    async walk(walk, known) {
      const found = walks.get(walk);
      return found === undefined ? null : { ...found, keys: found.order === known ? null : found.keys };
    },
  };
}

describe('reading pages of replicas', () => {
  it.each([true, false])('shows every lasting item once, in an order that changes; by its key: %s', async (byKey) => {
    const random = seeded(11);
    for (let run = 0; run < 100; run += 1) {
      const shared = sharedOrders();
      const clock = { now: () => 0 };
      const pagers = [1, 2, 3].map(() =>
        createPagination<string>({ clock, shared, mostItems: 10, name: 'targets', keyOf: (one) => one }),
      );
      const orderedBy = (items: readonly string[]) => ({ items, keysOf: pagers.map(() => () => items) });
      let now = orderedBy(lasting);
      const seen: string[] = [];
      for (let offset = 0; offset < lasting.length; offset += 7) {
        const { items, keysOf } = now;
        const at = Math.floor(random() * pagers.length);
        const ofKeys = { keys: keysOf[at] ?? (() => items), find: (key: string) => items.find((one) => one === key) };
        const page = { limit: 7, offset };
        const answer = await pagers[at]?.('list', { principal: 'a' }, items, page, byKey ? { ofKeys } : {});
        expect(answer?.total).toBe(lasting.length);
        seen.push(...(answer?.shown ?? []));
        if (random() < 0.5) now = orderedBy(items.toSorted(() => random() - 0.5));
      }
      expect(seen.toSorted()).toEqual(lasting);
    }
  });

  it('leaves out an item that is gone', async () => {
    const shared = sharedOrders();
    const [one, two] = [replicaOf(shared), replicaOf(shared)];
    await one('list', { principal: 'a' }, ['a', 'b', 'c', 'd'], { limit: 2, offset: 0 });
    const last = await two('list', { principal: 'a' }, ['a', 'd'], { limit: 2, offset: 2 });
    expect(last).toEqual({ shown: ['d'], total: 4 });
  });

  it('does not mix two lists that only their pagination tells apart', async () => {
    const shared = sharedOrders();
    const [targets, changes] = [replicaOf(shared, 'targets'), replicaOf(shared, 'changes')];
    const page = { limit: 2, offset: 2 };
    await targets('{}', { principal: 'a' }, ['a', 'b', 'c'], { limit: 2, offset: 0 });
    await changes('{}', { principal: 'a' }, ['x', 'y', 'z', 'w'], { limit: 2, offset: 0 });
    expect(await targets('{}', { principal: 'a' }, ['a', 'b', 'c'], page)).toEqual({ shown: ['c'], total: 3 });
    expect(await changes('{}', { principal: 'a' }, ['x', 'y', 'z', 'w'], page)).toEqual({
      shown: ['z', 'w'],
      total: 4,
    });
  });

  it('keeps nothing of the list behind a page that continues in the order of another replica', async () => {
    const shared = sharedOrders();
    const [one, two] = [replicaOf(shared), replicaOf(shared)];
    await one('list', { principal: 'a' }, ['a', 'b', 'c', 'd'], { limit: 2, offset: 0 });
    const next = async () => {
      const list = { items: ['d', 'c', 'b', 'a'] };
      const ofKeys = {
        keys: () => ['d', 'c', 'b', 'a'],
        find: (key: string) => list.items.find((item) => item === key),
      };
      const page = await two('list', { principal: 'a' }, list.items, { limit: 2, offset: 2 }, { ofKeys });
      return { shown: page?.shown, list: new WeakRef(list) };
    };
    const { shown, list } = await next();
    expect(shown).toEqual(['c', 'd']);
    await collectGarbage();
    expect(list.deref()).toBeUndefined();
  });

  it('keeps the orders of few clients if these are long', async () => {
    const shared = sharedOrders();
    const pages = createPagination<string>({
      clock: { now: () => 0 },
      shared,
      mostItems: 10,
      name: 'targets',
      keyOf: (item) => item,
    });
    const items = Array.from({ length: 200 }, (_, index) => `app-${index}`);
    const orders: WeakRef<Keys>[] = [];
    for (let client = 0; client < 20; client += 1) {
      const keys = () => items.map((item) => item);
      orders.push(new WeakRef(keys));
      const ofKeys = { keys, find: () => undefined };
      await pages('list', { principal: 'a', client: `${client}` }, items, { limit: 2, offset: 0 }, { ofKeys });
    }
    await collectGarbage();
    expect(orders.filter((keys) => keys.deref() !== undefined).length).toBeLessThanOrEqual(6);
  });
});
