import {
  comparisonListSchema,
  comparisonSchema,
  potentialSavingsListSchema,
  potentialSavingsSchema,
} from '@trimtab/core';
import {
  aClient,
  aContainer,
  aPast,
  aRecord,
  aUsage,
  aWorkload,
  aWorld,
  hour,
  mebibyte,
  now,
  type SmallWorld,
} from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const perCore = 0.192 / 4;
const perByte = 0.192 / 16e9;
const before = { replicas: 3, containers: [{ name: 'app', cpuRequest: 4, memoryRequest: 2e9 }], recordedAt: now };

/** Two ready pods of 1 core and 1 GiB, which use a tenth of both. */
function oneTarget(
  record: Parameters<typeof aRecord>[0] = {},
  workload: Parameters<typeof aWorkload>[0] = {},
): SmallWorld {
  const world = aWorld([aRecord(record)]);
  world.workloads.push(aWorkload(workload));
  world.usages.push(aUsage(0.1, 0.1));
  return world;
}
/** A window, given by its distances from now in hours. */
const ago = (from: number, to: number) =>
  `?start=${new Date(now - from * hour).toISOString()}&end=${new Date(now - to * hour).toISOString()}`;
const comparisonOf = async (world: SmallWorld, query = '') =>
  comparisonSchema.parse((await aClient(world).get(`/v1/ast/shop/cart/optimization/comparison/average${query}`)).body);
const savingsOf = async (world: SmallWorld, query = '') =>
  potentialSavingsSchema.parse((await aClient(world).get(`/v1/ast/shop/cart/potential-savings/average${query}`)).body);

describe('costs of a target now', () => {
  it('compare the current requests with those before autonomous mode', async () => {
    const world = oneTarget({ vertical: 'autonomous', unoptimized: before });
    const { resources, hourly_cost: cost, problem } = await comparisonOf(world);
    expect(resources.cpu).toEqual({
      optimized: { total_usage: 0.2, total_request: 2 },
      unoptimized: { total_usage: 0.2, total_request: 12 },
    });
    expect(resources.memory.unoptimized.total_request).toBe(6e9);
    expect(cost.optimized.cpu).toBeCloseTo(2 * perCore, 12);
    expect(cost.optimized.memory).toBeCloseTo(2048 * mebibyte * perByte, 12);
    expect(cost.unoptimized.cost).toBeCloseTo(12 * perCore, 12);
    expect(problem).toBeUndefined();
  });

  it('report a missing record of the state before autonomous mode', async () => {
    const { resources, hourly_cost: cost, problem } = await comparisonOf(oneTarget({ vertical: 'autonomous' }));
    expect(resources.cpu.optimized.total_request).toBe(2);
    expect(resources.cpu.unoptimized.total_request).toBeNull();
    expect(cost.unoptimized.cost).toBeNull();
    expect(problem).toBe('No pre-autonomous mode data found');
  });

  it('are unknown and name the container without a request', async () => {
    const none = { containers: [aContainer('app', null, 1024 * mebibyte)] };
    const world = oneTarget({}, none);
    const { hourly_cost: cost, problem } = await comparisonOf(world);
    expect(cost.unoptimized.cost).toBeNull();
    expect(problem).toContain('Container app has no CPU requests set!');
    expect((await savingsOf(world)).verticalCost.raw).toBeNull();
  });

  it('are unknown with a reason when the workload is gone', async () => {
    const world = aWorld([aRecord()]);
    expect(await comparisonOf(world)).toMatchObject({ problem: expect.stringContaining('not in the cluster') });
    expect(await savingsOf(world)).toMatchObject({ verticalCost: { raw: null, withSuggestions: null } });
  });

  it('are the same for an explicit window of the last 24 hours, even if the client clock is slightly off', async () => {
    const query = ago(24 - 1 / 60, -1 / 60);
    const world = oneTarget();
    expect(await savingsOf(world, query)).toEqual(await savingsOf(world));
    expect((await savingsOf(world)).verticalCost.raw).toBeCloseTo(2 * perCore, 12);
  });

  it('include what all suggestions together save, in recommendation mode', async () => {
    const world = oneTarget();
    const { verticalCost, net_hourly_savings: net } = await savingsOf(world);
    expect(net).toBeCloseTo((verticalCost.raw ?? 0) - (verticalCost.withSuggestions ?? 0), 12);
    expect(net).toBeGreaterThan(0);
    expect((await savingsOf(oneTarget({ vertical: 'autonomous' }))).net_hourly_savings).toBeNull();
    expect(await savingsOf(world, ago(48, 24))).not.toHaveProperty('net_hourly_savings');
  });

  it('are listed in the order of targets, in full pages', async () => {
    const world = aWorld(['c', 'a', 'b'].map((name) => aRecord({ name })));
    const page = async (query: string) => {
      const { body } = await aClient(world).get(`/v1/ast/optimization/comparison/average?${query}`);
      const { items, total } = comparisonListSchema.parse(body);
      return [items.map(({ name }) => name), total];
    };
    expect(await page('limit=2')).toEqual([['a', 'b'], 3]);
    expect(await page('limit=2&offset=2')).toEqual([['c'], 3]);
    expect(await page('offset=9')).toEqual([[], 3]);
    const { body } = await aClient(world).get('/v1/ast/potential-savings/average');
    expect(potentialSavingsListSchema.parse(body).items).toHaveLength(3);
  });

  it.each([
    'limit=0',
    'limit=251',
    'limit=10abc',
    'offset=-1',
    'start=x',
    'start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z',
  ])('are not listed with %s', async (query) => {
    const { status, body } = await aClient(aWorld()).get(`/v1/ast/potential-savings/average?${query}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { errors: [expect.stringContaining(query.split('=')[0] ?? '')] },
    });
  });

  it('are not found without a target', async () => {
    const client = aClient(aWorld());
    expect((await client.get('/v1/ast/shop/cart/potential-savings/average')).status).toBe(404);
    expect((await client.get('/v1/ast/shop/cart/optimization/comparison/average')).status).toBe(404);
  });
});

describe('costs of a target over a window of the past', () => {
  it('average the recorded hours, which are read at the first request', async () => {
    const world = oneTarget();
    const change = now - 36 * hour;
    const at = (instant: number) => ({
      replicas: 2,
      cpu: 0.1,
      memory: 100,
      cpuRequest: instant < change ? 1 : 3,
      memoryRequest: 1024,
    });
    world.deps.history = aPast([{ name: 'cart', at: (instant) => (instant < now - 96 * hour ? null : at(instant)) }]);
    const { resources, problem } = await comparisonOf(world, ago(48, 24));
    expect(resources.cpu.unoptimized).toEqual({ total_usage: expect.closeTo(0.2, 6), total_request: 4 });
    expect(resources.cpu.optimized.total_request).toBeLessThan(1);
    expect(problem).toBeUndefined();
    const { verticalCost } = await savingsOf(world, ago(48, 24));
    expect(verticalCost.raw).toBeCloseTo(4 * perCore, 12);
    expect(verticalCost.withSuggestions).toBeLessThan(perCore);
    expect(await comparisonOf(world, ago(240, 216))).toMatchObject({
      problem: 'There are no recorded hours in this window.',
    });
    expect((await comparisonOf(world, ago(106, 86))).problem).toBe(
      '10 of these 20 hours were recorded; the averages cover only those.',
    );
  });
});

it('says in how many hours of the past usage was observed', async () => {
  const world = oneTarget();
  const silent = { from: now - 42 * hour, to: now - 30 * hour };
  const used = (instant: number) =>
    instant >= silent.from && instant < silent.to ? { cpu: Number.NaN, memory: Number.NaN } : { cpu: 0.1, memory: 100 };
  world.deps.history = aPast([
    { name: 'cart', at: (instant) => ({ replicas: 2, ...used(instant), cpuRequest: 1, memoryRequest: 1024 }) },
  ]);
  const { resources, problem } = await comparisonOf(world, ago(48, 24));
  expect(resources.cpu.unoptimized).toEqual({ total_usage: expect.closeTo(0.2, 6), total_request: 2 });
  expect(problem).toBe('Usage was observed in 12 of the recorded hours.');
});

describe('costs of a target over a part of the last day', () => {
  it('average that part, from the metrics source', async () => {
    const world = oneTarget();
    const windows: unknown[] = [];
    const { metrics } = world.deps;
    world.deps.metrics = {
      ...metrics,
      async usage(scope, window, ask) {
        if (window.end === now - hour) windows.push(window);
        return metrics.usage(scope, window, ask);
      },
    };
    const { resources, problem } = await comparisonOf(world, ago(4, 1));
    expect(windows).toEqual([{ start: now - 4 * hour, end: now - hour }]);
    expect(resources.cpu.unoptimized).toEqual({ total_usage: expect.closeTo(0.2, 12), total_request: 2 });
    expect(resources.cpu.optimized.total_request).toBeLessThan(1);
    expect(problem).toBeUndefined();
    expect((await savingsOf(world, ago(4, 1))).verticalCost.raw).toBeCloseTo(2 * perCore, 12);
  });

  it('do not require a request of an init container', async () => {
    const world = oneTarget();
    const unrequested = { total: 0.05, requested: null };
    const fetch = { name: 'fetch', cpu: unrequested, memory: unrequested };
    const { containers } = aUsage(0.1, 0.1);
    world.usages.splice(0, 1, aUsage(0.1, 0.1, { containers: [...containers, fetch] }));
    expect((await comparisonOf(world, ago(4, 1))).resources.cpu.unoptimized.total_request).toBe(2);
    world.workloads.splice(
      0,
      1,
      aWorkload({ containers: [aContainer('app', 1, 1e9), aContainer('fetch', null, null)] }),
    );
    expect((await comparisonOf(world, ago(4, 1))).resources.cpu.unoptimized.total_request).toBeNull();
  });

  it.each([
    ['is gone', []],
    ['runs no pod any more', [aWorkload({ replicas: 0, readyReplicas: 0, containers: [] })]],
  ])('do not treat an unknown request as 0 when the workload %s', async (_what, workloads) => {
    const world = oneTarget();
    const usage = { total: 0.05, requested: null };
    const { containers } = aUsage(0.1, 0.1);
    world.usages.splice(
      0,
      1,
      aUsage(0.1, 0.1, { containers: [...containers, { name: 'b', cpu: usage, memory: usage }] }),
    );
    world.workloads.splice(0, 1, ...workloads);
    expect((await comparisonOf(world, ago(4, 1))).resources.cpu.unoptimized.total_request).toBeNull();
  });
});

describe('the state before autonomous mode', () => {
  const path = '/v1/ast/shop/cart/unoptimized';
  const body = { replicas: 3, containers: [{ name: 'constructor', requests: { cpu: 0.5, memory: 0 } }] };

  it('is recorded with the time; a request of 0 counts as no request', async () => {
    const world = oneTarget();
    expect((await aClient(world).post(path, body)).status).toBe(204);
    expect((await world.deps.store.targets.get('shop', 'cart'))?.unoptimized).toEqual({
      replicas: 3,
      containers: [{ name: 'constructor', cpuRequest: 0.5, memoryRequest: null }],
      recordedAt: now,
    });
  });

  it('is rejected for an unknown target, and for unknown or missing fields', async () => {
    const client = aClient(oneTarget());
    expect((await client.post('/v1/ast/shop/other/unoptimized', body)).status).toBe(404);
    const twice = { ...body, containers: [...body.containers, ...body.containers] };
    for (const bad of [{}, { ...body, replicas: -1 }, { ...body, replicas: 1.5 }, { ...body, extra: 1 }, twice]) {
      expect((await client.post(path, bad)).status).toBe(400);
    }
  });
});
