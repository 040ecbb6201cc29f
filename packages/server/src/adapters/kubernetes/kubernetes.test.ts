import { type JsonObject, type KubernetesStandIn, startKubernetes } from '@trimtab/testing/kubernetes';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openKubernetes } from './index.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const apps = (kind: string, name: string, more: object = {}, namespace = 'shop') => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace },
  spec: { replicas: 2, template: { spec: { containers: [aContainer('app')] } }, ...more },
});
const aContainer = (name: string, requests: JsonObject = { cpu: '250m', memory: '256Mi' }, more: JsonObject = {}) => ({
  name,
  image: `registry.example/${name}:1`,
  resources: { requests, limits: { memory: '512Mi' } },
  ...more,
});
type PodOptions = { owner: [string, string]; namespace?: string; created?: string; phase?: string; spec?: JsonObject };
const aPod = (
  name: string,
  { owner: [kind, of], namespace = 'shop', created = '2026-11-22T10:00:00Z', phase = 'Running', spec }: PodOptions,
) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace,
    creationTimestamp: created,
    labels: { app: of, 'pod-template-hash': name },
    ownerReferences: [{ kind, name: of, controller: true }],
  },
  spec: spec ?? { containers: [aContainer('app')] },
  status: { phase, conditions: [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False' }] },
});

/** A Deployment `cart` with two pods, a StatefulSet, a DaemonSet, an HPA and the rules of the namespace. */
function fill(standIn: KubernetesStandIn) {
  standIn.put(apps('Deployment', 'cart'));
  standIn.put({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: 'cart-1',
      namespace: 'shop',
      ownerReferences: [{ kind: 'Deployment', name: 'cart', controller: true }],
    },
  });
  standIn.put(aPod('cart-1-a', { owner: ['ReplicaSet', 'cart-1'] }));
  standIn.put(aPod('cart-1-b', { owner: ['ReplicaSet', 'cart-1'], phase: 'Pending' }));
  standIn.put(apps('StatefulSet', 'db', { replicas: 0 }));
  standIn.put({ ...apps('DaemonSet', 'agent'), status: { desiredNumberScheduled: 3 } });
  standIn.put({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'cart', namespace: 'shop' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
      maxReplicas: 5,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    },
  });
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

async function aCluster(
  prepare: (standIn: KubernetesStandIn) => void = fill,
  token = 'admin',
  namespaces: string[] = [],
) {
  const standIn = await startKubernetes();
  stops.push(() => standIn.stop());
  prepare(standIn);
  const clock = { time: Date.now(), now: () => clock.time };
  const logged: object[] = [];
  const inventory = openKubernetes({
    connection: {
      url: standIn.url,
      fetch: (url, init) => fetch(url, init),
      headers: async () => ({ authorization: `Bearer ${token}` }),
      renew: () => undefined,
    },
    namespaces,
    clock,
    logger: (_level, event, fields) => logged.push({ event, ...fields }),
    random: () => 0,
  });
  stops.unshift(() => inventory.reader.stop());
  await inventory.reader.settled(new AbortController().signal);
  const names = async () => (await inventory.cluster.workloads({})).items.map(({ name }) => name).toSorted();
  return { standIn, clock, logged, names, ...inventory };
}

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
      },
    ]);
    expect((await cluster.pods({ namespace: 'shop', kind: 'Deployment', name: 'cart' })).items).toMatchObject([
      { name: 'cart-1-a', status: 'Running', createdAt: Date.UTC(2026, 10, 22, 10) },
      { name: 'cart-1-b', status: 'Pending' },
    ]);
    expect((await cluster.labels({})).items).toEqual([
      { namespace: 'shop', kind: 'Deployment', name: 'cart', labels: { app: 'cart-1' } },
    ]);
    expect((await cluster.namespaces()).items).toMatchObject([{ name: 'shop' }]);
  });

  it('has the rules of a namespace', async () => {
    const { cluster } = await aCluster((standIn) => {
      fill(standIn);
      const status = { hard: { 'requests.cpu': '10', pods: '5' }, used: { 'requests.cpu': '500m', pods: '2' } };
      standIn.put({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'team', namespace: 'shop' }, status });
      const limits = [{ type: 'Container', max: { memory: '1Gi' }, maxLimitRequestRatio: { memory: '4' } }];
      standIn.put({
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'all', namespace: 'shop' },
        spec: { limits },
      });
    });
    const [first] = (await cluster.workloads({})).items;
    expect(first?.rules).toEqual({
      quotas: [{ name: 'team', resource: 'cpu', of: 'requests', hard: 10, used: 0.5 }],
      limitRanges: [{ name: 'all', type: 'Container', resource: 'memory', min: null, max: 2 ** 30, maxRatio: 4 }],
    });
  });

  it('accepts a LimitRange without limits, which the API server sends as null', async () => {
    const { reader } = await aCluster((standIn) => {
      const metadata = { name: 'empty', namespace: 'shop' };
      standIn.put({ apiVersion: 'v1', kind: 'LimitRange', metadata, spec: { limits: null } });
    });
    expect(reader.counts()).toContainEqual(['limitranges', 1]);
  });

  it('counts a sidecar as a container, and another init container not', async () => {
    const spec = {
      containers: [aContainer('app')],
      initContainers: [aContainer('setup'), aContainer('mesh', { cpu: '0' }, { restartPolicy: 'Always' })],
    };
    const { cluster } = await aCluster((standIn) => {
      fill(standIn);
      standIn.put(aPod('cart-1-c', { owner: ['ReplicaSet', 'cart-1'], created: '2026-11-22T11:00:00Z', spec }));
    });
    const { items } = await cluster.workloads({});
    expect(items.find(({ name }) => name === 'cart')?.containers).toMatchObject([
      { name: 'app' },
      { name: 'mesh', cpuRequest: null, memoryRequest: null, sidecar: true },
    ]);
  });

  it('reads lists of many pages', async () => {
    const { cluster } = await aCluster((standIn) => {
      fill(standIn);
      for (let index = 0; index < 1_200; index += 1)
        standIn.put(aPod(`more-${index}`, { owner: ['ReplicaSet', 'cart-1'] }));
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

  it('never asks for Secrets or ConfigMaps, and only reads', async () => {
    const { standIn } = await aCluster();
    const asked = new Set(standIn.audit.map(({ method, path }) => `${method} ${path}`));
    expect([...asked].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'GET /api/v1/limitranges',
      'GET /api/v1/namespaces',
      'GET /api/v1/pods',
      'GET /api/v1/resourcequotas',
      'GET /apis/apps/v1/daemonsets',
      'GET /apis/apps/v1/deployments',
      'GET /apis/apps/v1/replicasets',
      'GET /apis/apps/v1/statefulsets',
      'GET /apis/autoscaling/v2/horizontalpodautoscalers',
      'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    ]);
  });
});

const addSearch = (standIn: KubernetesStandIn) => standIn.put(apps('Deployment', 'search'));

describe('a failing API server', () => {
  const withSearch = ['agent', 'cart', 'db', 'search'];

  it.each([
    ['watches end', async (standIn: KubernetesStandIn) => standIn.endWatches()],
    ['watches break off', async (standIn: KubernetesStandIn) => standIn.dropWatches()],
    ['watches get the error 410', async (standIn: KubernetesStandIn) => standIn.expireWatches()],
    [
      'it is overloaded',
      async (standIn: KubernetesStandIn) => {
        standIn.fail({ answer: 'too many', times: 12, retryAfter: 0 });
        standIn.dropWatches();
      },
    ],
    [
      'it restarts',
      async (standIn: KubernetesStandIn) => {
        await standIn.down();
        await standIn.up();
      },
    ],
  ])('is followed again after %s', async (_, fault) => {
    const { standIn, names } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(9));
    await fault(standIn);
    addSearch(standIn);
    await eventually(async () => expect(await names()).toEqual(withSearch));
  });

  it('is listed without pages if the store is compacted between two pages', async () => {
    const { cluster, standIn } = await aCluster((prepared) => {
      for (let index = 0; index < 600; index += 1) prepared.put(apps('Deployment', `d-${index}`));
      const stop = setInterval(() => {
        if (prepared.audit.some(({ path, query }) => path.endsWith('/deployments') && query.get('continue') === null)) {
          prepared.put(apps('Deployment', 'late', {}, 'other'));
          prepared.compact();
        }
      }, 0);
      stops.push(async () => clearInterval(stop));
    });
    expect((await cluster.workloads({})).items.length).toBeGreaterThanOrEqual(600);
    expect(standIn.audit.filter(({ code }) => code >= 500)).toEqual([]);
  });

  it('keeps what is known, and marks it after a minute', async () => {
    const { standIn, names, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(9));
    await standIn.down();
    clock.time += 59_000;
    expect(reader.problem()).toBeNull();
    clock.time += 2_000;
    await eventually(() =>
      expect(reader.problem()).toMatch(/seconds old\. The Kubernetes API server cannot be reached\.$/),
    );
    expect(await names()).toEqual(['agent', 'cart', 'db']);
    await standIn.up();
    await eventually(() => expect(reader.problem()).toBeNull());
  });

  it('says that the quotas are missing while they cannot be read', async () => {
    const { standIn, cluster, reader } = await aCluster((prepared) => {
      fill(prepared);
      prepared.fail({ path: '/api/v1/resourcequotas', answer: 'too many' });
    });
    expect(reader.problem()).toBeNull();
    expect((await cluster.workloads({})).problems).toEqual([
      expect.stringMatching(
        /^Kubernetes gives no resourcequotas, so suggestions do not know the quotas of namespaces: .* answered 429: /,
      ),
    ]);
    standIn.clearFaults();
    await eventually(async () => expect((await cluster.workloads({})).problems).toEqual([]));
  });

  it('marks what is known while an object cannot be read', async () => {
    const { standIn, names, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(9));
    standIn.put(apps('Deployment', 'odd', { template: null }));
    await eventually(() => {
      clock.time += 61_000;
      expect(reader.problem()).toMatch(/^What is known of deployments is .* gave an answer of an unexpected form\.$/);
    });
    standIn.remove('apps/v1', 'Deployment', 'shop', 'odd');
    addSearch(standIn);
    await eventually(async () => expect(await names()).toEqual(withSearch));
  });

  it('answers an expired token with a mark, and goes on with the next one', async () => {
    const { standIn, names, clock, reader } = await aCluster();
    await eventually(() => expect(standIn.openWatches()).toBe(9));
    standIn.removeUser('admin');
    standIn.dropWatches();
    clock.time += 61_000;
    await eventually(() => expect(reader.problem()).toContain('answered 401: Unauthorized'));
    standIn.addUser('admin', { username: 'admin', groups: ['system:masters'] });
    addSearch(standIn);
    await eventually(async () => expect(await names()).toEqual(withSearch));
  });
});

describe('rights', () => {
  const rbac = 'rbac.authorization.k8s.io';
  const read = ['list', 'watch'];
  const everything = [
    { apiGroups: [''], resources: ['pods', 'resourcequotas', 'limitranges', 'namespaces'], verbs: read },
    { apiGroups: ['apps'], resources: ['deployments', 'statefulsets', 'daemonsets', 'replicasets'], verbs: read },
    { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: read },
  ];
  function grant(standIn: KubernetesStandIn, rules: JsonObject[], namespace?: string) {
    standIn.addUser('reader', { username: 'reader', groups: ['system:authenticated'] });
    const [role, binding] = namespace === undefined ? ['ClusterRole', 'ClusterRoleBinding'] : ['Role', 'RoleBinding'];
    const metadata = { name: 'reader', ...(namespace === undefined ? {} : { namespace }) };
    standIn.put({ apiVersion: `${rbac}/v1`, kind: role, metadata, rules });
    const subjects = [{ kind: 'User', name: 'reader' }];
    standIn.put({
      apiVersion: `${rbac}/v1`,
      kind: binding,
      metadata,
      roleRef: { kind: role, name: 'reader' },
      subjects,
    });
  }

  it('of the role in the documentation are enough', async () => {
    const { reader, standIn } = await aCluster((prepared) => {
      fill(prepared);
      grant(prepared, everything);
    }, 'reader');
    expect([reader.problem(), reader.missing()]).toEqual([null, []]);
    expect(standIn.audit.filter(({ code }) => code === 403)).toEqual([]);
  });

  it('that are missing are logged with what they disable', async () => {
    const { logged, cluster } = await aCluster((prepared) => {
      fill(prepared);
      grant(prepared, [{ ...everything[0], resources: ['pods', 'namespaces'] }, ...everything.slice(1)]);
    }, 'reader');
    expect(logged).toEqual([
      {
        event: 'kubernetes right missing',
        resource: 'resourcequotas',
        verbs: 'list, watch',
        without: 'suggestions do not know the quotas of namespaces',
      },
      {
        event: 'kubernetes right missing',
        resource: 'limitranges',
        verbs: 'list, watch',
        without: 'suggestions do not know the LimitRanges of namespaces',
      },
    ]);
    expect((await cluster.workloads({})).problems).toContain(
      'Kubernetes does not allow this server to list and watch resourcequotas: suggestions do not know the quotas of namespaces.',
    );
  });

  it('in one namespace are used for that namespace', async () => {
    const { names, cluster, reader, standIn } = await aCluster(
      (prepared) => {
        fill(prepared);
        prepared.put(apps('Deployment', 'hidden', {}, 'other'));
        grant(prepared, everything, 'shop');
      },
      'reader',
      ['shop'],
    );
    expect([reader.problem(), reader.scope]).toEqual([null, ['shop']]);
    // The namespaces are then read from Prometheus, so nothing is missing.
    expect((await cluster.workloads({})).problems).toEqual([]);
    expect(await names()).toEqual(['agent', 'cart', 'db']);
    expect(standIn.audit.some(({ path }) => path === '/api/v1/namespaces/shop/pods')).toBe(true);
  });
});
