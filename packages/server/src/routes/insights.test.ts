import { type Insight, insightListSchema, insightSchema } from '@trimtab/core';
import { aClient, aPast, aRecord, aUsage, aWorkload, aWorld, hour, type SmallWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const steady = (share: number) => () => ({
  replicas: 2,
  cpu: share,
  memory: share * 1024,
  cpuRequest: 1,
  memoryRequest: 1024,
});

/** `idle` uses a tenth of what it requests, `busy` more than it requests, `managed` is autonomous. */
function world(): SmallWorld {
  const small = aWorld([
    aRecord({ name: 'idle' }),
    aRecord({ name: 'busy' }),
    aRecord({ name: 'managed', vertical: 'autonomous' }),
  ]);
  for (const name of ['idle', 'busy', 'managed']) {
    small.workloads.push(aWorkload({ name }));
    small.usages.push(aUsage(name === 'busy' ? 1.2 : 0.1, name === 'busy' ? 1.2 : 0.1, { name }));
  }
  small.deps.history = aPast([
    { name: 'idle', at: steady(0.1) },
    { name: 'busy', at: steady(1.2) },
    { name: 'managed', at: steady(0.1) },
  ]);
  return small;
}

const active = async (small: SmallWorld): Promise<Insight[]> =>
  insightListSchema.parse((await aClient(small).get('/v1/insights/active')).body).items;
const post = async (small: SmallWorld, body: unknown) => aClient(small).post('/v1/insights', body);

describe('insights', () => {
  it('list the targets with waste and the savings of following the suggestion', async () => {
    const [insight, ...others] = await active(world());
    expect(others).toEqual([]);
    expect(insight).toMatchObject({ id: 'savings.shop.idle', type: 'savings', namespace: 'shop', name: 'idle' });
    const hourly = Number(insight?.['hourly_savings']);
    expect(hourly).toBeGreaterThan(0);
    expect(insight?.['yearly_savings']).toBeCloseTo(hourly * 8_760, 9);
    expect(insight?.['message']).toMatch(/^Following the suggestion saves \$[\d,.]+ a year\.$/);
  });

  it('are stored with the fields of the request, and stay active while they apply', async () => {
    const small = world();
    const { status, body } = await post(small, { type: 'savings', namespace: 'shop', ticket: 'OPS-1' });
    expect(status).toBe(200);
    const recorded = insightSchema.parse(body);
    expect(recorded).toMatchObject({ type: 'savings', namespace: 'shop', ticket: 'OPS-1', targets: 1 });
    expect((await active(small)).map(({ id }) => id)).toEqual([recorded.id, 'savings.shop.idle']);
    small.workloads.splice(0);
    small.now += hour;
    expect(await active(small)).toEqual([]);
  });

  it('are stored but not active when there is nothing to save', async () => {
    const small = world();
    const { body } = await post(small, { type: 'savings', namespace: 'shop', name: 'managed' });
    expect(body).toMatchObject({ hourly_savings: null, targets: 0 });
    expect(await active(small)).toHaveLength(1);
  });

  it('never replace computed fields by fields of the request', async () => {
    const sent = { type: 'savings', id: 'mine', created: 'yesterday', hourly_savings: 1e9 };
    const { body } = await post(world(), sent);
    const { id, created, ...figures } = insightSchema.parse(body);
    expect([id, created]).not.toContain('mine');
    expect(Date.parse(created)).not.toBeNaN();
    expect(figures['hourly_savings']).toBeLessThan(1);
  });

  it.each<[string, unknown, number]>([
    ['another type', { type: 'risk' }, 400],
    ['no type', {}, 400],
    ['a name without its namespace', { type: 'savings', name: 'idle' }, 400],
    ['a target that is not there', { type: 'savings', namespace: 'shop', name: 'none' }, 404],
    ['far too much', { type: 'savings', text: 'x'.repeat(20_000) }, 413],
  ])('are rejected with %s', async (_what, body, status) => {
    const small = world();
    expect((await post(small, body)).status).toBe(status);
    expect(await small.deps.store.insights.list()).toEqual([]);
  });
});
