import { describe, expect, test } from 'vitest';
import { json, text } from '../../testing/fault-replies.ts';
import { hostileKeys } from '../../testing/hostile-corpus.ts';
import { scripted } from '../../testing/scripted-client.ts';

/** A client of a server that always sends this body. */
const reading = async (body: string) => (await scripted(() => text(body, 'application/json'))).client;

describe('invalid numbers', () => {
  test.each(['null', '"NaN"', '"+Inf"', '"3"', 'true', '{}', '1e999', '-1e999'])('%s reads as null', async (figure) => {
    const client = await reading(`{"items":[{"id":"targets","label":"Targets","value":${figure}}]}`);
    expect((await client.views.kpis()).items[0]?.value).toBeNull();
  });

  test.each([0, -0, -3.5, 1e21, 2 ** 53 + 2])('%d is read unchanged', async (figure) => {
    const client = await reading(JSON.stringify({ items: [{ id: 'targets', value: figure }] }));
    expect((await client.views.kpis()).items[0]?.value).toBe(JSON.parse(JSON.stringify(figure)));
  });

  test('an invalid number affects its own cell, not the row', async () => {
    const row = {
      name: 'web',
      namespace: 'shop',
      mode: 'Recommendation',
      status: { severity: 'purple', label: 'Odd' },
      cpu_utilization: 'NaN',
      memory_utilization: 0.42,
      scaling: null,
      recommendation: { type: 'sideways' },
      hourly_waste_savings: null,
    };
    const client = await reading(JSON.stringify({ data: { items: [row] } }));
    expect((await client.views.namespaceTargets({ namespace: 'shop' })).items).toEqual([
      {
        name: 'web',
        namespace: 'shop',
        mode: 'Recommendation',
        status: { severity: 'low', label: 'Odd', isUnrated: true },
        cpu_utilization: null,
        memory_utilization: 0.42,
        scaling: '',
        recommendation: { type: 'error', label: '' },
        hourly_waste_savings: null,
      },
    ]);
  });

  test('nulls in a series keep their position', async () => {
    const series = {
      periods: ['a', 'b', 'c'],
      metrics: [{ metricName: 'cpu', metricType: 'total', targetType: 'deployment', values: [1, null, 'NaN'] }],
    };
    const client = await reading(JSON.stringify(series));
    const read = await client.metrics.target({ namespace: 'shop', name: 'web' });
    expect(read.metrics[0]?.values).toEqual([1, null, null]);
  });

  test('a total that is a string or negative does not invalidate the list', async () => {
    const client = await reading('{"items":[],"total":"many"}');
    expect((await client.targets.list()).total).toBeUndefined();
  });
});

test('a response of the wrong shape is logged with the problem, without its content', async () => {
  const { client, log } = await scripted(() => json({ items: [{ namespace: 'shop', name: 7, secret: 'canary' }] }));
  await expect(client.targets.list()).rejects.toThrow('Invalid response from server');
  expect(log).toEqual([
    {
      message: 'A response could not be read',
      fields: { operation: 'targets.list', problem: 'items.0.name does not match the API contract' },
    },
  ]);
});

describe('missing optional fields are accepted', () => {
  test('a target detail without an autoscaler, mode, requests or model', async () => {
    const detail = {
      target: { current_replicas: 2, containers: [{ name: 'app', average_requests: {} }] },
      aiscaletarget: { namespace: 'shop', name: 'web', spec: {} },
    };
    const client = await reading(JSON.stringify(detail));
    await expect(client.targets.get({ namespace: 'shop', name: 'web' })).resolves.toEqual(detail);
  });

  test('null lists, and null requests', async () => {
    const client = await reading(
      '{"target":{"current_replicas":1,"containers":[{"name":"app","average_requests":null}]},"horizontalpodautoscaler":{"metrics":null},"aiscaletarget":{"namespace":"shop","name":"web","spec":{}}}',
    );
    expect(await client.targets.get({ namespace: 'shop', name: 'web' })).toMatchObject({
      target: { containers: [{ name: 'app', average_requests: {} }] },
      horizontalpodautoscaler: { min_replicas: null, max_replicas: null, metrics: [] },
    });
  });

  test('a row without suggestion or status stays in the list', async () => {
    const row = { name: 'web', namespace: 'shop', mode: 'Autonomous', scaling: 'vertical' };
    const client = await reading(JSON.stringify({ items: [row, { ...row, status: null, recommendation: null }] }));
    const read = {
      ...row,
      status: { severity: 'low', label: '', isUnrated: true },
      recommendation: { type: 'noSuggestions', label: '' },
    };
    expect((await client.views.namespaceTargets({ namespace: 'shop' })).items).toEqual([read, read]);
  });

  test('a target with an empty spec, or without a workload', async () => {
    const items = [
      { namespace: 'shop', name: 'web', spec: null },
      {
        namespace: 'shop',
        name: 'api',
        spec: { vertical: { mode: 'auto' }, scale_target_ref: { kind: 'Deployment' } },
      },
    ];
    const client = await reading(JSON.stringify({ items }));
    const read = (await client.targets.list()).items;
    expect(read[0]?.spec).toEqual({});
    expect(read[1]?.spec.vertical).toEqual({ mode: 'auto' });
    expect(read[1]?.spec.scale_target_ref).toBeUndefined();
  });

  test('an autoscaler whose metrics have no target', async () => {
    const client = await reading(
      '{"target":{"current_replicas":1,"containers":[]},"horizontalpodautoscaler":{"min_replicas":1,"max_replicas":3,"metrics":[{"type":"Resource"}]},"aiscaletarget":{"namespace":"shop","name":"web","spec":{}}}',
    );
    expect((await client.targets.get({ namespace: 'shop', name: 'web' })).horizontalpodautoscaler).toEqual({
      min_replicas: 1,
      max_replicas: 3,
      metrics: [],
    });
  });

  test('a cost analysis with null lists and null hours', async () => {
    const empty = await reading('{"breakdown":null,"contributors":null}');
    const request = { start: 0, end: 1, bucket: 'Month' } as const;
    expect(await empty.views.costAnalysis(request)).toEqual({ breakdown: [], contributors: [] });
    const client = await reading(
      '{"breakdown":[{"timestamp":"2026-01-01T00:00:00Z","realized":null,"unrealized":{"cpu_core_hours":1,"memory_byte_hours":2}}],"contributors":[{"name":"web","resource_savings":null}]}',
    );
    const unknown = { cpu_core_hours: null, memory_byte_hours: null };
    expect(await client.views.costAnalysis(request)).toMatchObject({
      breakdown: [{ realized: unknown, unrealized: { cpu_core_hours: 1, memory_byte_hours: 2 } }],
      contributors: [{ name: 'web', resource_savings: unknown }],
    });
  });

  test('a comparison without costs, or without one of the resources', async () => {
    const side = { optimized: { total_request: 1 }, unoptimized: { total_request: 2 } };
    const client = await reading(JSON.stringify({ items: [{ name: 'web', resources: { cpu: side, memory: null } }] }));
    expect((await client.costs.comparisonBulk()).items[0]).toEqual({
      name: 'web',
      resources: { cpu: side, memory: { optimized: {}, unoptimized: {} } },
      hourly_cost: { optimized: { cpu: null, memory: null }, unoptimized: { cost: null } },
    });
  });

  test('series with null lists, a catalog without ids, and null totals', async () => {
    const id = { namespace: 'shop', name: 'web' };
    expect(await (await reading('{"periods":null,"metrics":null}')).metrics.target(id)).toEqual({
      periods: [],
      metrics: [],
    });
    const catalog = await reading('{"items":[{"metricName":"cpu"}]}');
    expect((await catalog.metrics.targetCatalog(id)).items[0]?.metricName).toBe('cpu');
    const current = await reading('{"containers":[],"cpu":null,"memory":null}');
    expect(await current.metrics.current(id)).toEqual({ containers: [] });
  });

  test('an unreadable recommendation does not invalidate the others', async () => {
    const container = 'app';
    const resourceRecommendations = [
      { container, recommendations: [{ resource: 'cpu', value: '250m' }, { value: 1 }] },
      { container: 'proxy', recommendations: null },
    ];
    const client = await reading(JSON.stringify({ items: [{ resourceRecommendations }] }));
    expect(
      (await client.suggestions.list({ namespace: 'shop', name: 'web' })).items[0]?.resourceRecommendations,
    ).toEqual([
      {
        container,
        recommendations: [
          { resource: 'cpu', value: '250m' },
          { resource: '', value: 1 },
        ],
      },
      { container: 'proxy', recommendations: [] },
    ]);
  });

  test('namespaces may be objects or bare names', async () => {
    const client = await reading('{"items":[{"name":"shop","phase":"Active"},"kube-system"]}');
    expect((await client.namespaces.list()).items).toEqual([{ name: 'shop' }, { name: 'kube-system' }]);
  });

  test('a suggestion with nothing but its replicas', async () => {
    const client = await reading('{"items":[{"suggestedReplicas":3}]}');
    expect((await client.suggestions.list({ namespace: 'shop', name: 'web' })).items[0]).toEqual({
      created: null,
      why: '',
      metric: '',
      suggestedReplicas: 3,
      forecasts: [],
      resourceRecommendations: [],
    });
  });

  test('a pod with nothing but its name', async () => {
    const client = await reading('{"items":[{"name":"web-1"}]}');
    expect((await client.targets.pods({ namespace: 'shop', name: 'web' })).items[0]).toEqual({
      name: 'web-1',
      status: '',
      created: null,
      labels: [],
      containers: [],
    });
  });

  test('costs without a problem, namespaces or some totals', async () => {
    const side = { optimized: { total_usage: 1 }, unoptimized: {} };
    const comparison = {
      resources: { cpu: side, memory: side },
      hourly_cost: { optimized: { cpu: 0.1, memory: null }, unoptimized: { cost: null } },
    };
    const client = await reading(JSON.stringify(comparison));
    await expect(client.costs.comparison({ namespace: 'shop', name: 'web' })).resolves.toEqual(comparison);
  });
});

describe('fields of other servers with the names of our extensions', () => {
  const id = { namespace: 'shop', name: 'web' };

  test.each([null, 42, { text: 'x' }])('%j in a suggestion does not hide it', async (odd) => {
    const value = { timestamp: '2026-11-20T12:00:00Z', value: 1, quantiles: odd };
    const forecasts = [{ metric: 'cpu', values: [value] }, { values: [] }, { metric: 'memory', values: null }];
    const suggestion = { id: odd, created: null, publishedBecause: odd, why: 'x', floorReplicas: odd, forecasts };
    const client = await reading(JSON.stringify({ items: [suggestion], reason: odd }));
    const { items, reason } = await client.suggestions.list(id);
    expect(items).toMatchObject([
      {
        why: 'x',
        forecasts: [
          { metric: 'cpu', values: [{ timestamp: '2026-11-20T12:00:00Z', value: 1 }] },
          { metric: 'memory', values: [] },
        ],
      },
    ]);
    expect([items[0]?.id, items[0]?.publishedBecause, reason]).toEqual([undefined, undefined, undefined]);
    const outcomes = await reading(JSON.stringify({ items: [{ ...id, suggestion: null, error: 'no data' }] }));
    expect((await outcomes.suggestions.createInNamespace({ namespace: 'shop' })).items).toEqual([
      { ...id, error: 'no data' },
    ]);
  });

  test.each(['pods', 'requested', 'predicted', 'predictedLow', 'predictedHigh'])(
    'a number as %s does not hide a series',
    async (field) => {
      const series = { metricName: 'cpu', metricType: 'total', targetType: 'deployment', values: [1] };
      const client = await reading(
        JSON.stringify({ periods: ['a'], metrics: [{ ...series, [field]: 3 }, { metricType: 'scaleMode' }, series] }),
      );
      expect((await client.metrics.target(id)).metrics).toEqual([series, series]);
    },
  );

  test('a comparison without resources does not hide the others', async () => {
    const none = { optimized: {}, unoptimized: {} };
    const client = await reading(
      '{"items":[{"name":"web","resources":null,"hourly_cost":null,"problem":"no metrics"}]}',
    );
    expect((await client.costs.comparisonBulk()).items).toMatchObject([
      { name: 'web', resources: { cpu: none, memory: none }, problem: 'no metrics' },
    ]);
  });

  test('a health with another reading, a preflight with null reasons, and null series of a connector', async () => {
    expect(await (await reading('{"status":"ok","reading":true}')).system.health()).toEqual({ status: 'ok' });
    const preflight = await reading('{"eligible":true,"reasons":null,"notes":"none"}');
    const scaleTargetRef = { name: 'web', kind: 'Deployment' };
    expect(await preflight.targets.preflight({ scaleTargetRef })).toEqual({ eligible: true, reasons: [] });
    const request = { connector: 'prometheus', start: 0, end: 1, query: 'up' };
    for (const body of ['{"periods":null,"metrics":null}', '{"periods":[],"metrics":[]}'])
      expect(await (await reading(body)).connectors.series(request)).toEqual({ periods: [], metrics: [] });
  });

  test('the bars of a cost analysis are read in the order of time', async () => {
    const hours = { cpu_core_hours: 1, memory_byte_hours: 2 };
    const bar = (timestamp: unknown) => ({ timestamp, realized: hours, unrealized: hours });
    const sent = [
      bar('2026-11-01T00:00:00Z'),
      bar('soon'),
      bar(null),
      bar('2026-01-01'),
      bar('2026-10-31T23:00:00-01:30'),
    ];
    const client = await reading(JSON.stringify({ breakdown: sent, contributors: [{}, { name: 'web' }] }));
    const read = await client.views.costAnalysis({ start: 0, end: 1, bucket: 'Month' });
    expect(read.breakdown.map(({ timestamp }) => timestamp)).toEqual([
      '2026-01-01',
      '2026-11-01T00:00:00Z',
      '2026-10-31T23:00:00-01:30',
      'soon',
    ]);
    expect(read.contributors).toMatchObject([{ name: 'web' }]);
  });
});

test('an unknown or missing severity is low, and marked', async () => {
  const row = { name: 'web', namespace: 'shop', mode: 'Autonomous', scaling: '' };
  const statuses = [
    { severity: 'critical', label: 'Odd' },
    { label: 'Odd' },
    null,
    { severity: 'low', label: 'Healthy' },
  ];
  const client = await reading(JSON.stringify({ items: statuses.map((status) => ({ ...row, status })) }));
  const { items } = await client.views.namespaceTargets({ namespace: 'shop' });
  expect(items.map(({ status }) => status)).toEqual([
    { severity: 'low', label: 'Odd', isUnrated: true },
    { severity: 'low', label: 'Odd', isUnrated: true },
    { severity: 'low', label: '', isUnrated: true },
    { severity: 'low', label: 'Healthy' },
  ]);
});

const keyed = (value: unknown) =>
  `{${hostileKeys.map((key) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;

describe('names of object properties as keys', () => {
  test('as containers of a target', async () => {
    const client = await reading(
      `{"items":[{"namespace":"shop","name":"web","spec":{"vertical":{"mode":"auto","containers":${keyed({ cpu: {} })}}}}]}`,
    );
    const { items } = await client.targets.inNamespace({ namespace: 'shop' });
    const containers = items[0]?.spec.vertical?.containers;
    expect(Object.keys(containers ?? {}).toSorted()).toEqual(hostileKeys.toSorted());
    expect(Object.getPrototypeOf(containers)).toBeNull();
    expect(Reflect.get({}, 'cpu')).toBeUndefined();
  });

  test('as labels of a connector series', async () => {
    const client = await reading(`{"periods":[],"metrics":[{"labels":${keyed('x')},"values":[]}]}`);
    const read = await client.connectors.series({ connector: 'prometheus', start: 0, end: 1, query: 'up' });
    expect(Object.entries(read.metrics[0]?.labels ?? {})).toHaveLength(hostileKeys.length);
  });

  test('as fields of a manifest, which is copied unchanged', async () => {
    const manifest = `{"metadata":${keyed('x')},"__proto__":{"a":1}}`;
    const client = await reading(`{"items":[{"target_ref":{"name":"web","kind":"Deployment"},"json":${manifest}}]}`);
    const { items } = await client.targets.candidates({ namespace: 'shop' });
    expect(JSON.stringify(items[0]?.json)).toBe(manifest);
  });

  test('as additional fields', async () => {
    const client = await reading(`{"items":[],"__proto__":{"polluted":true},"constructor":{"polluted":true}}`);
    expect(await client.targets.list()).toEqual({ items: [] });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('as names of containers and metrics', async () => {
    const containers = hostileKeys.map((name) => ({
      name,
      metrics: [{ name, averageValue: 1, averageRequest: null }],
    }));
    const { client } = await scripted(() => json({ data: { containers } }));
    await expect(client.metrics.current({ namespace: 'shop', name: 'constructor' })).resolves.toEqual({ containers });
  });
});
