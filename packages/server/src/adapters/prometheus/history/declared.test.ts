import { changeListSchema, hourMs, minuteMs } from '@trimtab/core';
import { aRecord, aStore } from '@trimtab/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SeededSeries } from '../../../../../../e2e/support/prometheus/index.ts';
import { createApp } from '../../../app.ts';
import { compare, firstWatch } from '../../../services/changes/declared-changes.ts';
import { container, deployment, hour, mib, prometheusStarter, whySkipped } from '../testing/real-prometheus.ts';

const reason = whySkipped('what a cluster declared, from Prometheus');
const rollout = 6 * hour;
const resize = 4 * hour;
const rescale = 3 * hour;
const restart = 2 * hour;

/** Changes in the cluster, and a restart of kube-state-metrics with a gap of 20 minutes and a new address. */
function withChanges(series: readonly SeededSeries[], times: readonly number[], now: number): SeededSeries[] {
  const indexAgo = (ago: number) => times.findIndex((time) => time >= now - ago * 1000);
  const [gapFrom, gapTo] = [indexAgo(restart), indexAgo(restart - 20 * 60)];
  return series.flatMap(changed).flatMap((one) => {
    if (!one.metric.startsWith('kube_') || one.end <= gapFrom) return [one];
    const after = {
      ...one,
      labels: new Map([...one.labels, ['instance', 'ksm-2']]),
      first: Math.max(one.first, gapTo),
    };
    return one.first >= gapFrom ? [after] : [{ ...one, end: gapFrom }, after];
  });

  function changed(one: SeededSeries): SeededSeries[] {
    const name =
      one.labels.get('pod') ?? one.labels.get('deployment') ?? one.labels.get('horizontalpodautoscaler') ?? '';
    const from = (ago: number, before: number, after: number): SeededSeries[] => [
      { ...one, valueAt: (index) => (index < indexAgo(ago) ? before : after) },
    ];
    const isMemory = one.labels.get('resource') === 'memory';
    if (name.startsWith('released') && one.first >= indexAgo(rollout + 60)) {
      if (one.metric === 'kube_pod_container_info')
        return [{ ...one, labels: new Map([...one.labels, ['image_spec', 'app:2']]) }];
      if (one.metric === 'kube_pod_container_resource_requests' && isMemory)
        return [{ ...one, valueAt: () => 512 * mib }];
    }
    if (name.startsWith('resized') && one.metric === 'kube_pod_container_resource_limits' && isMemory)
      return from(resize, 512 * mib, 384 * mib);
    if (name === 'mixed-0' && one.metric === 'kube_pod_container_resource_requests' && isMemory)
      return from(resize, 256 * mib, 0);
    if (name === 'rescaled' && one.metric === 'kube_deployment_spec_replicas') return from(rescale, 2, 5);
    // The autoscaler changes the replicas; a person changes its maximum.
    if (name === 'scaled' && one.metric === 'kube_deployment_spec_replicas')
      return [{ ...one, valueAt: (index) => 2 + (Math.floor(index / 10) % 3) }];
    if (name === 'scaled' && one.metric === 'kube_horizontalpodautoscaler_spec_max_replicas')
      return from(rescale, 8, 12);
    return [one];
  }
}

const hpa = { name: 'scaled', min: 2, max: 12, metric: 'cpu', type: 'utilization', target: 60 } as const;
const seeded = prometheusStarter({
  workloads: [
    deployment('released', { rolledOut: rollout, duplicated: true }),
    deployment('resized', { kind: 'StatefulSet' }),
    deployment('mixed', { kind: 'StatefulSet' }),
    deployment('rescaled'),
    deployment('scaled', { hpa }),
    deployment('redeployed', { rolledOut: rollout, replaced: 3 * hour, restarted: 2 * hour, outOfMemory: [hour] }),
    deployment('with-init', { containers: [{ ...container('setup'), init: 'once' }, container('app', 0.5, null)] }),
    deployment('elsewhere', { namespace: 'other' }),
  ],
  history: 30 * hour,
  alter: ({ series, times }, now) => withChanges(series, times, now),
});

describe.skipIf(reason)('what a real cluster declared', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded();
  });
  const read = async (hours: number, stepMs: number, namespaces = ['shop']) => {
    const window = { start: at.seed.now - hours * hourMs, end: at.seed.now };
    const listing = await at.history.declared?.({ namespaces }, window, stepMs);
    return new Map(listing?.items.map(({ name, states }) => [name, states]));
  };
  const changesOf = async (hours: number, stepMs: number) =>
    [...(await read(hours, stepMs))].flatMap(([name, states]) =>
      compare(firstWatch, states).changes.map(({ event, at: time, before, after }) => ({
        name,
        event,
        ago: (at.seed.now - time) / hourMs,
        before,
        after,
      })),
    );

  test('shows every change once, and neither restarts, churn, scaling steps nor a gap', async () => {
    const changes = await changesOf(29, 5 * minuteMs);
    expect(changes.map(({ name, event, ago }) => `${name} ${event} ${Math.round(ago)}`).toSorted()).toEqual([
      'released image 6',
      'released resources 6',
      'rescaled replicas 3',
      'resized resources 4',
      'scaled replicas 3',
    ]);
    const of = (name: string, event: string) => changes.find((one) => one.name === name && one.event === event);
    expect(of('released', 'resources')).toMatchObject({
      before: {
        containers: [{ name: 'released', cpu_request: 0.5, memory_request: 256 * mib, memory_limit: 512 * mib }],
      },
      after: { containers: [{ memory_request: 512 * mib, image: 'registry.example/released:1' }], replicas: 2 },
    });
    expect(of('released', 'image')?.after.containers[0]?.image).toBe('app:2');
    expect(of('resized', 'resources')?.after.containers[0]).toMatchObject({ memory_limit: 384 * mib });
    expect(of('scaled', 'replicas')).toMatchObject({
      before: { replicas: null, min_replicas: 2, max_replicas: 8 },
      after: { replicas: null, min_replicas: 2, max_replicas: 12 },
    });
    expect(of('rescaled', 'replicas')).toMatchObject({ before: { replicas: 2 }, after: { replicas: 5 } });
  });

  test('shows the same changes in hourly steps', async () => {
    const changes = await changesOf(29, hourMs);
    expect(changes.map(({ name, event }) => `${name} ${event}`).toSorted()).toEqual([
      'released image',
      'released resources',
      'rescaled replicas',
      'resized resources',
      'scaled replicas',
    ]);
    for (const { ago } of changes) expect([2, 3, 4, 5, 6]).toContain(Math.round(ago));
  });

  test('has the containers that run as long as their pod, without a request where there is none', async () => {
    const [state] = (await read(1, 5 * minuteMs)).get('with-init') ?? [];
    expect(state?.containers).toEqual([
      {
        name: 'app',
        image: 'registry.example/app:1',
        cpuRequest: 0.5,
        cpuLimit: 1,
        memoryRequest: null,
        memoryLimit: null,
      },
    ]);
  });

  test('is a rollout while the pods of one owner differ, also if a pod has a request of 0', async () => {
    const states = (await read(6, hourMs)).get('mixed') ?? [];
    const [first, last] = [states.at(0), states.at(-1)];
    expect(first).toMatchObject({ isRollingOut: false, containers: [{ memoryRequest: 256 * mib }] });
    expect(last).toMatchObject({ isRollingOut: true, containers: [] });
  });

  const queriesOf = async (...namespaces: string[]) => {
    const before = at.queries.length;
    await read(0.2, 5 * minuteMs, namespaces);
    return at.queries.length - before;
  };

  test('takes the same few queries for any number of namespaces', async () => {
    expect(await queriesOf('shop')).toBeLessThanOrEqual(10);
    expect(await queriesOf('shop', 'other')).toBe(await queriesOf('shop'));
  });

  test('becomes records with a verification, which the API lists', async () => {
    const clock = { now: () => at.seed.now };
    const records = [aRecord({ name: 'released' }), aRecord({ name: 'resized', kind: 'StatefulSet' })];
    const { cluster, metrics, history } = at;
    const store = aStore(records);
    const app = createApp({ cluster, metrics, history, store, clock, logger: () => undefined, version: '1.2.3' });
    const list = async () =>
      changeListSchema.parse(await (await app(new Request('http://api.test/v1/views/changes'))).json());
    const listed = async () =>
      (await list()).items.map(({ event, name, verification }) => [event, name, verification?.day.state]);
    // The list does not wait for long queries.
    await expect.poll(listed).toEqual([
      ['resources', 'resized', 'pending'],
      ['resources', 'released', 'pending'],
      ['image', 'released', undefined],
    ]);
    at.seed = { ...at.seed, now: at.seed.now + 23 * hourMs };
    const verified = async () => (await list()).items[0]?.verification?.day;
    await expect.poll(verified).toMatchObject({
      state: 'done',
      verdict: 'unclear',
      sentence: expect.stringMatching(/^Usage was observed in only \d+% of the time after the change\.$/),
    });
  });
});
