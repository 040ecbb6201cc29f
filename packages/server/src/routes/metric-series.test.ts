import { metricCatalogSchema, seriesListSchema, seriesSchema } from '@trimtab/core';
import { aClient, aHistory, aRecord, aWorkload, aWorld, type Client, daily, hour, noisy, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../ports/index.ts';
import { metricId, readMetricId, targetMetrics } from '../services/metrics/metric-ids.ts';

const cpu = daily(14, 0.3).map(Math.fround);
const memory = noisy(14, 3e8).map(Math.fround);

/** A target with two weeks of history: four pods, each requesting 1 core. */
function world() {
  const small = aWorld([aRecord(), aRecord({ name: 'idle' }), aRecord({ namespace: 'bare', name: 'x' })]);
  small.workloads.push(aWorkload(), aWorkload({ name: 'idle' }), aWorkload({ namespace: 'bare', name: 'x' }));
  const whole = aHistory({ cpu, memory, pods: 4 });
  small.deps.history = {
    async history({ namespaces }, { start }) {
      if (small.fail.metrics !== null) throw small.fail.metrics;
      const skip = (start - whole.start) / 300_000;
      const cut = <T extends { cpu: Float64Array; memory: Float64Array }>(one: T) => ({
        ...one,
        cpu: one.cpu.slice(skip),
        memory: one.memory.slice(skip),
      });
      const item = {
        ...whole,
        start,
        containers: whole.containers.map(cut),
        total: cut(whole.total),
        requested: cut(whole.requested),
        readyReplicas: whole.readyReplicas.slice(skip),
      };
      return { items: namespaces?.includes('shop') === true ? [item] : [], problems: [] };
    },
  };
  return small;
}

async function seriesOf(client: Client, path: string) {
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  return seriesSchema.parse(body);
}
const id = 'shop/cart/deployment/cart/cpu/total';
const hours = 3;
const window = `start=${new Date(now - hours * hour).toISOString()}&end=${new Date(now).toISOString()}`;

describe('ids of metrics', () => {
  it('survive writing and reading, including unusual names', () => {
    for (const key of targetMetrics('constructor', 'to-string.1', ['__proto__']))
      expect(readMetricId(metricId(key))).toEqual(key);
  });

  it.each([
    '',
    'a',
    'shop/cart/deployment/cart/cpu',
    'shop/cart/deployment/other/cpu/total',
    'shop/cart/container//cpu/value',
    'shop/-/namespace/bare/cpu/total',
    `${id}/x`,
  ])('are rejected: %s', (text) => {
    expect(readMetricId(text)).toBeNull();
  });
});

describe('series of a target', () => {
  it('contain past usage and continue with the forecast', async () => {
    const { periods, metrics } = await seriesOf(aClient(world()), `/v1/ast/shop/cart/metrics?${window}`);
    expect(periods).toHaveLength(hours * 12 + 12);
    expect(periods[0]).toBe(new Date(now - hours * hour).toISOString());
    for (const { values, predicted } of metrics) {
      expect(values).toHaveLength(periods.length);
      expect(values.slice(-12)).toEqual(Array.from({ length: 12 }, () => null));
      expect((predicted ?? values).length).toBe(periods.length);
    }
    const [total] = metrics;
    expect(total).toMatchObject({
      id,
      metricName: 'cpu',
      metricType: 'total',
      targetType: 'deployment',
      targetName: 'cart',
    });
    expect(total?.values[0]).toBeCloseTo(4 * (cpu.at(-36) ?? 0), 6);
    expect(total?.requested?.slice(0, 36)).toEqual(Array.from({ length: 36 }, () => 4));
    expect(total?.pods?.slice(0, 36)).toEqual(Array.from({ length: 36 }, () => 4));
    total?.predicted?.slice(0, 36).forEach((said, bin) => {
      expect(total.predictedLow?.[bin]).toBeLessThanOrEqual(said ?? 0);
      expect(total.predictedHigh?.[bin]).toBeGreaterThanOrEqual(said ?? 0);
    });
    expect(total?.predictedHigh?.slice(36)).toEqual(Array.from({ length: 12 }, () => null));
    expect(total?.requested?.slice(36)).toEqual(Array.from({ length: 12 }, () => null));
    expect(metrics.filter(({ requested }) => requested !== undefined).map(({ metricName }) => metricName)).toEqual([
      'cpu',
      'memory',
    ]);
    // A day like the days before is predicted well, both half an hour and an hour ahead.
    total?.predicted?.slice(0, 36).forEach((said, bin) => expect(said).toBeCloseTo(total.values[bin] ?? 0, 1));
    expect(total?.predicted?.at(-1)).toBeCloseTo(4 * (cpu[11] ?? 0), 1);
  });

  it('have no forecasts without a workload in the cluster, and keep them if the cluster does not answer', async () => {
    const small = world();
    const paths = [`/v1/ast/shop/cart/metrics?${window}`, `/v1/metrics/timeseries?metricIds=${encodeURIComponent(id)}`];
    const forecasts = async () =>
      (await Array.fromAsync(paths, (path) => seriesOf(aClient(small), path))).map(({ metrics }) =>
        metrics.some(({ predicted }) => predicted !== undefined),
      );
    expect(await forecasts()).toEqual([true, true]);
    small.fail.cluster = new SourceError('It does not answer.');
    expect(await forecasts()).toEqual([true, true]);
    small.fail.cluster = null;
    small.workloads.shift();
    expect(await forecasts()).toEqual([false, false]);
  });

  it('are consistent: average × pods = total = utilization × requests', async () => {
    const { metrics } = await seriesOf(
      aClient(world()),
      `/v1/ast/shop/cart/metrics?${window}&targetType=deployment&metricName=cpu`,
    );
    const of = (type: string) => metrics.find(({ metricType }) => metricType === type)?.values[0] ?? Number.NaN;
    expect(of('average') * 4).toBeCloseTo(of('total'), 9);
    expect(of('utilization') * 4).toBeCloseTo(of('total'), 9);
  });

  it('can be filtered by type and name', async () => {
    const client = aClient(world());
    const { metrics } = await seriesOf(
      client,
      `/v1/ast/shop/cart/metrics?${window}&targetType=container&metricName=memory`,
    );
    expect(metrics.map((metric) => metric.id)).toEqual(['shop/cart/container/app/memory/value']);
    expect((await client.get('/v1/ast/shop/cart/metrics?targetType=pod')).status).toBe(400);
  });

  it('cover the last three hours and the next one by default, and at most two weeks', async () => {
    const client = aClient(world());
    expect((await seriesOf(client, '/v1/ast/shop/cart/metrics')).periods).toHaveLength(48);
    const ages = await seriesOf(client, '/v1/ast/shop/cart/metrics?start=2020-01-01T00:00:00Z');
    expect(ages.periods).toHaveLength(14 * 288 + 12);
    const past = await seriesOf(
      client,
      '/v1/ast/shop/cart/metrics?start=2020-01-01T00:00:00Z&end=2020-01-02T00:00:00Z',
    );
    expect(past.periods).toEqual([]);
    expect(
      (await client.get('/v1/ast/shop/cart/metrics?start=2020-01-02T00:00:00Z&end=2020-01-01T00:00:00Z')).status,
    ).toBe(400);
  });

  it('are null everywhere without samples', async () => {
    const { metrics } = await seriesOf(aClient(world()), '/v1/ast/shop/idle/metrics');
    expect(metrics.flatMap(({ values }) => values).every((value) => value === null)).toBe(true);
    expect((await aClient(world()).get('/v1/ast/shop/none/metrics')).status).toBe(404);
  });

  it('name the source that fails, and are served from memory meanwhile', async () => {
    const small = world();
    const client = aClient(small);
    small.fail.metrics = new SourceError('It answered 503.');
    expect(await client.get('/v1/ast/shop/cart/metrics')).toMatchObject({
      status: 502,
      body: { errors: ['metrics source unavailable', 'It answered 503.'] },
    });
    small.fail.metrics = null;
    await seriesOf(client, '/v1/ast/shop/cart/metrics');
    small.fail.metrics = new SourceError('It answered 503.');
    small.now += 300_000;
    expect((await seriesOf(client, `/v1/ast/shop/cart/metrics?${window}`)).metrics[0]?.values[0]).toBeGreaterThan(0);
  });
});

describe('series by id', () => {
  it('are returned in the order of the ids', async () => {
    const metricIds = ['shop/cart/container/app/cpu/value', id, 'shop/-/namespace/shop/cpu/total'];
    const { status, body } = await aClient(world()).post('/v1/metrics/bulk', {
      metricIds,
      start: new Date(now - hour).toISOString(),
      end: new Date(now).toISOString(),
    });
    expect(status).toBe(200);
    const { items } = seriesListSchema.parse(body);
    expect(items.map(({ metrics }) => metrics.map((metric) => metric.id))).toEqual(metricIds.map((one) => [one]));
    expect(items[2]?.metrics[0]?.values[0]).toBeCloseTo(items[1]?.metrics[0]?.values[0] ?? 0, 9);
  });

  it('are returned on one axis, with associated series', async () => {
    const client = aClient(world());
    const { metrics } = await seriesOf(client, `/v1/metrics/timeseries?metricIds=${id}&associated=true&${window}`);
    expect(metrics.map((metric) => metric.id)).toEqual([
      id,
      'shop/cart/deployment/cart/cpu/average',
      'shop/cart/deployment/cart/cpu/utilization',
      'shop/cart/container/app/cpu/value',
    ]);
    expect((await seriesOf(client, `/v1/metrics/timeseries?metricIds=${id},${id}`)).metrics).toHaveLength(1);
  });

  it.each(['', ',', 'shop/none/deployment/none/cpu/total', 'x'])('reject unknown ids: %j', async (ids) => {
    const { status, body } = await aClient(world()).get(`/v1/metrics/timeseries?metricIds=${encodeURIComponent(ids)}`);
    expect([400, 404]).toContain(status);
    expect(body).toEqual({ errors: [expect.any(String)] });
  });

  it('reject invalid times and too many series', async () => {
    const client = aClient(world());
    const bulk = (changes: object) =>
      client.post('/v1/metrics/bulk', {
        metricIds: [id],
        start: '2026-03-04T00:00:00Z',
        end: '2026-03-04T01:00:00Z',
        ...changes,
      });
    expect((await bulk({ start: 'yesterday' })).status).toBe(400);
    expect((await bulk({ end: '2026-03-03T00:00:00Z' })).status).toBe(400);
    expect((await bulk({ metricIds: [] })).status).toBe(400);
    expect((await bulk({ metricIds: Array.from({ length: 101 }, () => id) })).status).toBe(400);
  });
});

describe('catalogs', () => {
  it('list series whose ids can all be read', async () => {
    const client = aClient(world());
    const catalog = async (path: string) => metricCatalogSchema.parse((await client.get(path)).body).items;
    const own = await catalog('/v1/metrics/shop/cart/catalog');
    expect(own.map((one) => one.id)).toContain(id);
    expect(own.find((one) => one.id === id)).toEqual({
      id,
      metricName: 'cpu',
      metricType: 'total',
      targetType: 'deployment',
      targetName: 'cart',
      namespace: 'shop',
      unit: 'cores',
    });
    const all = (await catalog('/v1/metrics/catalog')).map((one) => one.id);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(
      expect.arrayContaining(['shop/-/namespace/shop/memory/total', 'bare/x/deployment/x/replicas/value']),
    );
    const { metrics } = await seriesOf(client, `/v1/metrics/timeseries?metricIds=${all.join(',')}`);
    expect(metrics.map((metric) => metric.id)).toEqual(all);
  });
});
