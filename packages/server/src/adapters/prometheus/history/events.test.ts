import { beforeAll, describe, expect, test } from 'vitest';
import type { SeededSeries } from '../../../../../../e2e/support/prometheus/index.ts';
import { container, deployment, hour, mib, prometheusStarter, whySkipped } from '../testing/real-prometheus.ts';

const reason = whySkipped('events from Prometheus');
const imageChange = 6 * hour;
const requestChange = 4 * hour;

/** The image of a StatefulSet and the request of a Deployment change while their pods keep their names. */
function withChanges(series: readonly SeededSeries[], times: readonly number[], now: number): SeededSeries[] {
  const indexAgo = (ago: number) => times.findIndex((time) => time >= now - ago * 1000);
  return series.flatMap((one) => {
    const pod = one.labels.get('pod') ?? '';
    if (one.metric === 'kube_pod_container_info' && pod.startsWith('upgraded')) {
      const at = indexAgo(imageChange);
      const labels = new Map([...one.labels, ['image_spec', 'registry.example/upgraded:2']]);
      return [
        { ...one, end: at },
        { ...one, labels, first: at },
      ];
    }
    const isResized = pod.startsWith('resized') && one.labels.get('resource') === 'memory';
    if (one.metric === 'kube_pod_container_resource_requests' && isResized) {
      const at = indexAgo(requestChange);
      return [{ ...one, valueAt: (index) => (index < at ? 128 * mib : 256 * mib) }];
    }
    return [one];
  });
}

const seeded = prometheusStarter({
  workloads: [
    deployment('web', { outOfMemory: [], rolledOut: 9 * hour }),
    deployment('killed', { outOfMemory: [20 * hour, 5 * hour] }),
    deployment('killed-sidecar', {
      containers: [{ ...container('envoy'), init: 'sidecar' }, container('app')],
      outOfMemory: [3 * hour],
    }),
    deployment('duplicated', { kind: 'DaemonSet', outOfMemory: [3 * hour], duplicated: true, throttled: 0.25 }),
    deployment('upgraded', { kind: 'StatefulSet', outOfMemory: [] }),
    deployment('resized', { outOfMemory: [] }),
    deployment('uncounted'),
  ],
  history: 30 * hour,
  alter: ({ series, times }, now) => withChanges(series, times, now),
});

describe.skipIf(reason)('what happened to a workload, from a real Prometheus', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded();
  });
  const eventsOf = async (name: string, kind = 'Deployment', hours = 48) => {
    const window = { start: at.seed.now - hours * hour * 1000, end: at.seed.now };
    const events = await at.metrics.events?.({ namespace: 'shop', kind, name }, window);
    if (events === undefined) throw new Error('There are no events.');
    return events;
  };
  const hoursAgo = (time: number) => Math.round((at.seed.now - time) / (hour * 1000));

  test('has the kills and restarts with their times', async () => {
    const { kills, restarts } = await eventsOf('killed');
    for (const found of [kills, restarts]) {
      expect(found.map((one) => ({ ...one, at: hoursAgo(one.at) }))).toEqual([
        { at: 20, container: 'killed', count: 1 },
        { at: 5, container: 'killed', count: 1 },
      ]);
      for (const one of found) expect(one.at % 300_000).toBe(0);
    }
  });

  test('has those of native sidecars, and each once if two exporters report it', async () => {
    expect((await eventsOf('killed-sidecar')).kills).toMatchObject([{ container: 'envoy', count: 1 }]);
    expect((await eventsOf('duplicated', 'DaemonSet')).kills).toMatchObject([{ container: 'duplicated', count: 1 }]);
  });

  test('has only those of the window', async () => {
    const { kills, since } = await eventsOf('killed', 'Deployment', 12);
    expect(kills.map((one) => hoursAgo(one.at))).toEqual([5]);
    expect(hoursAgo(since ?? 0)).toBeGreaterThanOrEqual(11);
  });

  test('says from when on restarts were observed, and that they are unknown without counters', async () => {
    const { since, restarts } = await eventsOf('web');
    expect(hoursAgo(since ?? 0)).toBeGreaterThanOrEqual(29);
    expect(restarts).toEqual([]);
    expect((await eventsOf('uncounted')).since).toBeNull();
    expect(await eventsOf('unknown')).toMatchObject({ since: null, kills: [], deployments: [] });
  });

  test('has deployments: a new ReplicaSet, or a new image where there are none', async () => {
    const [rolledOut, ...others] = (await eventsOf('web')).deployments;
    expect(others).toEqual([]);
    expect(hoursAgo(rolledOut?.at ?? 0)).toBe(9);
    expect(rolledOut?.version).toMatch(/^web-/);
    expect((await eventsOf('upgraded', 'StatefulSet')).deployments).toMatchObject([
      { version: 'registry.example/upgraded:2' },
    ]);
    expect((await eventsOf('killed')).deployments).toEqual([]);
  });

  test('has the requests and limits with their changes', async () => {
    const { amounts } = await eventsOf('resized');
    const memory = amounts.filter(({ kind, resource }) => kind === 'request' && resource === 'memory');
    expect(memory.map(({ value }) => value / mib)).toEqual([128, 256]);
    expect(hoursAgo(memory[1]?.at ?? 0)).toBe(4);
    expect(amounts.filter(({ kind }) => kind === 'limit').map(({ resource, value }) => [resource, value])).toEqual(
      expect.arrayContaining([
        ['cpu', 1],
        ['memory', 512 * mib],
      ]),
    );
  });

  test('has the throttled periods of every hour, where cAdvisor has them', async () => {
    const { throttling } = await eventsOf('duplicated', 'DaemonSet');
    expect(throttling.length).toBeGreaterThan(24);
    for (const { periods, throttled } of throttling) expect(throttled / periods).toBeCloseTo(0.25, 5);
    expect((await eventsOf('web')).throttling).toEqual([]);
  });

  test('takes ten queries, however many pods there are', async () => {
    const before = at.queries.length;
    await eventsOf('web');
    expect(at.queries.length - before).toBeLessThanOrEqual(10);
  });
});
