import { metricCatalogSchema } from '@trimtab/core';
import { aClient, aRecord, aUsage, aWorkload, aWorld, mebibyte } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../ports/index.ts';

function world() {
  const small = aWorld([aRecord(), aRecord({ name: 'idle' })]);
  small.workloads.push(aWorkload(), aWorkload({ name: 'idle', readyReplicas: 0 }));
  small.usages.push(aUsage(0.25, 0.5));
  return small;
}

const cart = {
  namespace: 'shop',
  name: 'cart',
  containers: [
    {
      name: 'app',
      metrics: [
        { name: 'cpu', averageValue: 0.25, averageRequest: 1 },
        { name: 'memory', averageValue: 512 * mebibyte, averageRequest: 1024 * mebibyte },
      ],
    },
  ],
  cpu: { averageValue: 0.25 },
  memory: { averageValue: 512 * mebibyte },
};

describe('current metrics', () => {
  it('are per pod, in the envelope', async () => {
    expect((await aClient(world()).get('/v1/ast/shop/cart/metrics/current')).body).toEqual({ data: cart });
  });

  it('are unknown, not 0, without samples or pods', async () => {
    expect(await aClient(world()).get('/v1/ast/shop/idle/metrics/current')).toMatchObject({
      body: {
        data: {
          cpu: { averageValue: null },
          containers: [{ metrics: [{ averageValue: null, averageRequest: 1 }, {}] }],
        },
      },
    });
  });

  it('are read in bulk with one query per namespace', async () => {
    const small = world();
    const targets = ['cart', 'idle', 'none'].map((name) => ({ namespace: 'shop', name }));
    const { body } = await aClient(small).post('/v1/ast/metrics/current/bulk', { targets });
    expect(body).toMatchObject({ items: [cart, { name: 'idle' }], total: 2 });
    expect(small.asked).toEqual({ cluster: 1, metrics: 1 });
  });

  it('name the source that fails', async () => {
    const small = world();
    small.fail.metrics = new SourceError('It answered 503.');
    expect(await aClient(small).get('/v1/ast/shop/cart/metrics/current')).toMatchObject({
      status: 502,
      body: { errors: ['metrics source unavailable', 'It answered 503.'] },
    });
  });
});

it('the catalog of all targets is cut into pages that have every metric once', async () => {
  const small = world();
  const client = aClient(small);
  const page = async (query: string) =>
    metricCatalogSchema.parse((await client.get(`/v1/metrics/catalog${query}`)).body);
  const whole = await page('');
  expect(whole.total).toBe(2 + 2 * 9);
  const first = await page('?limit=12');
  await small.deps.store.targets.remove('shop', 'cart');
  const second = await page('?limit=12&offset=12');
  expect([...first.items, ...second.items]).toEqual(whole.items);
  expect(second.total).toBe(whole.total);
  expect((await client.get('/v1/metrics/catalog?limit=251')).status).toBe(400);
});

describe('suggestions', () => {
  it('contain the newest one with its explanation', async () => {
    const { body } = await aClient(world()).get('/v1/ast/shop/cart/suggestions?active=true');
    expect(body).toMatchObject({
      total: 1,
      items: [
        {
          created: '2026-03-04T12:00:00.000Z',
          why: expect.stringMatching(/^Balanced: CPU 275m = 1\.1 × 250m, the median of the last hour; /),
          currentReplicas: 2,
          suggestedReplicas: null,
          resourceRecommendations: [
            { container: 'app', recommendations: [{ resource: 'cpu' }, { resource: 'memory' }] },
          ],
        },
      ],
    });
  });

  it('are empty without usage, and for a window in the past', async () => {
    const client = aClient(world());
    expect(await client.get('/v1/ast/shop/idle/suggestions')).toMatchObject({ body: { items: [] } });
    const before = '/v1/ast/shop/cart/suggestions?start=2026-03-03T00:00:00Z&end=2026-03-04T00:00:00Z';
    expect(await client.get(before)).toMatchObject({ body: { items: [], total: 0 } });
  });
});
