import { changeListSchema, nodeCostsSchema } from '@trimtab/core';
import { aClient, aContainer, aRecord, aUsage, aWorkload, aWorld, mebibyte, type SmallWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../ports/index.ts';
import { composeClusters } from './compose-clusters.ts';

/** The API of two clusters that have the same workload shop/cart, both enrolled. */
function anApi(prepare?: (world: SmallWorld, name: string) => void) {
  const worlds = [aWorld(), aWorld()] as const;
  const app = aWorld(['eu', 'us'].map((cluster) => aRecord({ namespace: `${cluster}.shop` })));
  const members = worlds.map((world, index) => {
    world.workloads.push(aWorkload());
    world.usages.push(aUsage(0.7, 0.7));
    const name = index === 0 ? 'eu' : 'us';
    prepare?.(world, name);
    const [history, incidents] = [async () => ({ items: [], problems: [] }), [{ oomKills: 2, restarts: 3 }]];
    const declared = async () => {
      if (world.fail.metrics !== null) throw world.fail.metrics;
      return { items: [], problems: [] };
    };
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
    return { name, cluster: world.deps.cluster, metrics, history: { history, declared }, connector };
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

it('names a namespace in the manifest of a candidate as its cluster does', async () => {
  const { client } = anApi(({ workloads }) => workloads.push(aWorkload({ name: 'web' })));
  const { body } = await client.post('/v1/ast/candidates/eu.shop?dryrun=true');
  expect(body).toMatchObject({ name: 'eu.shop', items: [{ json: { metadata: { namespace: 'shop', name: 'web' } } }] });
});

it('names what is missing of the clusters that a caller asks for', async () => {
  const { client, eu } = anApi();
  const failure = new SourceError('No route.');
  eu.fail = { cluster: failure, metrics: failure };
  const namesIt = async (path: string) =>
    JSON.stringify((await client.get(path)).body).includes('Cluster eu: No route.');
  const naming = async (...paths: readonly string[]) => {
    const found = await Promise.all(paths.map(namesIt));
    return paths.filter((_, index) => found[index]);
  };
  const all = ['/v1/views/asts', '/v1/views/kpis', '/v1/views/changes', '/v1/views/namespaces/eu.shop/kpis'];
  expect(await naming(...all)).toEqual(all);
  const ofUs = ['asts?clusters=us', 'kpis?clusters=us', 'changes?clusters=us', 'changes?namespace=us.shop'];
  expect(await naming('/v1/views/namespaces/us.shop/kpis', ...ofUs.map((call) => `/v1/views/${call}`))).toEqual([]);
});

it('shows the figures of a cluster again as soon as it is not marked any longer', async () => {
  const { client, eu } = anApi();
  const failure = new SourceError('No route.');
  const answer = async () => {
    const { headers, body } = await client.get('/v1/views/asts');
    return { notice: headers.get('trimtab-notice'), body };
  };
  eu.fail = { cluster: failure, metrics: failure };
  expect(await answer()).toMatchObject({
    notice: expect.stringContaining('The cluster eu cannot be read'),
    body: { items: [{ status: { label: 'Metrics unavailable' } }, {}] },
  });
  eu.fail = { cluster: null, metrics: null };
  // Its reads are not cached, so they show that the cluster answers.
  await client.get('/v1/views/namespaces/eu.shop/preflight');
  const { notice, body } = await answer();
  expect(notice).toBeNull();
  expect(JSON.stringify(body)).not.toContain('Metrics unavailable');
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

it('lists the changes of the clusters that a caller names', async () => {
  const { client } = anApi();
  const targets = ['eu.shop', 'us.shop'].map((namespace) => ({ namespace, name: 'cart' }));
  await client.post('/v1/views/changes', { targets });
  const namespaces = async (query: string) =>
    changeListSchema
      .parse((await client.get(`/v1/views/changes${query}`)).body)
      .items.map(({ namespace }) => namespace);
  expect(await namespaces('?clusters=us')).toEqual(['us.shop']);
  expect(await namespaces('')).toHaveLength(2);
});

const aNode = (name: string) => ({
  name,
  cpu: 4,
  memory: 16e9,
  capacityCpu: 4,
  instanceType: 'm5.xlarge',
  region: null,
  capacityType: null,
  isSchedulable: true,
});

describe('the nodes of several clusters', () => {
  const path = '/v1/cost-savings/nodes';
  /** In each cluster two pods of 2.5 cores. Together, three nodes of the other cluster could not take one of them. */
  function withNodes() {
    const api = anApi(({ deps, workloads }, name) => {
      workloads.splice(0, 1, aWorkload({ containers: [aContainer('app', 2.5, mebibyte)] }));
      deps.cluster.nodes = async () => ({ items: (name === 'eu' ? ['a'] : ['a', 'b', 'c']).map(aNode), problems: [] });
    });
    return { ...api, nodes: async (query = '') => nodeCostsSchema.parse((await api.client.get(path + query)).body) };
  }

  it('are packed by cluster', async () => {
    const { nodes } = withNodes();
    const all = await nodes();
    expect(all).toMatchObject({ nodes: 4, groups: [{ nodes: 4 }], now: { nodes: 3, binding: 'cpu', unplaced: 1 } });
    expect(all.incomplete).toBeUndefined();
    expect(await nodes('?clusters=us')).toMatchObject({ nodes: 3, now: { nodes: 2, unplaced: 0 } });
    expect(await nodes('?clusters=asia')).toMatchObject({ groups: [], now: null });
  });

  it('are left out where the workloads or the nodes are unknown', async () => {
    const { eu, nodes } = withNodes();
    const { cluster } = eu.deps;
    const known = { ...cluster };
    Object.assign(cluster, { nodes: undefined });
    const unread = 'Cluster eu: Its nodes are unknown, because the server does not read its API server.';
    expect(await nodes()).toMatchObject({ nodes: 3, incomplete: [unread] });
    expect((await nodes('?clusters=us')).incomplete).toBeUndefined();
    Object.assign(cluster, known);
    eu.fail.cluster = new SourceError('No route.');
    const left = 'Cluster eu: its nodes are left out, because its workloads cannot be read.';
    expect(await nodes()).toMatchObject({ nodes: 3, now: { nodes: 2 }, incomplete: expect.arrayContaining([left]) });
  });
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
