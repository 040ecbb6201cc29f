import { beforeAll, describe, expect, test } from 'vitest';
import {
  container,
  deployment,
  hour,
  indexOfHoursAgo,
  mib,
  prometheusStarter,
  whySkipped,
} from '../testing/real-prometheus.ts';
import { unstartedPod } from './testing/unstarted-pod.ts';

const reason = whySkipped('workloads without running pods');
const seeded = prometheusStarter({});

const containers = [
  container('app'),
  container('helper', null, null),
  { ...container('envoy', 0.1, 64 * mib), init: 'sidecar' as const },
];
const limits = { cpu: 1, memory: 512 * mib };
const isOf = (workload: string, pod = '') => pod.startsWith(`${workload}-`);
const app = { name: 'app', cpuRequest: 0.5, memoryRequest: 256 * mib, limits };

describe.skipIf(reason)('workloads of which some or all pods do not run', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded({
      history: 3 * hour,
      workloads: [
        deployment('waiting', { containers }),
        deployment('unscheduled', { containers }),
        deployment('canary', { kind: 'Rollout' }),
        deployment('stopped', { kind: 'Rollout' }),
        deployment('stopped', { kind: 'Rollout', namespace: 'idle' }),
      ],
      alter: ({ series, times }, now) => {
        const first = indexOfHoursAgo({ times }, now)(1);
        const started = series.flatMap((one) => {
          const pod = one.labels.get('pod');
          if (isOf('stopped', pod)) return [{ ...one, end: Math.min(one.end, first) }];
          return isOf('unscheduled', pod) && /container_info$|^container_/.test(one.metric) ? [] : [one];
        });
        const createdAt = times[first] ?? 0;
        return [...started, ...unstartedPod(series, 'waiting', { phase: 'Pending', first, createdAt })];
      },
    });
  });
  const workload = async (name: string, namespace = 'shop') =>
    (await at.cluster.workloads({ namespaces: [namespace] })).items.find((one) => one.name === name);

  test('an unscheduled new pod hides neither containers without requests nor native sidecars', async () => {
    const none = { cpu: null, memory: null };
    expect((await workload('waiting'))?.containers).toEqual([
      app,
      {
        name: 'envoy',
        cpuRequest: 0.1,
        memoryRequest: 64 * mib,
        limits: { cpu: 0.2, memory: 128 * mib },
        sidecar: true,
      },
      { name: 'helper', cpuRequest: null, memoryRequest: null, limits: none },
    ]);
  });

  test('if no pod has a container status, the containers with requests are known', async () => {
    expect((await workload('unscheduled'))?.containers).toEqual([app]);
  });

  test('a Rollout that is scaled to zero has no replicas, also if it is alone in its namespace', async () => {
    const stopped = { kind: 'Rollout', apiVersion: 'argoproj.io/v1alpha1', replicas: 0, containers: [] };
    expect(await workload('stopped')).toMatchObject({ ...stopped, readyReplicas: 0 });
    expect(await workload('stopped', 'idle')).toMatchObject(stopped);
    expect(await workload('canary')).toMatchObject({ replicas: 2, readyReplicas: 2 });
  });
});

test.skipIf(reason)('init containers make a pod Burstable', async () => {
  const once = { ...container('migrate', null, null), init: 'once' as const };
  const classes = new Map([
    ['checked', 'Burstable'],
    ['equal', 'Guaranteed'],
    ['plain', 'Burstable'],
  ]);
  const { cluster } = await seeded({
    history: 600,
    workloads: [
      deployment('checked', { containers: [container('app'), once] }),
      deployment('equal', { containers: [container('app'), once] }),
      deployment('plain', { containers: [container('app')] }),
    ],
    alter: ({ series }) => [
      ...series,
      ...series.flatMap((one) => {
        if (one.metric !== 'kube_pod_owner') return [];
        const own = classes.get(one.labels.get('pod')?.split('-')[0] ?? '');
        return ['BestEffort', 'Burstable', 'Guaranteed'].map((name) => ({
          ...one,
          metric: 'kube_pod_status_qos_class',
          labels: new Map([...one.labels, ['qos_class', name]]),
          valueAt: () => Number(name === own),
        }));
      }),
    ],
  });
  const { items } = await cluster.workloads({ namespaces: ['shop'] });
  // Only init containers are not among the containers, from which the class is derived otherwise.
  expect(Object.fromEntries(items.map(({ name, qosClass }) => [name, qosClass]))).toEqual({
    checked: 'Burstable',
    equal: undefined,
    plain: undefined,
  });
});

test.skipIf(reason)('pods that terminate are no replicas', async () => {
  const { cluster } = await seeded({
    history: 600,
    workloads: [
      deployment('canary', { kind: 'Rollout' }),
      deployment('leaving', { kind: 'Rollout' }),
      deployment('web'),
    ],
    alter: ({ series }) => {
      const owned = series.filter(({ metric }) => metric === 'kube_pod_owner');
      const podsOf = (workload: string) => owned.filter(({ labels }) => isOf(workload, labels.get('pod')));
      const ends = [...podsOf('canary').slice(1), ...podsOf('leaving'), ...podsOf('web').slice(1)];
      const deleted = ends.map((one) => ({
        ...one,
        metric: 'kube_pod_deletion_timestamp',
        valueAt: () => 1_790_000_000,
      }));
      return [...series, ...deleted];
    },
  });
  const { items } = await cluster.workloads({ namespaces: ['shop'] });
  expect(Object.fromEntries(items.map(({ name, ...one }) => [name, [one.replicas, one.readyReplicas]]))).toEqual({
    canary: [1, 1],
    leaving: [0, 0],
    web: [2, 1],
  });
  expect(items.find(({ name }) => name === 'leaving')?.containers).toMatchObject([{ name: 'leaving' }]);
  const pods = await cluster.pods({ namespace: 'shop', kind: 'Rollout', name: 'leaving' });
  expect(pods.items).toMatchObject([{ status: 'Running' }, { status: 'Running' }]);
});

test.skipIf(reason)('the replicas of a Rollout are unknown, not zero, if the owners of pods are', async () => {
  const { cluster } = await seeded({
    history: 600,
    workloads: [deployment('canary', { kind: 'Rollout' })],
    without: ['kube_pod_owner'],
  });
  const { items } = await cluster.workloads({ namespaces: ['shop'] });
  expect(items).toMatchObject([{ name: 'canary', replicas: null, readyReplicas: null }]);
});
