import { candidatesSchema } from '@trimtab/core';
import { aClient, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const path = '/v1/ast/candidates/shop';
function world() {
  const small = aWorld();
  small.workloads.push(
    aWorkload({ name: 'web' }),
    aWorkload(),
    aWorkload({ name: 'db', kind: 'StatefulSet' }),
    aWorkload({ name: 'nightly', kind: 'Job' }),
    aWorkload({ namespace: 'other', name: 'elsewhere' }),
  );
  return small;
}
const nameOf = (item: { target_ref: { name: string } }) => item.target_ref.name;

describe('candidates', () => {
  it('previews the candidates without enrolling them', async () => {
    const small = world();
    const { status, body } = await aClient(small).post(`${path}?dryrun=true&limit=-1&offset=0`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'shop',
      total: 3,
      items: [
        { target_ref: { name: 'cart', kind: 'Deployment' }, json: { metadata: { namespace: 'shop', name: 'cart' } } },
        { target_ref: { name: 'db', kind: 'StatefulSet' } },
        { target_ref: { name: 'web', kind: 'Deployment' } },
      ],
    });
    expect(await small.deps.store.targets.list()).toEqual([]);
  });

  it('has the manifest that kubectl can apply', async () => {
    const { body } = await aClient(world()).post(`${path}?dryrun=true`);
    expect(candidatesSchema.parse(body).items[0]?.json).toEqual({
      apiVersion: 'trimtab.dev/v1alpha1',
      kind: 'AIScaleTarget',
      metadata: { namespace: 'shop', name: 'cart' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
        vertical: { mode: 'recommendation', containers: { app: { cpu: {}, memory: {} } } },
        model: { mode: 'balanced' },
      },
    });
  });

  it('pages the preview, without enrolled workloads', async () => {
    const client = aClient(world());
    await client.post(`${path}?dryrun=false`, { workloads: ['db'] });
    expect(await client.post(`${path}?dryrun=true&limit=1&offset=1`)).toMatchObject({
      body: { total: 2, items: [{ target_ref: { name: 'web' } }] },
    });
  });

  it.each(['', '?dryrun=TRUE', '?dryrun=', '?dryrun=false&dryrun=false', '?dryrun=0', '?dryrun=false&dryrun=true'])(
    'rejects %s instead of guessing whether to write',
    async (query) => {
      const small = world();
      expect((await aClient(small).post(`${path}${query}`)).status).toBe(400);
      expect(await small.deps.store.targets.list()).toEqual([]);
    },
  );

  it.each(['limit=-2', 'limit=0', 'limit=5001', 'offset=-1'])('rejects %s', async (parameter) => {
    expect((await aClient(world()).post(`${path}?dryrun=true&${parameter}`)).status).toBe(400);
  });

  it('does not accept paging parameters for an enrollment', async () => {
    const small = world();
    expect((await aClient(small).post(`${path}?dryrun=false&limit=1`)).status).toBe(400);
    expect((await aClient(small).post(`${path}?dryrun=false&limit=-1&offset=0`)).status).toBe(200);
  });
});

describe('enrollment', () => {
  it('enrolls a workload in recommendation mode, with replicas if it has an HPA', async () => {
    const small = world();
    small.workloads.push(
      aWorkload({ name: 'scaled', hpa: { name: 'h', minReplicas: 1, maxReplicas: 4, metrics: [] } }),
    );
    const client = aClient(small);
    await client.post(`${path}?dryrun=false`, { workloads: ['cart', 'scaled'] });
    expect(await client.get('/v1/ast/shop')).toMatchObject({
      body: {
        items: [
          {
            name: 'cart',
            spec: { vertical: { mode: 'recommendation', containers: { app: { cpu: {}, memory: {} } } } },
          },
          { name: 'scaled', spec: { horizontal: { mode: 'recommendation' }, vertical: { mode: 'recommendation' } } },
        ],
        total: 2,
      },
    });
    expect((await small.deps.store.targets.get('shop', 'cart'))?.horizontal).toBeNull();
  });

  it('is idempotent under repeated and parallel requests', async () => {
    const small = world();
    const client = aClient(small);
    const ask = () => client.post(`${path}?dryrun=false`);
    const answers = [await ask(), ...(await Promise.all([ask(), ask()]))];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(items(body).map(nameOf)).toEqual(['cart', 'db', 'web']);
    }
    expect(answers.map(({ body }) => items(body).map((item) => item.result))).toEqual([
      ['created', 'created', 'created'],
      ['exists', 'exists', 'exists'],
      ['exists', 'exists', 'exists'],
    ]);
    expect(await small.deps.store.targets.list()).toHaveLength(3);
  });

  it('enrolls existing workloads and reports missing ones', async () => {
    const small = world();
    small.workloads.push(aWorkload({ kind: 'StatefulSet' }));
    const { status, body } = await aClient(small).post(`${path}?dryrun=false`, {
      workloads: ['cart', 'gone', 'cart', 'nightly'],
    });
    expect(status).toBe(200);
    expect(items(body).map(({ target_ref, result }) => [target_ref.name, target_ref.kind, result])).toEqual([
      ['cart', 'Deployment', 'created'],
      ['cart', 'StatefulSet', 'failed'],
      ['gone', '', 'failed'],
      ['nightly', '', 'failed'],
    ]);
    expect(items(body)[1]?.error).toContain('enrolled already with another kind');
    expect(items(body)[2]?.error).toContain('No workload named "gone"');
  });

  it('shows a new target immediately', async () => {
    const client = aClient(world());
    expect(await client.get('/v1/views/namespaces/shop/asts')).toMatchObject({ body: { data: { total: 0 } } });
    await client.post(`${path}?dryrun=false`, { workloads: ['cart'] });
    const { body } = await client.get('/v1/views/namespaces/shop/asts');
    expect(body).toMatchObject({ data: { items: [{ name: 'cart' }], total: 1 } });
  });

  it('finds a workload that was created after the lists were cached', async () => {
    const small = world();
    const client = aClient(small);
    await client.post(`${path}?dryrun=false`);
    await client.get('/v1/views/namespaces/shop/asts');
    small.workloads.push(aWorkload({ name: 'young' }));
    await client.post(`${path}?dryrun=false`, { workloads: ['young'] });
    const { body } = await client.get('/v1/views/namespaces/shop/asts?sort=-name&limit=1');
    expect(body).toMatchObject({ data: { items: [{ name: 'young', status: { label: 'Collecting data' } }] } });
  });
});

const items = (body: unknown) => candidatesSchema.parse(body).items;
