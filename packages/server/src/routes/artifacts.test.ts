import { artifactListSchema, artifactSchema } from '@trimtab/core';
import { aClient, aRecord, aWorld, type SmallWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { wholeWork } from '../ports/index.ts';

const path = '/v1/artifacts/recommender-state.shop.cart.v2';

async function world(): Promise<SmallWorld> {
  const small = aWorld([aRecord({ name: 'cart.v2' }), aRecord({ namespace: 'a', name: 'constructor' })]);
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
  await small.deps.store.states?.put([{ namespace: 'shop', name: 'cart.v2', version: 3, bytes }], wholeWork);
  return small;
}
const patch = async (small: SmallWorld, body: unknown, at = path) =>
  aClient(small).send(
    new Request(`http://api.test${at}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  );
const contentOf = (body: unknown) => artifactSchema.parse(body).content;

describe('artifacts', () => {
  it('are the stored usage histories of all targets', async () => {
    const { body } = await aClient(await world()).get('/v1/artifacts');
    const { items, total } = artifactListSchema.parse(body);
    expect(items.map(({ name }) => name)).toEqual([
      'recommender-state.a.constructor',
      'recommender-state.shop.cart.v2',
    ]);
    expect(total).toBe(2);
    expect(items[1]).toMatchObject({
      kind: 'recommender-state',
      created: '2023-11-14T22:13:20.000Z',
      labels: { namespace: 'shop', name: 'cart.v2', kind: 'Deployment' },
    });
  });

  it('are returned with their complete content', async () => {
    const content = contentOf((await aClient(await world()).get(path)).body);
    expect(content).toMatchObject({ version: 3, encoding: 'base64', state_bytes: 20_000 });
    expect(Buffer.from(String(content?.['state']), 'base64')).toHaveLength(20_000);
    const other = (await aClient(await world()).get('/v1/artifacts/recommender-state.a.constructor')).body;
    expect(contentOf(other)).toMatchObject({ version: null, state: null, state_bytes: 0 });
  });

  it('are changed by merge patches, and the changes last', async () => {
    const small = await world();
    await patch(small, { content: { owner: { team: 'a', since: 2020 }, tags: ['x', 'y'], constructor: 1 } });
    const second = { owner: { since: null, on: { call: 'b' } }, tags: ['z'], none: null };
    const { status, body } = await patch(small, { content: second, labels: { tier: 'gold', none: null } });
    expect(status).toBe(200);
    expect(contentOf(body)).toMatchObject({ owner: { team: 'a', on: { call: 'b' } }, tags: ['z'], version: 3 });
    expect(body).toMatchObject({ labels: { tier: 'gold', namespace: 'shop', name: 'cart.v2' } });
    const read = (await aClient(small).get(path)).body;
    expect(read).toEqual(body);
    const again = contentOf(read);
    expect(Object.hasOwn(again ?? {}, 'none')).toBe(false);
    expect(Object.hasOwn(Object(again?.['owner']), 'since')).toBe(false);
    const { items } = artifactListSchema.parse((await aClient(small).get('/v1/artifacts')).body);
    expect(items[1]?.labels).toEqual({ tier: 'gold', namespace: 'shop', name: 'cart.v2', kind: 'Deployment' });
    const { body: cleared } = await patch(small, { labels: null, content: null });
    expect(cleared).toEqual((await aClient(await world()).get(path)).body);
  });

  it.each<[string, unknown, number]>([
    ['the recommender’s own fields', { content: { state: 'AAAA' } }, 400],
    ['the labels it was made with', { labels: { namespace: 'other' } }, 400],
    ['a label that is no text', { labels: { tier: 1 } }, 400],
    ['its name', { name: 'other' }, 400],
    ['what an artifact does not have', { owner: 'a' }, 400],
    ['a content that is no object', { content: 'text' }, 400],
    ['no object', ['a'], 400],
    ['a prototype', JSON.parse('{"content":{"__proto__":{"a":1}}}'), 400],
    ['far too much', { content: { text: 'x'.repeat(70_000) } }, 413],
  ])('reject %s', async (_what, body, status) => {
    const small = await world();
    expect((await patch(small, body)).status).toBe(status);
    expect(await small.deps.store.artifacts.list()).toEqual([]);
  });

  it.each([
    'recommender-state.shop.other',
    'recommender-state.shop',
    '..%2f..%2fetc%2fpasswd',
    'recommender-state.shop.cart.v2%2f..',
    '%5c..%5c',
    '__proto__',
  ])('do not exist under the name %s', async (name) => {
    const small = await world();
    const at = `/v1/artifacts/${name}`;
    expect((await aClient(small).get(at)).status).toBe(404);
    expect((await patch(small, { content: { a: 1 } }, at)).status).toBe(404);
  });
});
