import type { JsonObject } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import type { ReadResource } from './rights.ts';
import { aCluster, aContainer, aPod, apps, eventually, fill } from './testing/a-cluster.ts';

const ended = (reason: string, exitCode: number, finishedAt: string) => ({
  terminated: { reason, exitCode, finishedAt },
});

const cartPod = aPod('cart-1-a', { owner: ['ReplicaSet', 'cart-1'] });

type EventCase = {
  of: string;
  name: ReadResource;
  object: JsonObject & { apiVersion: string; kind: string };
  /** A change of fields that are not kept. */
  unkept: JsonObject;
  /** A change of a kept field. */
  kept: JsonObject;
};
const events: readonly EventCase[] = [
  {
    of: 'an HPA',
    name: 'hpas',
    object: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'cart', namespace: 'shop' },
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'cart' }, maxReplicas: 5 },
    },
    unkept: {
      status: {
        currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 61 } } }],
        conditions: [{ type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound' }],
      },
    },
    kept: { spec: { scaleTargetRef: { kind: 'Deployment', name: 'cart' }, maxReplicas: 6 } },
  },
  {
    of: 'a node',
    name: 'nodes',
    object: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, status: { allocatable: { cpu: '4' } } },
    unkept: { status: { allocatable: { cpu: '4' }, conditions: [{ type: 'Ready', status: 'True' }] } },
    kept: { status: { allocatable: { cpu: '3' } } },
  },
  {
    of: 'a budget',
    name: 'budgets',
    object: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'cart', namespace: 'shop' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'cart' } } },
    },
    unkept: { status: { currentHealthy: 2 } },
    kept: { spec: { minAvailable: 1, selector: { matchLabels: { app: 'db' } } } },
  },
  {
    of: 'a pod',
    name: 'pods',
    object: cartPod,
    unkept: { metadata: { ...cartPod.metadata, annotations: { 'example.com/seen': 'now' } } },
    kept: { metadata: { ...cartPod.metadata, labels: { app: 'db' } } },
  },
];

describe('the inventory of the API server', () => {
  it('has the workloads with their pods, HPAs and requests', async () => {
    const { cluster, reader } = await aCluster();
    expect(reader.problem()).toBeNull();
    const { items, problems } = await cluster.workloads({ namespaces: ['shop'] });
    expect(problems).toEqual([]);
    const container = {
      name: 'app',
      cpuRequest: 0.25,
      memoryRequest: 256 * 2 ** 20,
      limits: { cpu: null, memory: 512 * 2 ** 20 },
    };
    const rivals = { managers: [], places: ['containers/0'], vpas: [], scaledObjects: [], budgets: [] };
    expect(items.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      {
        namespace: 'shop',
        kind: 'DaemonSet',
        name: 'agent',
        apiVersion: 'apps/v1',
        replicas: 3,
        readyReplicas: 0,
        hpa: null,
        containers: [container],
        injected: [],
        qosClass: 'Burstable',
        rivals,
      },
      {
        namespace: 'shop',
        kind: 'Deployment',
        name: 'cart',
        apiVersion: 'apps/v1',
        replicas: 2,
        readyReplicas: 1,
        maxSurge: 1,
        containers: [container],
        injected: [],
        qosClass: 'Burstable',
        rivals,
        hpa: {
          name: 'cart',
          minReplicas: 1,
          maxReplicas: 5,
          metrics: [{ type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 70 } }],
        },
      },
      {
        namespace: 'shop',
        kind: 'StatefulSet',
        name: 'db',
        apiVersion: 'apps/v1',
        replicas: 0,
        readyReplicas: 0,
        hpa: null,
        containers: [container],
        injected: [],
        qosClass: 'Burstable',
        rivals,
      },
    ]);
    expect((await cluster.pods({ namespace: 'shop', kind: 'Deployment', name: 'cart' })).items).toMatchObject([
      { name: 'cart-1-a', status: 'Running', createdAt: Date.UTC(2026, 10, 22, 10) },
      { name: 'cart-1-b', status: 'Pending' },
    ]);
    expect((await cluster.labels({})).items).toEqual([
      { namespace: 'shop', kind: 'Deployment', name: 'cart', labels: { app: 'cart-1' } },
      { namespace: 'shop', kind: 'StatefulSet', name: 'db', labels: {} },
      { namespace: 'shop', kind: 'DaemonSet', name: 'agent', labels: {} },
    ]);
    expect((await cluster.namespaces()).items).toMatchObject([{ name: 'shop' }]);
  });

  it('has a Rollout that is scaled to zero, because its ReplicaSets exist', async () => {
    const { standIn, cluster } = await aCluster({
      prepare: (prepared) => {
        fill(prepared);
        const ownerReferences = [{ kind: 'Rollout', name: 'canary', controller: true }];
        const metadata = { name: 'canary-1', namespace: 'shop', ownerReferences };
        prepared.put({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata });
      },
    });
    const canary = async () => (await cluster.workloads({})).items.find(({ name }) => name === 'canary');
    const stopped = { kind: 'Rollout', apiVersion: 'argoproj.io/v1alpha1', replicas: 0, readyReplicas: 0 };
    expect(await canary()).toMatchObject({ ...stopped, containers: [] });
    standIn.put(aPod('canary-1-a', { owner: ['ReplicaSet', 'canary-1'] }));
    await eventually(async () => expect(await canary()).toMatchObject({ replicas: 1, readyReplicas: 1 }));
  });

  it('counts a sidecar as a container, and another init container not', async () => {
    const spec = {
      containers: [aContainer('app')],
      initContainers: [aContainer('setup'), aContainer('mesh', { cpu: '0' }, { restartPolicy: 'Always' })],
    };
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        standIn.put(aPod('cart-1-c', { owner: ['ReplicaSet', 'cart-1'], created: '2026-11-22T11:00:00Z', spec }));
      },
    });
    const { items } = await cluster.workloads({});
    expect(items.find(({ name }) => name === 'cart')?.containers).toMatchObject([
      { name: 'app' },
      { name: 'mesh', cpuRequest: null, memoryRequest: null, sidecar: true },
    ]);
  });

  it('has the labels of the workload, its template and its pods, and the team from an annotation', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        const template = {
          metadata: { labels: { app: 'db', tier: 'data' } },
          spec: { containers: [aContainer('app')] },
        };
        const metadata = {
          name: 'db',
          namespace: 'shop',
          labels: { release: 'r1' },
          annotations: { 'example.com/team': 'pay' },
        };
        standIn.put({ ...apps('StatefulSet', 'db', { replicas: 0, template }), metadata });
      },
    });
    const { items } = await cluster.labels({});
    expect(items.find(({ name }) => name === 'db')?.labels).toEqual({
      app: 'db',
      tier: 'data',
      release: 'r1',
      team: 'pay',
    });
  });

  it('has the status of pods as kubectl prints it, and why they restarted', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        const put = (name: string, metadata: JsonObject, status: JsonObject) => {
          const pod = aPod(name, { owner: ['ReplicaSet', 'cart-1'] });
          standIn.put({ ...pod, metadata: { ...pod.metadata, ...metadata }, status: { phase: 'Running', ...status } });
        };
        put(
          'p1',
          {},
          {
            containerStatuses: [
              {
                name: 'app',
                restartCount: 3,
                state: { running: {} },
                lastState: ended('OOMKilled', 137, '2026-11-22T10:30:00Z'),
              },
              {
                name: 'proxy',
                restartCount: 1,
                state: { running: {} },
                lastState: ended('Error', 1, '2026-11-22T09:00:00Z'),
              },
            ],
          },
        );
        put(
          'p2',
          {},
          { containerStatuses: [{ name: 'app', restartCount: 5, state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
        );
        put('p3', { deletionTimestamp: '2026-11-22T10:00:00Z' }, {});
        put('p4', {}, { phase: 'Failed', reason: 'Evicted' });
        put(
          'p5',
          {},
          {
            phase: 'Pending',
            containerStatuses: [{ name: 'app', state: { waiting: { reason: 'ContainerCreating' } } }],
          },
        );
      },
    });
    const { items } = await cluster.pods({ namespace: 'shop', kind: 'Deployment', name: 'cart' });
    const found = Object.fromEntries(
      items.map(({ name, status, restarts, lastRestart }) => [name, { status, restarts, lastRestart }]),
    );
    const at = Date.UTC(2026, 10, 22, 10, 30);
    expect(found).toMatchObject({
      p1: { status: 'Running', restarts: 4, lastRestart: { container: 'app', reason: 'OOMKilled', exitCode: 137, at } },
      p2: { status: 'CrashLoopBackOff', restarts: 5, lastRestart: null },
      p3: { status: 'Terminating', restarts: 0 },
      p4: { status: 'Evicted' },
      p5: { status: 'Pending' },
    });
  });

  it('has the nodes with what they offer and where they are', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        const status = { allocatable: { cpu: '3920m', memory: '15Gi' }, capacity: { cpu: '4', memory: '16Gi' } };
        const node = (name: string, labels: JsonObject, spec: JsonObject = {}) =>
          standIn.put({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec, status });
        node('a', {
          'node.kubernetes.io/instance-type': 'm5.xlarge',
          'topology.kubernetes.io/region': 'us-east-1',
          'eks.amazonaws.com/capacityType': 'SPOT',
        });
        node('b', { 'karpenter.sh/capacity-type': 'on-demand' }, { unschedulable: true });
        standIn.put(apps('Deployment', 'cart'));
        node('c', {}, { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] });
      },
    });
    const { items, problems } = await cluster.nodes();
    expect(problems).toEqual([]);
    expect(items).toMatchObject([
      {
        name: 'a',
        cpu: 3.92,
        memory: 15 * 2 ** 30,
        capacityCpu: 4,
        instanceType: 'm5.xlarge',
        region: 'us-east-1',
        capacityType: 'spot',
        isSchedulable: true,
      },
      { name: 'b', instanceType: null, region: null, capacityType: 'on-demand', isSchedulable: false },
      { name: 'c', capacityType: null, isSchedulable: false },
    ]);
    const [workload] = (await cluster.workloads({})).items;
    expect(workload?.largestNodes).toEqual([{ name: 'a', cpu: 3.92, memory: 15 * 2 ** 30 }]);
  });

  it('reads lists of many pages', async () => {
    const { cluster } = await aCluster({
      prepare: (standIn) => {
        fill(standIn);
        for (let index = 0; index < 1_200; index += 1)
          standIn.put(aPod(`more-${index}`, { owner: ['ReplicaSet', 'cart-1'] }));
      },
    });
    expect((await cluster.pods({ namespace: 'shop', kind: 'Deployment', name: 'cart' })).items).toHaveLength(1_202);
  });

  it('follows changes', async () => {
    const { standIn, names, cluster } = await aCluster();
    standIn.put(apps('Deployment', 'search'));
    standIn.remove('apps/v1', 'StatefulSet', 'shop', 'db');
    await eventually(async () => expect(await names()).toEqual(['agent', 'cart', 'search']));
    standIn.put(apps('Deployment', 'cart', { replicas: 4 }));
    await eventually(async () =>
      expect((await cluster.workloads({})).items.find(({ name }) => name === 'cart')?.replicas).toBe(4),
    );
  });

  describe.each(events)('after an event of $of', ({ name, object, unkept, kept }) => {
    it.each([
      ['has the same version and workloads if no kept field differs', unkept, true],
      ['has another version and other workloads if a kept field differs', kept, false],
    ])('%s', async (_, change, isSame) => {
      const { standIn, cluster, reader, clock } = await aCluster({
        prepare: (prepared) => {
          fill(prepared);
          prepared.put(object);
        },
      });
      const [informer] = reader.informers?.[name] ?? [];
      const state = async () => ({
        version: cluster.version(),
        objects: new Set<unknown>(informer?.values()),
        workloads: new Set((await cluster.workloads({})).items),
      });
      const before = await state();
      clock.time += 30_000;
      const { resourceVersion } = standIn.put({ ...object, ...change }).metadata;
      await eventually(() => expect(informer?.version).toBe(resourceVersion));
      expect(informer?.contactAt).toBe(clock.time);
      const after = await state();
      expect(after.version === before.version).toBe(isSame);
      expect(after.objects.isSubsetOf(before.objects)).toBe(isSame);
      expect(after.workloads.isSubsetOf(before.workloads)).toBe(isSame);
    });
  });

  it('never asks for Secrets or ConfigMaps, and only reads', async () => {
    const { standIn } = await aCluster();
    const asked = new Set(standIn.audit.map(({ method, path }) => `${method} ${path}`));
    expect([...asked].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'GET /api/v1/limitranges',
      'GET /api/v1/namespaces',
      'GET /api/v1/nodes',
      'GET /api/v1/pods',
      'GET /api/v1/resourcequotas',
      'GET /apis/apps/v1/daemonsets',
      'GET /apis/apps/v1/deployments',
      'GET /apis/apps/v1/replicasets',
      'GET /apis/apps/v1/statefulsets',
      'GET /apis/autoscaling.k8s.io/v1/verticalpodautoscalers',
      'GET /apis/autoscaling/v2/horizontalpodautoscalers',
      'GET /apis/keda.sh/v1alpha1/scaledobjects',
      'GET /apis/policy/v1/poddisruptionbudgets',
      'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    ]);
  });
});
