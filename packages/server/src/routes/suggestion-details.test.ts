import { explanationSchema, outlookSchema, reportCardSchema, suggestionSchema, tradeOffSchema } from '@trimtab/core';
import { aClient, aRecord, aUsage, aWorkload, aWorld, hour, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';

/** A target with a suggestion, and a new one. */
function world() {
  const names = ['cart', 'young'];
  const small = aWorld(names.map((name) => aRecord({ name, horizontal: 'recommendation' })));
  small.workloads.push(...names.map((name) => aWorkload({ name })));
  small.usages.push(aUsage(0.25, 0.5), aUsage(0.25, 0.5, { name: 'young', since: now - 23 * hour }));
  return small;
}

const path = '/v1/ast/shop/cart';
const minute = hour / 60;

describe('the details of a suggestion', () => {
  it('contain every figure of the explanation', async () => {
    const { body } = await aClient(world()).get(`${path}/explain`);
    const said = explanationSchema.parse(body);
    expect(said.requests.map(({ container, resource }) => `${container} ${resource}`)).toEqual([
      'app cpu',
      'app memory',
    ]);
    expect(said.requests[0]).toMatchObject({
      clamp: 'level shift',
      // Two pods, which are the minimum, use the half core of all pods at 70 % of this request.
      value: 0.358,
      adjusted: {
        reason: 'sized for 2 pods',
        ruled: expect.closeTo(0.275, 6),
        shared: { replicas: 2, usage: 0.5, share: 0.7 },
      },
      lastHourMedian: 0.25,
    });
    expect(said.replicas).toMatchObject({ metric: 'cpu', current: 2, targetFrom: 'planned', bounds: null });
    expect(body).toEqual(said);
  });

  it('have an outlook on the next day and week, with the replicas for the peaks', async () => {
    const small = world();
    small.usages[0] = aUsage(0.25, 0.5, { since: now - 14 * 24 * hour });
    const client = aClient(small);
    const { body } = await client.get(`${path}/outlook`);
    const outlook = outlookSchema.parse(body);
    expect(outlook.resources.map(({ metric, hours }) => [metric, hours.length])).toEqual([
      ['cpu', 24],
      ['memory', 24],
    ]);
    const [cpu] = outlook.resources;
    expect(outlook.created).toBe(cpu?.hours[0]?.timestamp);
    const steady = { value: 0.5, low: 0.5, high: 0.5 };
    expect(cpu?.day).toMatchObject(steady);
    expect(cpu?.week).toMatchObject(steady);
    const { replicas } = explanationSchema.parse((await client.get(`${path}/explain`)).body);
    const pods = Math.ceil(0.5 / ((replicas?.requestPerPod ?? 0) * (replicas?.target ?? 0)));
    expect(outlook.replicas).toMatchObject({ metric: 'cpu', day: { value: pods, low: pods, high: pods } });
    expect(body).toEqual(outlook);
  });

  it('have an empty outlook while the history is short', async () => {
    const outlook = outlookSchema.parse((await aClient(world()).get(`${path}/outlook`)).body);
    expect(outlook).toMatchObject({ resources: [], replicas: null });
  });

  it('include a trade-off with the suggestion in force, also after newer samples', async () => {
    const small = world();
    const client = aClient(small);
    const suggested = suggestionSchema.parse((await client.post(`${path}/suggestions`)).body);
    small.now += 30 * minute;
    small.usages[0] = aUsage(0.26, 0.5);
    const { body } = await client.get(`${path}/trade-off`);
    const { requests, ...rest } = tradeOffSchema.parse(body);
    expect(rest).toMatchObject({ created: new Date(small.now).toISOString(), modelMode: 'balanced', replicas: 2 });
    const inForce = requests.map(({ container, resource, marks }) => ({
      container,
      resource,
      value: marks.find(({ mark }) => mark === 'balanced')?.request,
    }));
    expect(inForce).toEqual(
      suggested.resourceRecommendations.flatMap(({ container, recommendations }) =>
        recommendations.map(({ resource, value }) => ({ container, resource, value })),
      ),
    );
    for (const { points, marks } of requests) {
      expect(marks.map(({ mark }) => mark)).toEqual(['current', 'cost_savings', 'balanced', 'max_assurance']);
      const onCurve = new Set(points.map(({ request }) => request));
      expect(marks.filter(({ request }) => !onCurve.has(request))).toEqual([]);
    }
    expect(body).toEqual(tradeOffSchema.parse(body));
  });

  it('include a trade-off that is priced with the stored node settings', async () => {
    const client = aClient(world());
    const prices = async () =>
      tradeOffSchema
        .parse((await client.get(`${path}/trade-off`)).body)
        .requests.flatMap(({ points }) => points.map(({ dollarsUnusedPerYear }) => dollarsUnusedPerYear ?? Number.NaN));
    const before = await prices();
    const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.384 };
    expect((await client.post('/v1/cost-savings/settings', settings)).status).toBe(200);
    const after = await prices();
    expect(Math.max(...before)).toBeGreaterThan(0);
    expect(after).toEqual(before.map((price) => expect.closeTo(price * 2, 9)));
  });

  it('include a trade-off without requests for a target that does not scale them', async () => {
    const small = aWorld([aRecord({ horizontal: 'recommendation', vertical: null })]);
    small.workloads.push(aWorkload());
    small.usages.push(aUsage(0.25, 0.5));
    const tradeOff = tradeOffSchema.parse((await aClient(small).get(`${path}/trade-off`)).body);
    expect(tradeOff.requests).toEqual([]);
  });

  it('include a report card', async () => {
    const { body } = await aClient(world()).get(`${path}/report-card`);
    const card = reportCardSchema.parse(body);
    expect(card.forecasts).toHaveLength(6);
    expect(card.replays.map(({ window, resource }) => `${resource} ${window}`)).toEqual([
      'cpu 7d',
      'cpu 14d',
      'memory 7d',
      'memory 14d',
    ]);
    expect(body).toEqual(card);
  });

  it('include how the published suggestions did, and before them those that would have been published', async () => {
    const small = world();
    const client = aClient(small);
    const timeOver = async () => {
      const card = reportCardSchema.parse((await client.get(`${path}/report-card`)).body);
      return card.suggestions.find(({ resource }) => resource === 'memory')?.timeOver;
    };
    await client.post(`${path}/suggestions`);
    expect(await timeOver()).toBe(0);
    // The published request is below the usage. A suggestion computed from these samples would not be.
    const stored = await small.deps.store.suggestions.newestBefore('shop', 'cart', Number.POSITIVE_INFINITY);
    const created = new Date(now - 15 * 24 * hour).toISOString();
    const resourceRecommendations = [{ container: 'app', recommendations: [{ resource: 'memory', value: '1Mi' }] }];
    const body = JSON.stringify({ answer: { created, resourceRecommendations } });
    if (stored === null) throw new Error('Nothing was published.');
    await small.deps.store.suggestions.add([{ ...stored, id: 'earlier', createdAt: Date.parse(created), body }]);
    expect(await timeOver()).toBe(1);
  });

  it('include a report card up to the newest samples, also while an older suggestion is in force', async () => {
    const small = world();
    const client = aClient(small);
    await client.post(`${path}/suggestions`);
    small.now += 30 * minute;
    small.usages[0] = aUsage(0.4, 0.5);
    const card = reportCardSchema.parse((await client.get(`${path}/report-card`)).body);
    expect(card.window.end).toBe(new Date(small.now).toISOString());
    const cpu = card.replays.find(({ resource }) => resource === 'cpu');
    // The three newest samples are read twice, so the higher usage begins a quarter of an hour earlier.
    expect(cpu?.worstShortfall?.at).toBe(new Date(now - 15 * minute).toISOString());
  });
});
