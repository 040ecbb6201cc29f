import { expect, it } from 'vitest';
import { memoryChanges } from './changes.ts';
import { memorySuggestions } from './suggestions.ts';

it('keeps the newest suggestions of every target within its bound', async () => {
  const store = memorySuggestions(memoryChanges(), 8);
  const add = (name: string, createdAt: number) =>
    store.add([{ namespace: 'shop', name, createdAt, id: `${name} ${createdAt}`, version: 1, body: '{}' }]);
  for (let at = 1; at <= 20; at += 1) for (const name of ['cart', 'search']) await add(name, at);
  await add('quiet', 1);
  const all = { start: 0, end: 100 };
  const times = async (name: string) => (await store.list('shop', name, all)).map(({ createdAt }) => createdAt);
  const [cart, search] = [await times('cart'), await times('search')];
  expect(cart[0]).toBe(20);
  expect(search[0]).toBe(20);
  expect(await times('quiet')).toEqual([1]);
  expect(cart.length + search.length).toBeLessThanOrEqual(7);
  await store.prune(100);
  await add('cart', 101);
  expect(await store.newest('shop')).toHaveLength(1);
});
