import { aClient, aRecord, aUsage, aWorkload, aWorld } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { SourceError } from '../../ports/index.ts';
import { composeClusters } from './compose-clusters.ts';

/** The API of two clusters that have the same workload shop/cart, both enrolled. */
function anApi() {
  const worlds = [aWorld(), aWorld()] as const;
  const app = aWorld(['eu', 'us'].map((cluster) => aRecord({ namespace: `${cluster}.shop` })));
  const members = worlds.map((world, index) => {
    world.workloads.push(aWorkload());
    world.usages.push(aUsage(0.7, 0.7));
    const [history, incidents] = [async () => ({ items: [], problems: [] }), [{ oomKills: 2, restarts: 3 }]];
    const known = async () => {
      if (world.fail.metrics !== null) throw world.fail.metrics;
      return { items: incidents.map((one) => ({ ...aWorkload(), ...one })), problems: [] };
    };
    const metrics = { ...world.deps.metrics, incidents: known };
    const connector = {
      status: async () => ({ status: 'up' as const }),
      metrics: async () => [],
      query: async () => ({ periods: [], series: [] }),
    };
    return { name: index === 0 ? 'eu' : 'us', cluster: world.deps.cluster, metrics, history: { history }, connector };
  });
  Object.assign(app.deps, composeClusters(members, app.deps.clock));
  const [eu] = worlds;
  return { client: aClient(app), eu };
}

it('counts no restarts for a cluster that is down', async () => {
  const { client, eu } = anApi();
  const failure = new SourceError('No route.');
  eu.fail = { cluster: failure, metrics: failure };
  const { body } = await client.get('/v1/views/asts');
  expect(body).toMatchObject({
    items: [
      { namespace: 'eu.shop', oom_kills: null, restarts: null, hourly_cost: null },
      { namespace: 'us.shop', oom_kills: 2, restarts: 3 },
    ],
    total: 2,
    incomplete: expect.arrayContaining([expect.stringContaining('eu.shop')]),
  });
});

it('lists and counts the targets of the clusters that a caller names', async () => {
  const { client } = anApi();
  expect((await client.get('/v1/views/asts?clusters=us')).body).toMatchObject({
    items: [{ namespace: 'us.shop' }],
    total: 1,
  });
  expect((await client.get('/v1/views/asts?clusters=asia,u')).body).toMatchObject({ items: [], total: 0 });
  const count = async (query: string) => (await client.get(`/v1/views/kpis${query}`)).body;
  expect(await count('?clusters=eu')).toMatchObject({
    data: { items: [{ id: 'targets', value: 1 }, {}, {}, {}, {}, {}, {}, {}] },
  });
  expect(await count('')).toMatchObject({ data: { items: [{ id: 'targets', value: 2 }, {}, {}, {}, {}, {}, {}, {}] } });
});

it('has the name for Kubernetes beside the name in the list', async () => {
  const { client } = anApi();
  const { body } = await client.get('/v1/ast/us.shop/cart');
  expect(body).toMatchObject({ target: { namespace: 'shop', cluster: 'us' }, aiscaletarget: { namespace: 'us.shop' } });
});

it('accepts only one dot in a namespace, and none on a server of one cluster', async () => {
  const { client } = anApi();
  const status = async (path: string, of = client) => (await of.get(path)).status;
  expect(await status('/v1/ast/eu.shop/cart')).toBe(200);
  expect(await status('/v1/ast/asia.shop/cart')).toBe(404);
  expect(await status('/v1/ast/a.eu.shop/cart')).toBe(400);
  expect(await status('/v1/ast/eu./cart')).toBe(400);
  expect(await status('/v1/ast/eu.shop/cart', aClient(aWorld()))).toBe(400);
});
