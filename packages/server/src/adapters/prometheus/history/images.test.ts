import { hourMs, minuteMs } from '@trimtab/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SeededSeries } from '../../../../../../e2e/support/prometheus/index.ts';
import { compare, firstWatch } from '../../../services/changes/declared-changes.ts';
import { deployment, hour, mib, prometheusStarter, whySkipped, windowOf } from '../testing/real-prometheus.ts';

const reason = whySkipped('names of images');
const spec = 'postgres:16';
const ofNode = 'docker.io/library/postgres:16';
const created = 4 * hour;
const changed = 5 * hour;

/** Nodes report other names of images than the spec has, and another tag of the same digest. */
function withNames(series: readonly SeededSeries[], times: readonly number[], now: number): SeededSeries[] {
  const indexAgo = (ago: number) => times.findIndex((time) => time >= now - ago * 1000);
  const first = new Map(
    series
      .toReversed()
      .map(({ labels }) => [(labels.get('pod') ?? '').replace(/-[^-]+-[^-]+$/, ''), labels.get('pod')]),
  );
  return series.flatMap((one) => {
    const pod = one.labels.get('pod') ?? '';
    const named = (image: string, imageSpec: string | null = spec): SeededSeries => {
      const labels = new Map([...one.labels, ['image', image]]);
      if (imageSpec === null) labels.delete('image_spec');
      else labels.set('image_spec', imageSpec);
      return { ...one, labels };
    };
    if (one.metric === 'kube_pod_container_info') {
      if (pod === 'db-0') {
        // While its containers are created, a pod shows the image of the spec.
        const [from, to] = [indexAgo(created), indexAgo(created - 600)];
        return [
          { ...named(ofNode), end: from },
          { ...named(spec), first: from, end: to },
          { ...named(ofNode), first: to },
        ];
      }
      if (pod === 'db-1') return [named(ofNode)];
      if (pod.startsWith('tags')) return [named(first.get('tags') === pod ? 'app:1' : 'app:2', 'app:2')];
      if (pod.startsWith('old')) return [named(first.get('old') === pod ? 'app:1' : 'app:2', null)];
    }
    const isMemory = one.labels.get('resource') === 'memory' && one.metric.endsWith('_requests');
    if (isMemory && /^(?:tags|old)-/.test(pod))
      return [{ ...one, valueAt: (index) => (index < indexAgo(changed) ? 256 : 512) * mib }];
    return [one];
  });
}

const seeded = prometheusStarter({
  workloads: [
    deployment('db', { kind: 'StatefulSet', outOfMemory: [] }),
    deployment('tags', { outOfMemory: [] }),
    deployment('old', { outOfMemory: [] }),
  ],
  history: 10 * hour,
  alter: ({ series, times }, now) => withNames(series, times, now),
});

describe.skipIf(reason)('images of a real cluster', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded();
  });
  const statesOf = async (name: string) => {
    const { items = [] } =
      (await at.history.declared?.({ namespaces: ['shop'] }, windowOf(at.seed, 8 * hour), 5 * minuteMs)) ?? {};
    return items.find((item) => item.name === name)?.states ?? [];
  };

  test('are those of the spec, which a node cannot change', async () => {
    const window = windowOf(at.seed, 8 * hour);
    const events = await at.metrics.events?.({ namespace: 'shop', kind: 'StatefulSet', name: 'db' }, window);
    expect(events?.deployments).toEqual([]);
    const states = await statesOf('db');
    expect(new Set(states.map(({ isRollingOut }) => isRollingOut))).toEqual(new Set([false]));
    expect(new Set(states.map(({ containers }) => containers[0]?.image))).toEqual(new Set([spec]));
    const { items } = await at.cluster.pods({ namespace: 'shop', kind: 'StatefulSet', name: 'db' });
    expect(items.map(({ containers }) => containers.map(({ image }) => image))).toEqual([[spec], [spec]]);
  });

  test.each(['tags', 'old'])('of %s that differ in one ReplicaSet do not hide a change of requests', async (name) => {
    const { changes } = compare(firstWatch, await statesOf(name));
    expect(changes.map(({ event, at: time }) => [event, Math.round((at.seed.now - time) / hourMs)])).toEqual([
      ['resources', 5],
    ]);
    expect(changes[0]?.after.containers).toMatchObject([
      { memory_request: 512 * mib, image: name === 'old' ? null : 'app:2' },
    ]);
  });
});
