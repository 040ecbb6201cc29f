import { aClient, aRecord, aWorkload, aWorld, mebibyte } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../ports/index.ts';

const hpa = {
  name: 'h',
  minReplicas: 2,
  maxReplicas: 9,
  metrics: [
    { type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 70 } },
    { type: 'Pod', name: 'queue', target: { type: 'AverageValue', value: 5 } },
  ],
} as const;

function world() {
  const small = aWorld([aRecord(), aRecord({ name: 'gone' }), aRecord({ namespace: 'zoo', name: 'constructor' })]);
  small.workloads.push(aWorkload({ hpa }), aWorkload({ namespace: 'zoo', name: 'constructor' }));
  return small;
}

describe('targets', () => {
  it('returns all targets in pages; only the last page is shorter', async () => {
    const client = aClient(world());
    expect(await client.get('/v1/ast?limit=2')).toMatchObject({ body: { items: [{}, { name: 'gone' }], total: 3 } });
    expect(await client.get('/v1/ast?limit=2&offset=2')).toMatchObject({
      body: { items: [{ namespace: 'zoo', name: 'constructor' }], total: 3 },
    });
  });

  it('lists a deleted workload in items but not in itemsEnhanced', async () => {
    const { body } = await aClient(world()).get('/v1/ast?enhancedItems=true&limit=10');
    expect(body).toMatchObject({
      items: [{ name: 'cart' }, { name: 'gone' }, { name: 'constructor' }],
      total: 3,
      itemsEnhanced: [
        {
          target: {
            name: 'cart',
            current_replicas: 2,
            containers: [{ name: 'app', average_requests: { cpu: 1, memory: 1024 * mebibyte } }],
          },
          horizontalpodautoscaler: { min_replicas: 2, max_replicas: 9, metrics: [{ type: 'Resource', name: 'cpu' }] },
        },
        { aiscaletarget: { name: 'constructor' } },
      ],
    });
  });

  it('lists targets while the cluster source fails', async () => {
    const small = world();
    small.fail.cluster = new SourceError('connection refused');
    expect(await aClient(small).get('/v1/ast?enhancedItems=true')).toMatchObject({
      status: 200,
      body: { total: 3, itemsEnhanced: [] },
    });
  });

  it('returns a target with every metric of its HPA', async () => {
    const { body } = await aClient(world()).get('/v1/ast/shop/cart');
    expect(body).toMatchObject({
      target: { kind: 'Deployment' },
      aiscaletarget: { spec: { scale_target_ref: { name: 'cart', api_version: 'apps/v1', kind: 'Deployment' } } },
      horizontalpodautoscaler: { metrics: [{ source: 'hpa' }, { type: 'Pod', name: 'queue' }] },
    });
  });

  it('says which containers only the pods have, and the class of the pods, unless this is unknown', async () => {
    const small = aWorld([aRecord(), aRecord({ name: 'other' })]);
    small.workloads.push(aWorkload({ injected: ['istio-proxy'], qosClass: 'Burstable' }), aWorkload({ name: 'other' }));
    const client = aClient(small);
    expect(await client.get('/v1/ast/shop/cart')).toMatchObject({
      body: { target: { injected_containers: ['istio-proxy'], qos_class: 'Burstable' } },
    });
    const { body } = await client.get('/v1/ast/shop/other');
    expect(body).not.toHaveProperty('target.injected_containers');
    expect(body).not.toHaveProperty('target.qos_class');
  });

  it('returns the exact text that clients expect when a workload is gone', async () => {
    expect(await aClient(world()).get('/v1/ast/shop/gone')).toMatchObject({
      status: 500,
      body: { errors: ['failed to get target scale: Deployment "gone" not found'] },
    });
  });

  it('distinguishes a failing cluster source from a deleted workload', async () => {
    const small = world();
    small.fail.cluster = new SourceError('It did not answer in 20 s.', { timedOut: true });
    expect(await aClient(small).get('/v1/ast/shop/cart')).toMatchObject({
      status: 504,
      body: { errors: ['cluster source unavailable', 'It did not answer in 20 s.'] },
    });
  });

  it.each(['/v1/ast/shop/none', '/v1/ast/shop/none/pods', '/v1/ast/shop/none/metrics/current'])(
    'answers 404 to %s',
    async (path) => {
      expect((await aClient(world()).get(path)).status).toBe(404);
    },
  );

  it('lists pods, without requests and limits that are not set', async () => {
    const { body } = await aClient(world()).get('/v1/ast/shop/cart/pods');
    expect(body).toEqual({
      items: [
        {
          name: 'cart-1',
          status: 'Running',
          created: '2026-03-04T12:00:00.000Z',
          labels: [{ key: 'app', value: 'x' }],
          containers: [{ name: 'app', image: 'x:1', cpu_request: 0.5, memory_limit: 100 * mebibyte }],
        },
      ],
      total: 1,
    });
    expect((await aClient(world()).get('/v1/ast/shop/gone/pods')).body).toEqual({ items: [], total: 0 });
  });

  it('removes a target', async () => {
    const client = aClient(world());
    expect(await client.post('/v1/ast/shop/gone/cleanup')).toMatchObject({ status: 204, body: null });
    expect((await client.post('/v1/ast/shop/gone/cleanup')).status).toBe(404);
    expect(await client.get('/v1/ast/shop')).toMatchObject({ body: { items: [{ name: 'cart' }], total: 1 } });
  });

  it('finds a target by the owner of a pod', async () => {
    const client = aClient(world());
    const owner = { namespace: 'shop', kind: 'Deployment', name: 'cart' };
    expect(await client.post('/v1/pod/ast', owner)).toMatchObject({ status: 200, body: { name: 'cart' } });
    expect((await client.post('/v1/pod/ast', { ...owner, kind: 'StatefulSet' })).status).toBe(404);
  });

  it('finds the target of a ReplicaSet, which is what owns the pods of a Deployment', async () => {
    const small = world();
    const { cluster } = small.deps;
    const pods = async (...asked: Parameters<typeof cluster.pods>) => {
      const found = await cluster.pods(...asked);
      return { ...found, items: found.items.map((pod) => ({ ...pod, name: 'cart-5d8f7c9b64-x2k8p' })) };
    };
    small.deps.cluster = { ...cluster, pods };
    const client = aClient(small);
    const owner = { namespace: 'shop', kind: 'ReplicaSet', name: 'cart-5d8f7c9b64' };
    expect(await client.post('/v1/pod/ast', owner)).toMatchObject({ status: 200, body: { name: 'cart' } });
    for (const other of ['cart', 'cart-5d8f7c9b6', 'gone-5d8f7c9b64', 'other-5d8f7c9b64', 'cart-5d8f7c9b64-x2k8p'])
      expect((await client.post('/v1/pod/ast', { ...owner, name: other })).status).toBe(404);
    expect((await client.post('/v1/pod/ast', { ...owner, namespace: 'zoo' })).status).toBe(404);
    expect((await client.post('/v1/pod/ast', { ...owner, kind: 'Job' })).status).toBe(404);
  });

  it('lists namespaces, with its own only on request', async () => {
    const client = aClient(world());
    expect((await client.get('/v1/system/namespaces')).body).toEqual({
      items: [{ name: 'shop' }, { name: 'zoo' }],
      total: 2,
    });
    expect(await client.get('/v1/system/namespaces?include_trimtab=true')).toMatchObject({ body: { total: 3 } });
  });
});
