import { answer, vector } from '@trimtab/testing/prometheus';
import { expect, test } from 'vitest';
import { day, failureOf, now, owner, withServer } from './testing/scripted-prometheus.ts';

test('NaN and infinite samples are null, never 0 (docs/faults.md#non-finite-samples)', async () => {
  const usage = { namespace: 'shop', pod: 'db-0', container: 'db' };
  const { metrics } = await withServer((response, query) => {
    if (query.includes('group by (__name__)')) return answer(response, vector());
    if (query.includes('last_over_time(kube_pod_owner'))
      return answer(response, vector({ metric: owner, value: [0, '1'] }));
    if (query.startsWith('count_over_time')) return answer(response, vector({ metric: usage, value: [0, '1'] }));
    if (query.includes('cpu_usage')) return answer(response, vector({ metric: usage, value: [0, 'NaN'] }));
    if (query.startsWith('sum_over_time((max by (namespace,pod,container)'))
      return answer(response, vector({ metric: usage, value: [0, '1048576'] }));
    return answer(response, vector({ metric: usage, value: [0, '+Inf'] }));
  });
  const { items } = await metrics.usage({}, day);
  expect(items).toEqual([
    {
      namespace: 'shop',
      kind: 'StatefulSet',
      name: 'db',
      since: null,
      observed: 1,
      containers: [
        {
          name: 'db',
          cpu: { total: null, requested: null },
          memory: { total: 1_048_576, requested: null },
        },
      ],
    },
  ]);
});

test.each<[string, { value: [number, string] }[]]>([
  ['is not a number', [{ value: [0, 'NaN'] }]],
  ['has no metric', []],
])('a request that %s is unknown, not missing', async (_, requests) => {
  const of = { namespace: 'shop', pod: 'db-0', container: 'db' };
  const { cluster } = await withServer((response, query) => {
    if (query.startsWith('group by (__name__)')) return answer(response, vector());
    if (query.includes('kube_pod_container_resource_requests')) {
      const sample = (resource: string) => requests.map((one) => ({ ...one, metric: { ...of, resource } }));
      return answer(response, vector(...sample('cpu'), ...sample('memory')));
    }
    if (query.includes('kube_pod_container_info')) return answer(response, vector({ metric: of, value: [0, '1'] }));
    if (query.includes('kube_pod_owner')) return answer(response, vector({ metric: owner, value: [0, '1'] }));
    return answer(response, vector());
  });
  const [workload] = (await cluster.workloads({})).items;
  expect(workload?.containers).toMatchObject([
    { name: 'db', cpuRequest: null, memoryRequest: null, unknownRequests: ['cpu', 'memory'] },
  ]);
});

test('a series keeps its length: missing and non-finite points are null; points outside the window are dropped', async () => {
  const start = now / 1000 - 600;
  const { metrics } = await withServer((response, query) => {
    if (query.includes('kube_pod_owner')) return answer(response, vector({ metric: owner, value: [0, '1'] }));
    if (!query.startsWith('sum by (container)')) return answer(response, vector());
    const values = [
      [start, '1'],
      [start + 120, 'NaN'],
      [start + 180, '+Inf'],
      [start + 6000, '9'],
    ];
    return answer(response, {
      status: 'success',
      data: { resultType: 'matrix', result: [{ metric: { container: 'db' }, values }] },
    });
  });
  const workload = { namespace: 'shop', kind: 'StatefulSet', name: 'db' };
  const series = await metrics.series(workload, { start: now - 600_000, end: now - 300_000 }, 60);
  expect(series.periods).toEqual([600, 540, 480, 420, 360].map((ago) => now - ago * 1000));
  expect(series.containers).toEqual([
    { name: 'db', cpu: [1, null, null, null, null], memory: [1, null, null, null, null] },
  ]);
});

test.each([['junk'], [[0, 1]], [null]])('the point %j of a series is an error', async (point) => {
  const { metrics } = await withServer((response, query) => {
    if (query.includes('kube_pod_owner')) return answer(response, vector({ metric: owner, value: [0, '1'] }));
    if (!query.startsWith('sum by (container)')) return answer(response, vector());
    const result = [{ metric: { container: 'db' }, values: [point] }];
    return answer(response, { status: 'success', data: { resultType: 'matrix', result } });
  });
  const workload = { namespace: 'shop', kind: 'StatefulSet', name: 'db' };
  const error = await failureOf(metrics.series(workload, { start: now - 600_000, end: now }, 60));
  expect(error.message).toBe('Prometheus answered a query in a format that cannot be read.');
});

test('a long series is read in queries of fewer than 11,000 points, and one with too many points is rejected', async () => {
  const spans: string[] = [];
  const { metrics, server } = await withServer((response, query) => {
    if (query.includes('kube_pod_owner')) return answer(response, vector({ metric: owner, value: [0, '1'] }));
    if (!query.startsWith('sum by (container)')) return answer(response, vector());
    spans.push(query);
    return answer(response, { status: 'success', data: { resultType: 'matrix', result: [] } });
  });
  const workload = { namespace: 'shop', kind: 'StatefulSet', name: 'db' };
  const series = await metrics.series(workload, { start: now - 25_000_000, end: now }, 1);
  expect(series.periods).toHaveLength(25_000);
  expect(spans).toHaveLength(6);
  const asked = server.asked.length;
  await failureOf(metrics.series(workload, { start: now - 50_000_000, end: now }, 1));
  expect(server.asked).toHaveLength(asked);
});
