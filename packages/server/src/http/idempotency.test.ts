import { type Ask, aGate, aGuardedClient, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

const address = '/v1/ast/candidates/shop?dryrun=false';
function world() {
  const small = aWorld();
  small.workloads.push(aWorkload(), aWorkload({ name: 'web' }));
  return small;
}
const keyed = (workloads: readonly string[], changes: Partial<Ask> = {}): Ask => ({
  method: 'POST',
  as: 'operator',
  body: { workloads },
  headers: { 'idempotency-key': 'key-1' },
  ...changes,
});

const failing = () => Promise.reject(new Error('disk full'));

describe('a write with an Idempotency-Key', () => {
  it('gets the first response again', async () => {
    const { ask } = aGuardedClient(world());
    const first = await ask(address, keyed(['cart']));
    const second = await ask(address, keyed(['cart']));
    expect(first.body).toMatchObject({ items: [{ result: 'created' }] });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    const without = await ask(address, keyed(['cart'], { headers: {} }));
    expect(without.body).toMatchObject({ items: [{ result: 'exists' }] });
  });

  it('is executed once when it is sent twice in parallel', async () => {
    const small = world();
    const gate = aGate();
    small.gate = gate.opened;
    const { ask } = aGuardedClient(small);
    const both = Promise.all([ask(address, keyed(['cart'])), ask(address, keyed(['cart']))]);
    await expect.poll(() => small.asked.cluster).toBe(1);
    gate.open();
    const [first, second] = await both;
    expect(second.body).toEqual(first.body);
    expect(small.asked.cluster).toBe(1);
  });

  it('is executed although its client disconnects, and a repetition gets the outcome', async () => {
    const small = world();
    const gate = aGate();
    small.gate = gate.opened;
    const { ask } = aGuardedClient(small);
    const cut = new AbortController();
    const first = ask(address, keyed(['cart'], { signal: cut.signal })).catch(() => null);
    await expect.poll(() => small.asked.cluster).toBe(1);
    cut.abort();
    const repeated = ask(address, keyed(['cart']));
    gate.open();
    expect(await repeated).toMatchObject({ status: 200, body: { items: [{ result: 'created' }] } });
    await first;
    expect(await ask(address, keyed(['cart']))).toMatchObject({ body: { items: [{ result: 'created' }] } });
  });

  it('is rejected with another body, URL or method under the same key', async () => {
    const { ask } = aGuardedClient(world());
    await ask(address, keyed(['cart']));
    expect(await ask(address, keyed(['web']))).toMatchObject({
      status: 422,
      body: { errors: ['This Idempotency-Key was used for another request. Use a new key for each request.'] },
    });
    expect((await ask('/v1/ast/shop/cart/cleanup', keyed(['cart']))).status).toBe(422);
  });

  it('is stored for 24 hours and for its caller only', async () => {
    const small = world();
    const { ask } = aGuardedClient(small);
    await ask(address, keyed(['cart']));
    expect((await ask(address, keyed(['web'], { as: 'operator-2' }))).status).toBe(200);
    small.now += 24 * 3_600_000 - 1;
    expect((await ask(address, keyed(['web']))).status).toBe(422);
    small.now += 1;
    expect((await ask(address, keyed(['web']))).status).toBe(200);
  });

  it('gets the first response after a restart too', async () => {
    const small = world();
    const first = await aGuardedClient(small).ask(address, keyed(['cart']));
    const { ask } = aGuardedClient(small);
    expect((await ask(address, keyed(['cart']))).body).toEqual(first.body);
    expect((await ask(address, keyed(['web']))).status).toBe(422);
  });

  it('is the same write under another host name or port of the server', async () => {
    const { ask } = aGuardedClient(world());
    const first = await ask(address, keyed(['cart']));
    expect(await ask(address, keyed(['cart'], { origin: 'http://127.0.0.1:4401' }))).toMatchObject({
      status: 200,
      body: first.body,
    });
  });

  it('is answered when its response cannot be stored, which is logged', async () => {
    const small = world();
    const { store } = small.deps;
    small.deps.store = { ...store, answers: { ...store.answers, put: failing } };
    const { ask, lines } = aGuardedClient(small);
    expect(await ask(address, keyed(['cart']))).toMatchObject({
      status: 200,
      body: { items: [{ result: 'created' }] },
    });
    expect(await ask(address, keyed(['cart']))).toMatchObject({ status: 200, body: { items: [{ result: 'exists' }] } });
    expect(lines.filter(({ event }) => event.includes('could not be stored'))).toHaveLength(2);
  });

  it('stores an insight once, even if the server was killed before it stored the response', async () => {
    const small = world();
    const { store } = small.deps;
    small.deps.store = { ...store, answers: { ...store.answers, put: failing } };
    const { ask } = aGuardedClient(small);
    const record = (summary: string, key: string) =>
      ask('/v1/insights', keyed([], { body: { type: 'savings', summary }, headers: { 'idempotency-key': key } }));
    const first = await record('a', 'key-1');
    expect((await record('a', 'key-1')).body).toEqual(first.body);
    expect(await store.insights.list()).toHaveLength(1);
    for (const [summary, key] of [
      ['b', 'key-1'],
      ['a', 'key-2'],
    ] as const)
      expect((await record(summary, key)).status).toBe(200);
    expect(await store.insights.list()).toHaveLength(3);
  });

  it('can be repeated after a failure', async () => {
    const small = world();
    const { ask } = aGuardedClient(small);
    expect((await ask(address, keyed(['cart'], { body: { nonsense: 1 } }))).status).toBe(400);
    expect((await ask(address, keyed(['cart']))).status).toBe(200);
    expect(await small.deps.store.targets.list()).toHaveLength(1);
  });

  it.each(['', 'a'.repeat(256), 'ü', 'a b'])('is rejected with the key %j', async (key) => {
    const { ask } = aGuardedClient(world());
    expect((await ask(address, keyed(['cart'], { headers: { 'idempotency-key': key } }))).status).toBe(400);
  });
});
