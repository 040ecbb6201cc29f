import { beforeAll, describe, expect, test } from 'vitest';
import { createDialect, createPrometheus } from './index.ts';
import { deployment, hour, prometheusStarter, whySkipped, windowOf } from './testing/real-prometheus.ts';

const reason = whySkipped('the Prometheus adapter without some metrics');
const seeded = prometheusStarter({});
const twice = deployment('twice', {
  namespace: 'data',
  duplicated: true,
  hpa: { name: 'twice', min: 1, max: 3, metric: 'queue', type: 'average', target: 30 },
});

describe.skipIf(reason)('a Prometheus that lacks metrics, scraped every four minutes', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    const without = [
      'kube_pod_status_ready',
      'kube_namespace_created',
      'kube_horizontalpodautoscaler_info',
      'kube_deployment_spec_replicas',
      'kube_pod_labels',
      'kube_pod_container_resource_limits',
    ];
    at = await seeded({
      without,
      history: 3 * hour,
      fineStep: 240,
      workloads: [deployment('web'), twice],
    });
  });

  test('each absent metric is reported with its consequence, and the rest is returned', async () => {
    const { items, problems } = await at.cluster.workloads({});
    expect(problems).toEqual([
      'kube_pod_status_ready is absent: pods whose phase is Running are counted as ready.',
      'kube_pod_container_resource_limits is absent: limits are unknown, so suggestions contain requests only.',
      'kube_deployment_spec_replicas is absent: only Deployments with pods are listed, and their desired replicas are unknown.',
      'kube_horizontalpodautoscaler_info is absent: the workload that an HPA scales is unknown, so HPAs are matched by name.',
    ]);
    expect(items.find(({ name }) => name === 'twice')).toMatchObject({ readyReplicas: 2, hpa: { name: 'twice' } });
    for (const { containers } of items) expect(containers[0]).not.toHaveProperty('limits');
    expect((await at.cluster.namespaces()).problems).toEqual([
      'kube_namespace_created is absent: only namespaces with pods are listed, and their age is unknown.',
    ]);
    expect((await at.cluster.pods({ namespace: 'shop', kind: 'Deployment', name: 'web' })).problems).toEqual([
      'kube_pod_labels is absent: the labels of pods are unknown.',
      'kube_pod_container_resource_limits is absent: limits are unknown, so suggestions contain requests only.',
    ]);
  });

  test('requests are weighted by the pod phase if readiness is unknown', async () => {
    const { items, problems } = await at.metrics.usage({ namespaces: ['shop'] }, windowOf(at.seed, 2 * hour));
    expect(problems).toEqual(['kube_pod_status_ready is absent: pods whose phase is Running are counted as ready.']);
    expect(items[0]?.containers[0]?.cpu.requested).toBeCloseTo(1, 2);
  });

  test('a window of five minutes with one sample of a counter still gives CPU usage', async () => {
    // Samples were taken 240 and 480 seconds ago; only the first is in the window.
    const window = { start: at.seed.now - 330_000, end: at.seed.now - 30_000 };
    const { items } = await at.metrics.usage({}, window);
    expect(items).toHaveLength(2);
    for (const item of items) expect(item.containers[0]?.cpu.total).toBeGreaterThan(0);
  });
});

test.skipIf(reason)('usage is read where kube-state-metrics is scraped without honor_labels', async () => {
  const exported = new Set(['namespace', 'pod', 'container']);
  const { seed, url } = await seeded({
    workloads: [deployment('web')],
    history: 5 * hour,
    alter: ({ series }) =>
      series.map((one) => {
        if (!one.metric.startsWith('kube_')) return one;
        const own = [...one.labels].map(
          ([name, value]) => [exported.has(name) ? `exported_${name}` : name, value] as const,
        );
        return { ...one, labels: new Map([...own, ['namespace', 'monitoring'], ['pod', 'ksm'], ['container', 'ksm']]) };
      }),
  });
  const renames = [...exported].map((standard) => {
    return { within: 'kube-state-metrics', standard, actual: `exported_${standard}` } as const;
  });
  const { metrics } = createPrometheus({
    url,
    clock: { now: () => seed.now },
    logger: () => undefined,
    dialect: createDialect({ renames, cluster: null }),
  });
  const { items } = await metrics.usage({ namespaces: ['shop'] }, windowOf(seed, 4 * hour));
  expect(items).toMatchObject([{ name: 'web', observed: 1, containers: [{ name: 'web' }] }]);
  expect(items[0]?.containers[0]?.cpu.requested).toBeCloseTo(1, 2);
  expect(items[0]?.containers[0]?.cpu.total).toBeGreaterThan(0.1);
});

describe.skipIf(reason)('a cluster of which kube-state-metrics shows only a part', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded({
      history: hour,
      workloads: [
        ...['shop', 'silent', 'deleted'].map((namespace) => deployment('web', { namespace })),
        deployment('hidden', { kind: 'StatefulSet' }),
        deployment('stopped', { namespace: 'shop-2' }),
        deployment('other', { namespace: 'shop-2' }),
      ],
      alter: ({ series, times }) => {
        const end = times.length - 20;
        const endOf = ({ metric, labels }: (typeof series)[number]) =>
          labels.get('namespace') === 'deleted' ||
          labels.get('pod')?.startsWith('stopped-') === true ||
          (labels.get('namespace') === 'silent' && !metric.startsWith('container_')) ||
          (labels.get('pod')?.startsWith('hidden-') === true && !metric.startsWith('container_'));
        return series.map((one) => (endOf(one) ? { ...one, end: Math.min(one.end, end) } : one));
      },
    });
  });

  test('a namespace with running pods of which it shows nothing is unknown; another one is empty', async () => {
    const { items, failed } = await at.cluster.workloads({ namespaces: ['deleted', 'shop', 'silent'] });
    expect(new Set(items.map(({ namespace }) => namespace))).toEqual(new Set(['shop']));
    expect([...(failed ?? [])].map(([namespace, { message }]) => [namespace, message])).toEqual([
      ['silent', expect.stringMatching(/^kube-state-metrics shows nothing of the namespace silent, although pods run/)],
    ]);
    await expect(at.cluster.workloads({ namespaces: ['silent'] })).rejects.toThrow(/^kube-state-metrics shows nothing/);
    expect((await at.cluster.workloads({ namespaces: ['deleted'] })).items).toEqual([]);
  });

  const pods = (namespace: string, kind: string, name: string) => at.cluster.pods({ namespace, kind, name });

  test('the pods of a workload are unknown, not none, while pods run that it does not show', async () => {
    await expect(pods('silent', 'Deployment', 'web')).rejects.toThrow(/namespace silent, so the pods .* are unknown/);
    await expect(pods('shop', 'StatefulSet', 'hidden')).rejects.toThrow(/namespace shop, so the pods .* are unknown/);
    expect((await pods('shop', 'Deployment', 'web')).items).toHaveLength(2);
    expect((await pods('shop-2', 'Deployment', 'stopped')).items).toEqual([]);
    expect((await pods('deleted', 'Deployment', 'web')).items).toEqual([]);
  });
});

describe.skipIf(reason)('a Prometheus without any metric', () => {
  test('gives empty usage with a problem per metric, and an error for workloads', async () => {
    const at = await seeded({ workloads: [], history: 600 });
    const usage = await at.metrics.usage({}, windowOf(at.seed, 24 * hour));
    expect(usage.items).toEqual([]);
    expect(usage.problems).toHaveLength(6);
    expect(usage.problems[0]).toBe('container_cpu_usage_seconds_total is absent: CPU usage is unknown.');
    await expect(at.cluster.workloads({})).rejects.toThrow(
      /^kube-state-metrics has no samples from the last five minutes/,
    );
    expect(await at.metrics.status()).toEqual({ status: 'up' });
  });
});
