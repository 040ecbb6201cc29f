import { type Answer, aGate, aGuardedClient, aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

const burst = (count: number, send: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, send));
const served = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status !== 429).length;
const forwarded = (index: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${index}` } });

describe('limits', () => {
  it('serve a burst of 200 requests of one caller and reject the rest with 429', async () => {
    const world = aWorld();
    const { ask } = aGuardedClient(world);
    const send = () => ask('/v1/ast', { as: 'reader' });
    const answers = await burst(300, send);
    expect(served(answers)).toBe(200);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ errors: ['Too many requests. Try again in 1 s.'] });
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect((await ask('/v1/ast', { as: 'another' })).status).toBe(200);
    world.now += 1_000;
    expect(served(await burst(100, send))).toBe(50);
  });

  it('allow reading 10,000 targets: 40 requests a second for 76 seconds', async () => {
    const world = aWorld();
    const { ask } = aGuardedClient(world);
    for (let second = 0; second < 76; second += 1) {
      expect(served(await burst(40, () => ask('/v1/ast', { as: 'reader' })))).toBe(40);
      world.now += 1_000;
    }
  });

  it('are lower for writes', async () => {
    const world = aWorld();
    const { ask } = aGuardedClient(world);
    const send = () => ask('/v1/ast/shop/cart/cleanup', { method: 'POST', as: 'operator' });
    expect(served(await burst(15, send))).toBe(10);
    world.now += 1_000;
    expect(served(await burst(15, send))).toBe(2);
    expect((await ask('/v1/ast', { as: 'operator' })).status).toBe(200);
  });

  it('of writes also hold for reads that store something', async () => {
    const { ask } = aGuardedClient(aWorld());
    const post = async (path: string, body?: object) =>
      (await ask(path, { method: 'POST', as: 'reader', ...(body === undefined ? {} : { body }) })).status;
    for (let count = 0; count < 5; count += 1) {
      expect(await post('/v1/views/changes', { targets: [{ namespace: 'shop', name: 'cart' }] })).toBe(204);
      expect(await post('/v1/export/tickets?start=2026-03-03T12:00:00Z&end=2026-03-04T12:00:00Z')).toBe(200);
    }
    expect(await post('/v1/export/tickets')).toBe(429);
    expect(await post('/v1/pod/ast', { namespace: 'shop', name: 'cart', kind: 'Deployment' })).toBe(404);
  });

  it('count per address without sign-in, and do not affect signed-in callers at that address', async () => {
    const { ask } = aGuardedClient(aWorld());
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask('/v1/ast', forwarded(index))));
    expect(served(answers)).toBe(10);
    expect((await ask('/v1/ast', { as: 'reader' })).status).toBe(200);
    expect((await ask('/v1/ast', { from: '192.0.2.2' })).status).toBe(401);
  });
});

it('four large reads of one caller run at a time, 60 more wait, and small ones do not', async () => {
  const world = aWorld([aRecord()]);
  const gate = aGate();
  world.gate = gate.opened;
  const { ask } = aGuardedClient(world);
  const answers = Promise.all(Array.from({ length: 70 }, () => ask('/v1/metrics/catalog', { as: 'reader' })));
  expect((await ask('/v1/ast', { as: 'reader' })).status).toBe(200);
  gate.open();
  expect(served(await answers)).toBe(64);
  const refused = (await answers).find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ errors: ['Too many large requests of your account are running.'] });
});

const scaleTargetRef = { namespace: 'shop', name: 'cart', kind: 'Deployment', api_version: 'apps/v1' };

it.each([
  ['the preflight of a workload', '/v1/ast/preflight', { method: 'POST', body: { scaleTargetRef } }],
  ['the preflight of a namespace', '/v1/views/namespaces/shop/preflight', {}],
  ['the preview of an enrollment', '/v1/ast/candidates/shop?dryrun=true', { method: 'POST' }],
  ['the reliability of a target', '/v1/ast/shop/cart/reliability', {}],
])('%s is a large read', async (_what, path, asked) => {
  const world = aWorld([aRecord()]);
  world.workloads.push(aWorkload());
  const gate = aGate();
  world.gate = gate.opened;
  const { ask } = aGuardedClient(world);
  const answers = burst(70, () => ask(path, { as: 'operator', ...asked }));
  const enrolled = ask('/v1/ast/candidates/shop?dryrun=false', { as: 'operator', method: 'POST' });
  gate.open();
  expect(served(await answers)).toBe(64);
  expect((await enrolled).status).toBe(200);
});

it('bodies that do not arrive keep no large read from running', async () => {
  const { ask, respond } = aGuardedClient(aWorld([aRecord()]));
  const bodies: ReadableStreamDefaultController[] = [];
  const stalled = Array.from({ length: 6 }, () => {
    const stream = new ReadableStream({ start: (controller) => void bodies.push(controller) });
    return respond('/v1/metrics/bulk', { as: 'reader', method: 'POST', stream });
  });
  expect((await ask('/v1/metrics/catalog', { as: 'reader' })).status).toBe(200);
  for (const body of bodies) body.error(new Error('cut'));
  expect((await Promise.all(stalled)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
});

it.each(['/healthz', '/readyz'])('%s answers during a flood of requests from the same address', async (probe) => {
  const { ask } = aGuardedClient(aWorld());
  await burst(50, () => ask('/v1/ast'));
  expect(served(await burst(50, () => ask(probe)))).toBe(50);
});

describe('the table of buckets', () => {
  const rate = { perSecond: 1, burst: 2 };

  it('is bounded, and evicting a bucket gives no caller a new one', () => {
    let now = 0;
    const limiter = createRateLimiter(rate, { now: () => now }, 100);
    expect([limiter('guesser'), limiter('guesser'), limiter('guesser')]).toEqual([null, null, 1]);
    const crowd = Array.from({ length: 20_000 }, (_, index) => limiter(`address-${index}`));
    // 99 keys have their own bucket. All others share a bucket of two requests.
    expect(crowd.filter((wait) => wait === null)).toHaveLength(99 + 2);
    expect(limiter('guesser')).toBe(1);
    now += 2_000;
    expect([limiter('newcomer'), limiter('newcomer'), limiter('newcomer')]).toEqual([null, null, 1]);
  });

  it('works when the clock is set back', () => {
    let now = 100_000;
    const limiter = createRateLimiter(rate, { now: () => now });
    limiter('a');
    now = 0;
    expect(limiter('a')).toBeNull();
    now += 1_000;
    expect(limiter('a')).toBeNull();
  });
});
