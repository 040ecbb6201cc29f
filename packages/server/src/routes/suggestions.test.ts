import {
  explanationSchema,
  kpiListSchema,
  suggestionListSchema,
  suggestionOutcomesSchema,
  suggestionSchema,
} from '@trimtab/core';
import {
  aClient,
  aGate,
  aGuardedClient,
  aRecord,
  aUsage,
  aWorkload,
  aWorld,
  hour,
  now,
  pastUsage,
} from '@trimtab/testing';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { SourceError } from '../ports/index.ts';

/** A target with a suggestion, one without samples, a new one, and one whose workload is gone. */
function world() {
  const names = ['cart', 'idle', 'young', 'gone'];
  const small = aWorld(names.map((name) => aRecord({ name, horizontal: 'recommendation' })));
  small.workloads.push(...names.slice(0, 3).map((name) => aWorkload({ name })));
  small.usages.push(aUsage(0.25, 0.5), aUsage(0.25, 0.5, { name: 'young', since: now - 23 * hour }));
  return small;
}

const path = '/v1/ast/shop/cart';
const minute = hour / 60;
/** The time of day, this long after the start of a test. */
const timeOfDay = (waited: number) => `${new Date(now + waited).toISOString().slice(11, 16)} UTC`;
const rows = async (client: ReturnType<typeof aClient>) => (await client.get('/v1/views/namespaces/shop/asts')).body;

describe('suggestions', () => {
  it('are computed on request, with the forecast of the next hour', async () => {
    const { status, body } = await aClient(world()).post(`${path}/suggestions`);
    expect(status).toBe(200);
    const suggestion = suggestionSchema.parse(body);
    expect(suggestion).toMatchObject({ created: new Date(now).toISOString(), metric: 'cpu', currentReplicas: 2 });
    expect(suggestion.forecasts.map(({ metric, values }) => [metric, values.length])).toEqual([
      ['cpu', 12],
      ['memory', 12],
    ]);
    expect(suggestion.forecasts[0]?.values[11]?.timestamp).toBe(new Date(now + 55 * 60_000).toISOString());
    expect(suggestion.why).toContain('Replicas ');
  });

  it('stay in force until a value differs by a tenth, and are listed newest first', async () => {
    const small = world();
    const client = aClient(small);
    const create = async () => suggestionSchema.parse((await client.post(`${path}/suggestions`)).body);
    const list = async (query = '') =>
      suggestionListSchema.parse((await client.get(`${path}/suggestions${query}`)).body).items;
    const first = await create();
    expect(first.publishedBecause).toBe('It is the first suggestion.');
    small.now += 10 * minute;
    small.usages[0] = aUsage(0.26, 0.5);
    expect(await create()).toMatchObject({ id: first.id, created: first.created, why: first.why });
    small.now += hour;
    small.usages[0] = aUsage(0.4, 0.5);
    const second = await create();
    expect(second.id).not.toBe(first.id);
    expect(second.publishedBecause).toContain('cpu of app');
    small.now += minute;
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list('?active=true')).map(({ id, forecasts }) => [id, forecasts.length])).toEqual([[second.id, 2]]);
    const before = new Date(now + hour).toISOString();
    expect((await list(`?end=${before}`)).map(({ id }) => id)).toEqual([first.id]);
    // It was published before this window, and is in force in it.
    expect((await list(`?start=${new Date(small.now - 1).toISOString()}`)).map(({ id }) => id)).toEqual([second.id]);
    expect((await list('?start=2010-01-01T00:00:00Z')).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await list('?start=2030-01-01T00:00:00Z&end=2031-01-01T00:00:00Z')).toEqual([]);
    expect(await list('?start=2030-01-01T00:00:00Z&active=true')).toEqual([]);
  });

  it('that are not in force have a reason, if only the one in force is asked for', async () => {
    const client = aClient(world());
    const list = async (name: string, query: string) =>
      suggestionListSchema.parse((await client.get(`/v1/ast/shop/${name}/suggestions${query}`)).body);
    const reason = 'Suggestions start 24 hours after the first sample, which is 23 hours old.';
    expect(await list('young', '?active=true')).toEqual({ items: [], total: 0, reason });
    expect(await list('young', '')).toEqual({ items: [], total: 0 });
    expect(await list('cart', '?active=true')).not.toHaveProperty('reason');
    // The target itself says that its workload is not in the cluster.
    expect(await list('gone', '?active=true')).toEqual({ items: [], total: 0 });
  });

  it('in a list of one namespace do not wait for the stored suggestions of the others', async () => {
    const small = aWorld([aRecord(), aRecord({ namespace: 'web' })]);
    small.workloads.push(aWorkload(), aWorkload({ namespace: 'web' }));
    small.usages.push(aUsage(0.25, 0.5), aUsage(0.25, 0.5, { namespace: 'web' }));
    const gate = aGate();
    const stored = { ...small.deps.store.suggestions };
    const reads = vi.spyOn(small.deps.store.suggestions, 'newest').mockImplementation(async (namespace) => {
      if (namespace === 'web') await gate.opened;
      return stored.newest(namespace);
    });
    const client = aClient(small);
    const kpis = client.get('/v1/views/kpis');
    expect(await rows(client)).toMatchObject({ data: { items: [{ name: 'cart' }] } });
    gate.open();
    expect((await kpis).status).toBe(200);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('are the same in a list, in an explanation and after a restart', async () => {
    const small = world();
    const created = suggestionSchema.parse((await aClient(small).post(`${path}/suggestions`)).body);
    const before = await rows(aClient(small));
    for (const minutes of [0, 10, 30]) {
      small.now = now + minutes * minute;
      // Every client is a new server on the same store.
      const restarted = aClient(small);
      const explained = explanationSchema.parse((await restarted.get(`${path}/explain`)).body);
      expect(explained).toMatchObject({ id: created.id, created: created.created, why: created.why });
      const values = explained.requests.map(({ value }) => value);
      expect(values).toEqual(
        created.resourceRecommendations.flatMap(({ recommendations }) => recommendations.map(({ value }) => value)),
      );
      expect(await rows(restarted)).toEqual(before);
    }
  });

  it('are explained while the source of samples fails', async () => {
    const small = world();
    const client = aClient(small);
    const { id } = suggestionSchema.parse((await client.post(`${path}/suggestions`)).body);
    small.now += 10 * minute;
    small.fail.metrics = new SourceError('It answered 503.');
    expect(await client.get(`${path}/explain`)).toMatchObject({ status: 200, body: { id } });
  });

  it('are replaced at once when the mode of the target changes', async () => {
    const small = world();
    const client = aClient(small);
    const first = suggestionSchema.parse((await client.post(`${path}/suggestions`)).body);
    await small.deps.store.targets.remove('shop', 'cart');
    await small.deps.store.targets.enroll([aRecord({ horizontal: 'recommendation', modelMode: 'max_assurance' })]);
    small.now += minute;
    const second = suggestionSchema.parse((await client.post(`${path}/suggestions`)).body);
    expect(second.id).not.toBe(first.id);
    expect(second.publishedBecause).toContain('the mode');
  });

  it('are replaced by more replicas at once, and by fewer after an hour', async () => {
    const small = aWorld([aRecord({ horizontal: 'recommendation', vertical: null })]);
    // Without an HPA, the replicas would have to suffice for the busiest time of the last week.
    const metrics = [{ type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 70 } }] as const;
    small.workloads.push(aWorkload({ hpa: { name: 'api', minReplicas: 1, maxReplicas: 50, metrics } }));
    const client = aClient(small);
    const after = async (minutes: number, cpu: number) => {
      small.now += minutes * minute;
      small.usages[0] = aUsage(cpu, 0.5);
      const { suggestedReplicas, publishedBecause } = suggestionSchema.parse(
        (await client.post(`${path}/suggestions`)).body,
      );
      return [suggestedReplicas, publishedBecause];
    };
    const [few] = await after(0, 0.5);
    const [many, because] = await after(60, 4);
    expect(Number(many)).toBeGreaterThan(Number(few));
    expect(because).toBe('More replicas are needed.');
    await after(90, 0.5);
    const [still] = await after(15, 0.5);
    expect(still).toBe(many);
    const [fewer, reason] = await after(60, 0.5);
    expect(Number(fewer)).toBeLessThan(Number(many));
    expect(reason).toBe('Fewer replicas have been enough for an hour.');
  });

  it.each([
    ['the usage exceeds them', { vertical: 'recommendation', horizontal: null }, 'cpu of app'],
    ['more replicas are needed', { vertical: null, horizontal: 'recommendation' }, 'More replicas are needed.'],
  ] as const)('are replaced within the hour when %s', async (_, directions, because) => {
    const small = aWorld([aRecord(directions)]);
    small.workloads.push(aWorkload());
    small.usages.push(aUsage(0.25, 0.5));
    const client = aClient(small);
    const active = async () =>
      suggestionListSchema.parse((await client.get(`${path}/suggestions?active=true`)).body).items[0];
    const first = await active();
    small.usages[0] = aUsage(1.9, 0.5);
    small.now += 20 * minute;
    await client.get('/v1/views/namespaces/shop/asts');
    await expect.poll(async () => (await active())?.id).not.toBe(first?.id);
    expect((await active())?.created).toBe(new Date(now + 20 * minute).toISOString());
    expect((await active())?.publishedBecause).toContain(because);
  });

  it('have none in force while the workload is not in the cluster', async () => {
    const small = world();
    const client = aClient(small);
    await client.post(`${path}/suggestions`);
    const [workload] = small.workloads.splice(0, 1);
    small.now += minute;
    expect((await client.get(`${path}/suggestions?active=true`)).body).toEqual({ items: [], total: 0 });
    expect((await client.get(`${path}/suggestions`)).body).toMatchObject({ total: 1 });
    if (workload !== undefined) small.workloads.push(workload);
    small.now += minute;
    expect((await client.get(`${path}/suggestions?active=true`)).body).toMatchObject({ total: 1 });
  });

  it.each([
    ['idle', 409, 'No usage of this workload was found in the last 14 days.'],
    ['young', 409, 'Suggestions start 24 hours after the first sample, which is 23 hours old.'],
    ['gone', 500, 'failed to get target scale: Deployment "gone" not found'],
    ['none', 404, 'There is no target "none" in namespace "shop". Enroll the workload first.'],
  ])('are rejected with a reason: %s', async (name, status, reason) => {
    const client = aClient(world());
    for (const answer of [
      await client.post(`/v1/ast/shop/${name}/suggestions`),
      await client.get(`/v1/ast/shop/${name}/explain`),
      await client.get(`/v1/ast/shop/${name}/report-card`),
      await client.get(`/v1/ast/shop/${name}/outlook`),
      await client.get(`/v1/ast/shop/${name}/trade-off`),
    ]) {
      expect(answer).toMatchObject({ status, body: { errors: [reason] } });
    }
  });

  it('name the source that fails', async () => {
    const small = world();
    small.fail.metrics = new SourceError('It answered 503.');
    expect(await aClient(small).post(`${path}/suggestions`)).toMatchObject({
      status: 502,
      body: { errors: ['metrics source unavailable', 'It answered 503.'] },
    });
    small.fail.cluster = new SourceError('It is away.');
    expect(await aClient(small).post(`${path}/suggestions`)).toMatchObject({
      status: 502,
      body: { errors: ['cluster source unavailable', 'It is away.'] },
    });
  });

  it('are computed in bulk, each with a suggestion or a reason', async () => {
    const client = aClient(world());
    const outcomes = async (at: string, body?: object) => {
      const answer = await client.post(at, body);
      expect(answer.status).toBe(200);
      return suggestionOutcomesSchema
        .parse(answer.body)
        .items.map(({ name, suggestion, error }) => [name, suggestion !== undefined, error !== undefined]);
    };
    const all = [
      ['cart', true, false],
      ['gone', false, true],
      ['idle', false, true],
      ['young', false, true],
    ];
    expect(await outcomes('/v1/ast/suggestions/bulk')).toEqual(all);
    expect(await outcomes('/v1/ast/shop/suggestions/bulk')).toEqual(all);
    expect(await outcomes('/v1/ast/empty/suggestions/bulk')).toEqual([]);
    expect(await outcomes('/v1/ast/shop/suggestions/bulk', { names: ['cart', 'none', 'cart'] })).toEqual([
      ['cart', true, false],
      ['none', false, true],
    ]);
    expect(await outcomes('/v1/ast/suggestions/bulk', { targets: [{ namespace: 'other', name: 'cart' }] })).toEqual([
      ['cart', false, true],
    ]);
  });
});

describe('while history is being read', () => {
  it('lists show that suggestions are being computed, then the suggestions', async () => {
    const small = world();
    await small.deps.store.targets.enroll([aRecord({ name: 'managed', vertical: 'autonomous' })]);
    small.workloads.push(aWorkload({ name: 'managed' }));
    const gate = aGate();
    const usual = pastUsage(small);
    // A list waits by the server's clock, which advances some milliseconds with each reading here.
    small.deps.clock = { now: () => (small.now += 5) };
    small.deps.history = {
      history: async (scope, window) => {
        await gate.opened;
        return usual.history(scope, window);
      },
    };
    const client = aClient(small);
    const asked = client.get(`${path}/suggestions?active=true`);
    const { body } = await client.get('/v1/views/namespaces/shop/asts');
    expect(JSON.stringify(body)).toContain(
      '"label":"Being computed","tooltip":"Being computed: the last 14 days of usage are being read."',
    );
    expect(JSON.stringify(body)).toContain('"computing":true');
    const kpis = JSON.stringify((await client.get('/v1/views/kpis')).body);
    expect(kpis).toContain('Suggestions for 3 of them are still being computed.');
    expect(kpis).toContain('"computing":true');
    const reading = { targets: 5, read: 0, minutes_left: null };
    expect((await client.get('/healthz')).body).toEqual({ status: 'ok', reading });
    // The savings of an autonomous target do not depend on a suggestion. Here the state before is not recorded.
    expect(kpis).toContain('"label":"Yearly Savings","value":null,"tooltip":"1 of 1 target has no known figure."');
    // Longer than a list waits.
    small.now += 1_000;
    const later = new Promise((resolve) => void setTimeout(resolve, 50, 'still waiting'));
    expect(await Promise.race([asked, later])).toBe('still waiting');
    gate.open();
    // A request for one target waits for its suggestion: an empty list would mean that there is none.
    expect((await asked).body).toMatchObject({ items: [{ currentReplicas: 2 }], total: 1 });
    expect((await client.post(`${path}/suggestions`)).status).toBe(200);
    const then = JSON.stringify((await client.get('/v1/views/namespaces/shop/asts')).body);
    expect(then).toContain('downDelta');
    expect(then).not.toContain('computing');
    expect((await client.get('/healthz')).body).toEqual({ status: 'ok' });
  });

  it('the key figures have the progress also with sign-in, when /healthz does not', async () => {
    const small = world();
    await small.deps.store.targets.enroll([aRecord({ namespace: 'bank' })]);
    const gate = aGate();
    small.deps.clock = { now: () => (small.now += 5) };
    small.deps.history = {
      history: async (scope, window) => {
        if (scope.namespaces?.includes('bank')) await gate.opened;
        return pastUsage(small).history(scope, window);
      },
    };
    const { ask } = aGuardedClient(small);
    const reading = async () => {
      const { body } = await ask('/v1/views/kpis', { as: 'reader' });
      return z.object({ data: kpiListSchema }).parse(body).data.reading;
    };
    await expect.poll(reading).toEqual({ targets: 5, read: 4, minutes_left: null });
    expect((await ask('/healthz')).body).toEqual({ status: 'ok' });
    expect((await ask('/v1/views/kpis')).status).toBe(401);
    gate.open();
    await expect.poll(reading).toBeUndefined();
  });

  it('a failed read is named with the time of the next attempt, which has an effect within minutes', async () => {
    const small = world();
    small.deps.history = {
      history: async (scope, window) => {
        if (isDown) throw new SourceError('Prometheus did not answer within 20 s.', { timedOut: true });
        return pastUsage(small).history(scope, window);
      },
    };
    let isDown = true;
    const client = aClient(small);
    // A list waits for a refresh by the server's clock, and only briefly.
    const list = async () => {
      await client.get('/v1/views/namespaces/shop/asts');
      return JSON.stringify((await client.get('/v1/views/namespaces/shop/asts')).body);
    };
    const first = await list();
    expect(first).toContain(`"type":"error","label":"Failed, next attempt at ${timeOfDay(minute)}"`);
    expect(first).toContain(
      `The last 14 days of usage could not be read: Prometheus did not answer within 20 s. The next attempt is at ${timeOfDay(minute)}.`,
    );
    expect(first).not.toContain('omputing');
    const kpis = JSON.stringify((await client.get('/v1/views/kpis')).body);
    expect(kpis).toContain('Suggestions for 3 of them could not be computed; the server tries again.');
    small.now += minute;
    expect(await list()).toContain(`Failed, next attempt at ${timeOfDay(2 * minute)}`);
    isDown = false;
    small.now += minute;
    expect(await list()).toContain('downDelta');
  });
});
