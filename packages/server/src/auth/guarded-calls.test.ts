import { type Operation, operations } from '@trimtab/core';
import { aGuardedClient, aRecord, aUsage, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const table: readonly Operation[] = operations;
const reads = table.filter(({ method }) => method === 'GET').map(({ path }) => path);
const fill = (path: string) =>
  path
    .replace('{namespace}', 'shop')
    .replace('{name}', 'cart')
    .replaceAll(/\{\w+\}/g, 'x');
const window = 'start=2026-03-03T12:00:00Z&end=2026-03-04T12:00:00Z';

function world() {
  const small = aWorld([aRecord()]);
  small.workloads.push(aWorkload());
  small.usages.push(aUsage(0.7, 0.7));
  return small;
}

/** Reports every call of a method that could change this part of the store. */
const watched = <T extends object>(part: T, written: (method: string) => void): T =>
  new Proxy(part, {
    get(target, key, receiver) {
      const isWrite = /^(enroll|record|remove|save|add|take|finish|change(?!s$)|put)/.test(String(key));
      if (isWrite) written(String(key));
      return Reflect.get(target, key, receiver);
    },
  });

describe('a GET', () => {
  it.each(reads)('changes nothing: %s (docs/faults.md#cross-site-request)', async (path) => {
    const small = world();
    const written: string[] = [];
    const { store } = small.deps;
    const noted = <T extends object>(name: string, part: T) =>
      watched(part, (method) => written.push(`${name}.${method}`));
    small.deps.store = {
      ...store,
      targets: noted('targets', store.targets),
      settings: noted('settings', store.settings),
      jobs: noted('jobs', store.jobs),
      artifacts: noted('artifacts', store.artifacts),
      insights: noted('insights', store.insights),
    };
    const { ask, respond } = aGuardedClient(small);
    written.length = 0;
    for (const query of ['', `?${window}`, '?dryrun=false']) {
      await (await respond(`${fill(path)}${query}`, { as: 'operator' })).body?.cancel();
    }
    expect((await ask('/healthz')).status).toBe(200);
    expect(written).toEqual([]);
  });
});

describe('a cached or stored response', () => {
  it('is not sent to a caller without a valid token', async () => {
    const small = world();
    const { ask } = aGuardedClient(small);
    expect((await ask('/v1/views/kpis', { as: 'reader' })).status).toBe(200);
    const asked = { ...small.asked };
    expect((await ask('/v1/views/kpis')).status).toBe(401);
    expect((await ask('/v1/views/kpis', { as: 'forged' })).status).toBe(401);
    expect(small.asked).toEqual(asked);
  });

  it('to a repeated write is sent only to the caller of that write', async () => {
    const { ask } = aGuardedClient(world());
    const send = (as: string) =>
      ask('/v1/cost-savings/settings', {
        method: 'POST',
        as,
        headers: { 'idempotency-key': 'k' },
        body: { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: as === 'operator' ? 0.1 : 0.2 },
      });
    expect((await send('operator')).body).toMatchObject({ node_hourly_cost: 0.1 });
    expect((await send('operator-2')).body).toMatchObject({ node_hourly_cost: 0.2 });
  });
});

describe('exports', () => {
  const address = `/v1/export?${window}`;

  it('are limited to two per caller; a third is accepted after one was read or canceled', async () => {
    const { respond, ask } = aGuardedClient(world());
    const [first, second] = [await respond(address, { as: 'reader' }), await respond(address, { as: 'reader' })];
    expect([first.status, second.status]).toEqual([200, 200]);
    const third = await ask(address, { as: 'reader' });
    expect(third).toMatchObject({ status: 429, body: { errors: [expect.stringContaining('exports')] } });
    expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
    const other = await respond(address, { as: 'another' });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    await first.body?.cancel();
    const fourth = await respond(address, { as: 'reader' });
    expect(fourth.status).toBe(200);
    await Promise.all([second.arrayBuffer(), fourth.arrayBuffer()]);
    for (let count = 0; count < 3; count += 1) {
      expect((await respond(address, { as: 'reader', method: 'HEAD' })).status).toBe(200);
    }
    const refused = await ask(`/v1/export?start=x&end=y`, { as: 'reader' });
    expect(refused.status).toBe(400);
    await (await respond(address, { as: 'reader' })).body?.cancel();
  });
});
