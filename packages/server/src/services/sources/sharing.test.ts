import { aClient, aGate, aGuardedClient, aRecord, aUsage, aWorkload, aWorld, pastUsage } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

function world() {
  const small = aWorld([aRecord()]);
  small.workloads.push(aWorkload());
  small.usages.push(aUsage(0.7, 0.7));
  return small;
}

/** Without history, the server reads no source for its own background work. */
function signedIn() {
  const small = world();
  return { small, ...aGuardedClient(small) };
}

describe('answers read for one principal', () => {
  const calls = ['/v1/views/kpis', '/v1/ast/shop/cart', '/v1/ast/shop/cart/metrics/current', '/v1/system/namespaces'];

  it.each(calls)('are shared by its requests and read again for another principal: %s', async (path) => {
    const { small, ask } = signedIn();
    const answers = await Promise.all([ask(path, { as: 'reader' }), ask(path, { as: 'reader' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const once = { ...small.asked };
    expect(once.cluster + once.metrics).toBeGreaterThan(0);
    await ask(path, { as: 'reader' });
    expect(small.asked).toEqual(once);
    await Promise.all([ask(path, { as: 'other' }), ask(path, { as: 'other' })]);
    expect(small.asked).toEqual({ cluster: 2 * once.cluster, metrics: 2 * once.metrics });
  });

  it('are never returned to another principal', async () => {
    const { small, ask } = signedIn();
    const replicas = async (as: string) => (await ask('/v1/ast/shop/cart', { as })).body;
    expect(await replicas('reader')).toMatchObject({ target: { current_replicas: 2 } });
    small.workloads[0] = aWorkload({ readyReplicas: 3 });
    expect(await replicas('other')).toMatchObject({ target: { current_replicas: 3 } });
    expect(await replicas('reader')).toMatchObject({ target: { current_replicas: 2 } });
  });

  it('are not returned to another principal in lists either', async () => {
    const { small, ask } = signedIn();
    const utilization = async (as: string) =>
      JSON.stringify((await ask('/v1/views/namespaces/shop/asts', { as })).body);
    expect(await utilization('reader')).toContain('"cpu_utilization":0.7');
    small.usages[0] = aUsage(0.9, 0.7);
    expect(await utilization('other')).toContain('"cpu_utilization":0.9');
    expect(await utilization('reader')).toContain('"cpu_utilization":0.7');
  });

  it('do not change the suggestion that all principals get', async () => {
    const small = world();
    small.deps.history = pastUsage(small);
    const { ask } = aGuardedClient(small);
    const suggestion = async (as: string) => (await ask('/v1/ast/shop/cart/suggestions?active=true', { as })).body;
    const first = await suggestion('reader');
    expect(first).toMatchObject({ items: [{ currentReplicas: 2 }] });
    small.workloads[0] = aWorkload({ readyReplicas: 3 });
    expect(await suggestion('other')).toEqual(first);
    expect(await suggestion('reader')).toEqual(first);
  });
});

describe('queries to the sources', () => {
  it('are sent once for all open pages of one principal, and once for the server itself', async () => {
    const small = world();
    const client = aClient(small);
    await Promise.all([
      client.get('/v1/views/kpis'),
      client.get('/v1/views/namespaces/shop/kpis'),
      client.get('/v1/views/namespaces/shop/asts'),
    ]);
    // The server reads the inputs of suggestions as its own principal.
    expect(small.asked).toEqual({ cluster: 2, metrics: 1 });
    small.now += 60_000;
    await client.get('/v1/views/kpis');
    expect(small.asked).toEqual({ cluster: 4, metrics: 2 });
  });

  it('are aborted when the client disconnects', async () => {
    const small = world();
    const gate = aGate();
    small.gate = gate.opened;
    const leaving = new AbortController();
    const asking = aClient(small).send(new Request('http://api.test/v1/views/kpis', { signal: leaving.signal }));
    while (small.signals.length < 2) await Promise.resolve();
    leaving.abort();
    await asking;
    expect(small.signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    gate.open();
  });
});
