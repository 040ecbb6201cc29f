import { beforeAll, describe, expect, test } from 'vitest';
import { type ExpectedTarget, expectedTargets } from '../../../../../e2e/support/expected/index.ts';
import type { SeededWorkload } from '../../../../../e2e/support/prometheus/index.ts';
import type { ClusterSource, ResourceUsage, WorkloadUsage } from '../../ports/index.ts';
import { createPrometheus } from './index.ts';
import {
  container,
  deployment,
  hour,
  mib,
  prometheusStarter,
  resized,
  whySkipped,
  windowOf,
} from './testing/real-prometheus.ts';

const reason = whySkipped('the Prometheus adapter');

/** One workload for each irregularity that can occur in a cluster's history. */
const workloads: readonly SeededWorkload[] = [
  deployment('web', {
    replicas: 4,
    containers: [container('web'), container('proxy', 0.1, 64 * mib)],
    hpa: { name: 'web-scaler', min: 2, max: 9, metric: 'cpu', type: 'utilization', target: 70 },
  }),
  deployment('bare', { containers: [container('bare', null, null)] }),
  deployment('meshed', {
    namespace: 'mesh',
    containers: [
      container('meshed'),
      { ...container('fetch'), init: 'once' },
      { ...container('envoy', 0.1, 64 * mib), init: 'sidecar' },
    ],
  }),
  deployment('young', { age: 10 * hour }),
  deployment('replaced', { replaced: 12 * hour }),
  deployment('rolled-out', { rolledOut: 9 * hour }),
  deployment('constructor', { kind: 'Rollout', namespace: 'data' }),
  deployment('ruled', {
    namespace: 'ruled',
    ofNamespace: [
      ...(['min', 'max', 'maxLimitRequestRatio', 'default'] as const).map(
        (constraint, index) =>
          [
            'kube_limitrange',
            { limitrange: 'sizes', resource: 'cpu', type: 'Container', constraint },
            [0.1, 2, 4, 1][index] ?? 0,
          ] as const,
      ),
      ['kube_limitrange', { limitrange: 'sizes', resource: 'memory', type: 'Pod', constraint: 'max' }, 2 ** 33],
      ['kube_resourcequota', { resourcequota: 'team', resource: 'requests.cpu', type: 'hard' }, 8],
      ['kube_resourcequota', { resourcequota: 'team', resource: 'requests.cpu', type: 'used' }, 1],
      ['kube_resourcequota', { resourcequota: 'team', resource: 'pods', type: 'hard' }, 10],
      ['kube_deployment_spec_strategy_rollingupdate_max_surge', { deployment: 'ruled' }, 2],
    ],
  }),
  deployment('reset', { kind: 'StatefulSet', namespace: 'data', counterReset: 7 * hour }),
  deployment('restarted', { kind: 'StatefulSet', namespace: 'data', restarted: 5 * hour, duplicated: true }),
  deployment('twice', {
    namespace: 'data',
    duplicated: true,
    hpa: { name: 'twice', min: 1, max: 3, metric: 'queue', type: 'average', target: 30 },
  }),
  deployment('flapping', { kind: 'DaemonSet', namespace: 'node', unready: [15 * hour, 13 * hour] }),
  deployment('import', { kind: 'Job', namespace: 'data' }),
];

const seeded = prometheusStarter({ workloads, history: 50 * hour });

const keyOf = ({ namespace, kind, name }: { namespace: string; kind: string; name: string }) =>
  `${namespace}/${kind}/${name}`;

/** Relative difference between a value and the expected one; infinite if exactly one of them is null. */
function distance(actual: number | null | undefined, expected: number | null): number {
  if (expected === null || actual === null || actual === undefined) return (actual ?? null) === expected ? 0 : Infinity;
  return expected === 0 ? Math.abs(actual) : Math.abs(actual - expected) / Math.abs(expected);
}

const mean = (values: readonly (number | null)[] = []) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length;

/** The namespaces of the workloads that a query for the given namespaces returns. */
async function namespacesFoundIn(cluster: ClusterSource, namespaces: readonly string[]): Promise<ReadonlySet<string>> {
  const { items } = await cluster.workloads({ namespaces });
  return new Set(items.map(({ namespace }) => namespace));
}

/** Every value that differs by more than 1 % from the value computed from the raw samples. */
function differences(usage: readonly WorkloadUsage[], expected: readonly ExpectedTarget[]): string[] {
  const byKey = new Map(usage.map((entry) => [keyOf(entry), entry]));
  return expected.flatMap((target) =>
    target.containers.flatMap(({ name, cpu, memory }) => {
      const found = byKey.get(keyOf(target))?.containers.find((entry) => entry.name === name);
      const pairs = [
        ['cpu', cpu, found?.cpu],
        ['memory', memory, found?.memory],
      ] as const;
      return pairs.flatMap(([resource, want, got]) => {
        const fields: readonly (readonly [string, keyof ResourceUsage, number | null])[] = [
          ['total', 'total', want.used],
          ['requested', 'requested', want.requested],
        ];
        return fields
          .filter(([, key, value]) => distance(got?.[key], value) > 0.01)
          .map(([label, key, value]) => `${keyOf(target)} ${name} ${resource} ${label}: ${got?.[key]} for ${value}`);
      });
    }),
  );
}

describe.skipIf(reason)('a real Prometheus', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded();
  });

  test('usage of a day is within 1 % of the raw samples, through restarts, resets, rollouts and duplicates', async () => {
    const window = windowOf(at.seed, 24 * hour);
    const { items, problems } = await at.metrics.usage({}, window);
    const expected = expectedTargets(at.seed, window);
    expect(problems).toEqual([]);
    expect(items.map(keyOf).toSorted()).toEqual(expected.map(keyOf).toSorted());
    expect(items).toHaveLength(workloads.length - 1);
    expect(differences(items, expected)).toEqual([]);
  });

  test('requests are weighted by readiness: one of two pods was unready for two hours', async () => {
    const { items } = await at.metrics.usage({ namespaces: ['node'] }, windowOf(at.seed, 24 * hour));
    const [requested] = items.map((item) => item.containers[0]?.cpu.requested ?? 0);
    expect(requested).toBeCloseTo(0.5 * (2 - 2 / 24), 2);
  });

  test('the request of a container that changed is its mean, and only its pods are read a second time', async () => {
    const changed = await seeded({
      workloads: [deployment('resized', { kind: 'StatefulSet' }), deployment('web')],
      history: 26 * hour,
      alter: ({ times, series }, now) => {
        const change = times.findIndex((time) => time >= now - 6 * hour * 1000);
        return series.flatMap((one) => resized(one, 'resized', change));
      },
    });
    const { items } = await changed.metrics.usage({}, windowOf(changed.seed, 24 * hour));
    const requested = new Map(items.map(({ name, containers }) => [name, containers[0]?.cpu.requested]));
    expect(requested.get('resized')).toBeCloseTo(2 * (0.5 * 0.75 + 1 * 0.25), 1);
    expect(requested.get('web')).toBeCloseTo(2 * 0.5, 6);
    const again = changed.queries.filter(({ query }) => /^sum by .*resource_requests/.test(query));
    expect(again.map(({ query }) => /pod=~"([^"]*)"/.exec(query)?.[1])).toEqual(['resized-0|resized-1']);
  });

  test('a missing request is null, and `since` is the time of the first sample', async () => {
    const { items } = await at.metrics.usage({ namespaces: ['shop'] }, windowOf(at.seed, 24 * hour));
    const byName = new Map(items.map((item) => [item.name, item]));
    expect(byName.get('bare')?.containers[0]?.cpu).toMatchObject({ requested: null });
    const hours = (name: string) => (at.seed.now - (byName.get(name)?.since ?? 0)) / 3_600_000;
    expect(hours('web')).toBeCloseTo(48, 0);
    expect(hours('young')).toBeGreaterThan(9.8);
    expect(hours('young')).toBeLessThanOrEqual(10.01);
  });

  test('a window of five minutes gives current usage', async () => {
    const { items } = await at.metrics.usage({ namespaces: ['data'] }, windowOf(at.seed, 300));
    const twice = items.find(({ name }) => name === 'twice');
    expect(twice?.containers[0]?.cpu.requested).toBeCloseTo(1, 6);
    // Samples are one minute apart, so a window of five minutes shows the growth over four minutes.
    const span = { start: at.seed.now - 240_000, end: at.seed.now };
    const [want] = expectedTargets(at.seed, span).filter(({ name }) => name === 'twice');
    expect(distance(twice?.containers[0]?.cpu.total, want?.containers[0]?.cpu.used ?? null)).toBeLessThan(0.05);
  });

  test('a window of ten seconds still gives memory and requests', async () => {
    const window = { start: at.seed.now - 65_000, end: at.seed.now - 55_000 };
    const { items } = await at.metrics.usage({ namespaces: ['node'] }, window);
    expect(items[0]?.containers[0]?.memory.total).toBeGreaterThan(0);
    expect(items[0]?.containers[0]?.memory.requested).toBeCloseTo(512 * mib, 0);
  });

  test('the mean of a series equals the usage of the same window', async () => {
    const workload = { namespace: 'shop', kind: 'Deployment', name: 'rolled-out' };
    const window = windowOf(at.seed, 24 * hour);
    const { periods, containers } = await at.metrics.series(workload, window, 300);
    expect(periods).toHaveLength(288);
    const [series] = containers;
    const [want] = expectedTargets(at.seed, window).filter(({ name }) => name === workload.name);
    expect(distance(mean(series?.cpu), want?.containers[0]?.cpu.used ?? null)).toBeLessThan(0.02);
    expect(distance(mean(series?.memory), want?.containers[0]?.memory.used ?? null)).toBeLessThan(0.02);
  });

  test('the inventory assigns ReplicaSets to Deployments, excludes Jobs and counts duplicated series once', async () => {
    const { items, problems } = await at.cluster.workloads({});
    const byKey = new Map(items.map((item) => [keyOf(item), item]));
    expect(problems).toEqual([]);
    expect([...byKey.keys()].toSorted()).toEqual(
      workloads
        .filter(({ kind }) => kind !== 'Job')
        .map(keyOf)
        .toSorted(),
    );
    expect(byKey.get('shop/Deployment/web')).toEqual({
      namespace: 'shop',
      kind: 'Deployment',
      maxSurge: 0,
      name: 'web',
      apiVersion: 'apps/v1',
      replicas: 4,
      readyReplicas: 4,
      containers: [
        { name: 'proxy', cpuRequest: 0.1, memoryRequest: 64 * mib, limits: { cpu: 0.2, memory: 128 * mib } },
        { name: 'web', cpuRequest: 0.5, memoryRequest: 256 * mib, limits: { cpu: 1, memory: 512 * mib } },
      ],
      hpa: {
        name: 'web-scaler',
        minReplicas: 2,
        maxReplicas: 9,
        metrics: [{ type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 70 } }],
      },
    });
    expect(byKey.get('data/Rollout/constructor')).toMatchObject({
      apiVersion: 'argoproj.io/v1alpha1',
      replicas: 2,
      readyReplicas: 2,
      hpa: null,
    });
    expect(byKey.get('data/Deployment/twice')).toMatchObject({
      replicas: 2,
      readyReplicas: 2,
      hpa: { metrics: [{ type: 'External', name: 'queue' }] },
    });
    expect(byKey.get('shop/Deployment/bare')?.containers).toEqual([
      { name: 'bare', cpuRequest: null, memoryRequest: null, limits: { cpu: null, memory: null } },
    ]);
  });

  test('native sidecars are containers of the workload and its pods; other init containers are not', async () => {
    const { items, problems } = await at.cluster.workloads({ namespaces: ['mesh'] });
    expect(problems).toEqual([]);
    expect(items.map(({ containers }) => containers)).toEqual([
      [
        {
          name: 'envoy',
          cpuRequest: 0.1,
          memoryRequest: 64 * mib,
          limits: { cpu: 0.2, memory: 128 * mib },
          sidecar: true,
        },
        { name: 'meshed', cpuRequest: 0.5, memoryRequest: 256 * mib, limits: { cpu: 1, memory: 512 * mib } },
      ],
    ]);
    const pods = await at.cluster.pods({ namespace: 'mesh', kind: 'Deployment', name: 'meshed' });
    expect(pods.items[0]?.containers).toMatchObject([
      { name: 'envoy', image: 'registry.example/envoy:1', cpuRequest: 0.1, memoryLimit: 128 * mib },
      { name: 'meshed', cpuRequest: 0.5 },
    ]);
    const usage = await at.metrics.usage({ namespaces: ['mesh'] }, windowOf(at.seed, 24 * hour));
    const envoy = usage.items[0]?.containers.find(({ name }) => name === 'envoy');
    expect(envoy?.cpu.requested).toBeCloseTo(2 * 0.1, 3);
  });

  test('LimitRanges and quotas of a namespace are part of its workloads, and of no other', async () => {
    const { items } = await at.cluster.workloads({});
    expect(items.filter(({ rules }) => rules !== undefined).map(({ namespace, rules }) => [namespace, rules])).toEqual([
      [
        'ruled',
        {
          limitRanges: [
            { name: 'sizes', type: 'Container', resource: 'cpu', min: 0.1, max: 2, maxRatio: 4 },
            { name: 'sizes', type: 'Pod', resource: 'memory', min: null, max: 2 ** 33, maxRatio: null },
          ],
          quotas: [{ name: 'team', resource: 'cpu', of: 'requests', hard: 8, used: 1 }],
        },
      ],
    ]);
  });

  test('the surge of a Deployment is read, none with the strategy Recreate, and absent where it is unknown', async () => {
    const all = (await at.cluster.workloads({})).items;
    const surges = ['ruled', 'web', 'restarted'].map((one) => all.find(({ name }) => name === one)?.maxSurge);
    expect(surges).toEqual([2, 0, undefined]);
    // No Deployment of this namespace has the metric.
    const { items } = await at.cluster.workloads({ namespaces: ['shop'] });
    expect(items.filter(({ maxSurge }) => maxSurge !== undefined)).toEqual([]);
  });

  test('a scope returns only its namespaces, also when a name contains PromQL or regular expression syntax', async () => {
    expect(await namespacesFoundIn(at.cluster, ['shop'])).toEqual(new Set(['shop']));
    expect(await namespacesFoundIn(at.cluster, ['shop', 'node', 'absent'])).toEqual(new Set(['shop', 'node']));
    expect(await namespacesFoundIn(at.cluster, ['.*'])).toEqual(new Set());
    expect(await namespacesFoundIn(at.cluster, ['"} or vector(1) #', 's.op'])).toEqual(new Set());
  });

  test('listing pods returns the current pods of one workload', async () => {
    const { items, problems } = await at.cluster.pods({ namespace: 'shop', kind: 'Deployment', name: 'rolled-out' });
    expect(problems).toEqual([]);
    expect(items).toHaveLength(2);
    const [pod] = items;
    expect(pod?.name).toMatch(/^rolled-out-/);
    expect((at.seed.now - (pod?.createdAt ?? 0)) / 3_600_000).toBeCloseTo(9, 0);
    expect(pod).toMatchObject({
      status: 'Running',
      labels: [{ key: 'app', value: 'rolled-out' }],
      containers: [
        {
          name: 'rolled-out',
          image: 'registry.example/rolled-out:1',
          cpuRequest: 0.5,
          cpuLimit: 1,
          memoryRequest: 256 * mib,
          memoryLimit: 512 * mib,
        },
      ],
    });
    expect(
      (await at.cluster.pods({ namespace: 'data', kind: 'StatefulSet', name: 'reset' })).items.map(({ name }) => name),
    ).toEqual(['reset-0', 'reset-1']);
    expect((await at.cluster.pods({ namespace: 'shop', kind: 'StatefulSet', name: 'web' })).items).toEqual([]);
  });

  test('without recent samples, listing workloads or pods fails instead of returning an empty list', async () => {
    const ahead = createPrometheus({
      url: at.url,
      clock: { now: () => at.seed.now + 2 * hour * 1000 },
      logger: () => undefined,
    });
    await expect(ahead.cluster.workloads({ namespaces: ['shop'] })).rejects.toMatchObject({
      name: 'SourceError',
      message: expect.stringMatching(/^kube-state-metrics has no samples .* so the workloads are unknown\./),
    });
    expect((await at.cluster.workloads({ namespaces: ['nobody'] })).items).toEqual([]);
    for (const kind of ['Deployment', 'StatefulSet']) {
      await expect(ahead.cluster.pods({ namespace: 'shop', kind, name: 'web' })).rejects.toMatchObject({
        name: 'SourceError',
        message: expect.stringMatching(/kube_pod_owner is absent: the workload of each pod is unknown/),
      });
    }
  });

  test('namespaces have names and ages', async () => {
    const { items, problems } = await at.cluster.namespaces();
    expect(problems).toEqual([]);
    expect(items.map(({ name }) => name)).toEqual(['data', 'mesh', 'node', 'ruled', 'shop']);
    expect((at.seed.now - (items[0]?.createdAt ?? 0)) / 86_400_000).toBeCloseTo(90, 2);
  });
});
