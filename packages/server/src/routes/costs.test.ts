import { nodeCostsSchema, potentialSavingsSchema } from '@trimtab/core';
import { aClient, aContainer, aRecord, aUsage, aWorkload, aWorld, mebibyte } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const path = '/v1/cost-savings/settings';
const defaults = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };

describe('node settings', () => {
  it('have defaults until they are saved', async () => {
    const client = aClient(aWorld());
    expect((await client.get(path)).body).toEqual(defaults);
    const saved = { ...defaults, node_hourly_cost: 0.5 };
    expect(await client.post(path, saved)).toMatchObject({ status: 200, body: saved });
    expect((await client.get(path)).body).toEqual(saved);
  });

  it.each([
    ['zero', { ...defaults, node_cpu_cores: 0 }],
    ['negative', { ...defaults, node_hourly_cost: -1 }],
    ['text', { ...defaults, node_memory_bytes: '16e9' }],
    ['missing', { node_cpu_cores: 4 }],
    ['infinite', { ...defaults, node_cpu_cores: Number.POSITIVE_INFINITY }],
    ['unknown', { ...defaults, node_gpu: 1 }],
  ])('reject a value that is %s', async (_what, settings) => {
    const client = aClient(aWorld());
    expect((await client.post(path, settings)).status).toBe(400);
    expect((await client.get(path)).body).toEqual(defaults);
  });

  it('are no defaults when the store fails, because a client that edits one value would save the others', async () => {
    const world = aWorld();
    world.deps.store = { ...world.deps.store, settings: { get: broken, save: broken } };
    const failures: unknown[] = [];
    const client = aClient(world, (level, _event, fields) => {
      if (level === 'error') failures.push(fields);
    });
    const { status, body } = await client.get(path);
    expect([status, body]).toEqual([500, { errors: [expect.any(String)] }]);
    const error = expect.objectContaining({ message: 'database disk image is malformed' });
    expect(failures).toEqual([expect.objectContaining({ error })]);
    expect((await client.post(path, defaults)).status).toBe(500);
  });
});

const nodesPath = '/v1/cost-savings/nodes';
const aNode = (name: string) => ({
  name,
  cpu: 4,
  memory: 16e9,
  capacityCpu: 4,
  instanceType: name === 'z' ? null : 'm5.xlarge',
  region: 'us-east-1',
  capacityType: null,
  isSchedulable: name !== 'z',
});

describe('the nodes', () => {
  it('are listed by type with their prices, and the pods of all workloads are packed on them', async () => {
    const world = aWorld();
    world.deps.cluster.nodes = async () => ({ items: ['a', 'b', 'c', 'z'].map(aNode), problems: ['One is late.'] });
    // Two pods of 2.5 cores need two nodes. The DaemonSet takes 1 core of each node, the other pods fit beside them.
    const agent = [aContainer('agent', 1, 100 * mebibyte)];
    world.workloads.push(
      aWorkload({ containers: [aContainer('app', 2.5, 1024 * mebibyte)] }),
      aWorkload({ name: 'agent', kind: 'DaemonSet', containers: agent }),
      aWorkload({ name: 'small', replicas: 2, containers: [aContainer('app', 0.5, null)] }),
    );
    const { status, body } = await aClient(world).get(nodesPath);
    expect(status).toBe(200);
    expect(nodeCostsSchema.parse(body)).toMatchObject({
      groups: [
        { instance_type: 'm5.xlarge', nodes: 3, cpu_cores: 4, price: expect.stringContaining('Price table of ') },
        { instance_type: null, nodes: 1, price: expect.stringContaining('computed from the node of the settings') },
      ],
      nodes: 4,
      hourly_cost: expect.closeTo(0.768),
      now: { nodes: 2, hourly_cost: expect.closeTo(0.384), binding: 'cpu', unplaced: 0 },
      suggested: { nodes: 2 },
      paper_hourly_savings: null,
      realizable_hourly_savings: 0,
      incomplete: ['One is late.'],
    });
  });

  it('leave out the suggestions for autonomous targets, as the sums of the lists do', async () => {
    const world = aWorld([aRecord(), aRecord({ name: 'auto', vertical: 'autonomous' })]);
    world.deps.cluster.nodes = async () => ({ items: ['a', 'b', 'c'].map(aNode), problems: [] });
    // With all suggestions the pods of 2.5 cores would fit one node. With those in recommendation mode they need two.
    const containers = [aContainer('app', 2.5, 1024 * mebibyte)];
    world.workloads.push(aWorkload({ containers, replicas: 1, readyReplicas: 1 }));
    world.workloads.push(aWorkload({ name: 'auto', containers, replicas: 2, readyReplicas: 2 }));
    world.usages.push(aUsage(0.1, 0.1), aUsage(0.1, 0.1, { name: 'auto' }));
    const client = aClient(world);
    const nodes = nodeCostsSchema.parse((await client.get(nodesPath)).body);
    const { body } = await client.get('/v1/ast/shop/cart/potential-savings/average');
    const net = potentialSavingsSchema.parse(body).net_hourly_savings;
    expect(net).toBeGreaterThan(0);
    expect(nodes.paper_hourly_savings).toBeCloseTo(net ?? Number.NaN, 12);
    expect([nodes.now?.nodes, nodes.suggested?.nodes]).toEqual([3, 2]);
  });

  it('are missing, with a sentence, where the source does not know them', async () => {
    const { status, body } = await aClient(aWorld()).get(nodesPath);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        groups: [],
        now: null,
        incomplete: [expect.stringContaining('access to the Kubernetes API')],
      }),
    ]);
  });
});

const broken = () => Promise.reject(new Error('database disk image is malformed'));
