import { aClient, aWorld } from '@trimtab/testing';
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

  it('fall back to the defaults when the store fails, while saving reports the failure', async () => {
    const world = aWorld();
    world.deps.store = { ...world.deps.store, settings: { get: broken, save: broken } };
    const client = aClient(world);
    expect((await client.get(path)).body).toEqual(defaults);
    expect((await client.post(path, defaults)).status).toBe(500);
  });
});

const broken = () => Promise.reject(new Error('database disk image is malformed'));
