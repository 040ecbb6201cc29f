import { beforeAll, describe, expect, test } from 'vitest';
import type { SeededCluster, SeededSeries } from '../../../../../../e2e/support/prometheus/index.ts';
import { deployment, hour, mib, prometheusStarter, whySkipped, windowOf } from '../testing/real-prometheus.ts';

const reason = whySkipped('pods that were replaced by others of the same name');
const bin = 300_000;
const replacedHoursAgo = 10;
const killedMinutesLater = [5, 20, 40];

/** A time one minute after a bin begins. */
const replacedAt = (now: number) => Math.floor((now - replacedHoursAgo * hour * 1000) / bin) * bin + 60_000;

function withUid(one: SeededSeries, uid: string | null): SeededSeries {
  const labels = new Map(one.labels);
  if (uid === null) labels.delete('uid');
  else labels.set('uid', uid);
  return { ...one, labels };
}

const reasonOf = (pod: SeededSeries): SeededSeries => ({
  ...pod,
  metric: 'kube_pod_container_status_last_terminated_reason',
  labels: new Map([...pod.labels, ['reason', 'OOMKilled']]),
  valueAt: () => 1,
});

/** The first pod restarted twelve times, the last time for lack of memory. The second one was killed three times. */
function replaced(one: SeededSeries, times: readonly number[], now: number, uids: readonly (string | null)[]) {
  const indexAt = (wanted: number) => times.findIndex((time) => time >= wanted);
  const at = indexAt(replacedAt(now));
  const kills = killedMinutesLater.map((minutes) => indexAt(replacedAt(now) + minutes * 60_000));
  const count = (index: number) => (index < at ? 12 : kills.filter((kill) => kill <= index).length);
  const created = (index: number) => (times[index < at ? 0 : at] ?? 0) / 1000;
  const isCount = one.metric === 'kube_pod_container_status_restarts_total';
  const valueAt = isCount ? count : one.metric === 'kube_pod_created' ? created : one.valueAt;
  const [first, second] = uids.map((uid) => ({ ...withUid(one, uid), valueAt }));
  if (first === undefined || second === undefined) return [];
  return [
    { ...first, end: at },
    { ...second, first: at },
    ...(isCount
      ? [
          { ...reasonOf(first), end: at },
          { ...reasonOf(second), first: kills[0] ?? 0 },
        ]
      : []),
  ];
}

const isState = /restarts_total|last_terminated/;

function alter({ series, times }: SeededCluster, now: number): SeededSeries[] {
  const later = times.findIndex((time) => time >= now - 5 * hour * 1000);
  return series.flatMap((one) => {
    const pod = one.labels.get('pod') ?? '';
    const isLimit = one.metric === 'kube_pod_container_resource_limits';
    if (!one.metric.startsWith('kube_')) return [one];
    if (pod === 'pg-0') return replaced(one, times, now, ['a', 'b']);
    if (pod === 'plain-0') return replaced(one, times, now, [null, null]);
    // Its exporter is scraped twice, by one job without the uid.
    if (pod === 'twice-0')
      return [...replaced(one, times, now, ['a', 'b']), ...replaced(one, times, now, [null, null])].map((copy) => ({
        ...copy,
        labels: new Map([...copy.labels, ['instance', copy.labels.has('uid') ? 'ksm-1' : 'ksm-2']]),
      }));
    // It was killed six hours ago, and replaced by a pod with four times the limit five hours ago.
    if (pod === 'db-0') {
      const before = { ...withUid(one, 'a'), end: later };
      const after = { ...withUid(one, 'b'), first: later };
      if (one.metric.endsWith('restarts_total')) return [before, { ...after, valueAt: () => 0 }];
      if (isState.test(one.metric)) return [before];
      return [before, { ...after, valueAt: (index) => one.valueAt(index) * (isLimit ? 4 : 1) }];
    }
    if (pod.startsWith('resized') && isLimit)
      return [{ ...one, valueAt: (index) => one.valueAt(index) * (index >= later ? 4 : 1) }];
    return [one];
  });
}

const stateful = { kind: 'StatefulSet', replicas: 1, outOfMemory: [] } as const;
const seeded = prometheusStarter({
  workloads: [
    deployment('pg', stateful),
    deployment('plain', stateful),
    deployment('twice', stateful),
    deployment('db', { ...stateful, outOfMemory: [6 * hour] }),
    deployment('resized', { replicas: 1, outOfMemory: [6 * hour] }),
  ],
  history: 26 * hour,
  alter,
});

describe.skipIf(reason)('a pod that was replaced by another of the same name', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded();
  });
  const kills = () =>
    killedMinutesLater.map((minutes) => Math.floor((replacedAt(at.seed.now) + minutes * 60_000) / bin) * bin);
  const historyOf = async (hours: number) =>
    new Map((await at.history.history({}, windowOf(at.seed, hours * hour))).items.map((item) => [item.name, item]));

  test.each([
    ['pg', 'with a uid'],
    ['plain', 'without a uid'],
    ['twice', 'with and without a uid'],
  ])('of %s %s has the same kills and restarts in lists, events and histories', async (name) => {
    const day = windowOf(at.seed, 24 * hour);
    const incidents = (await at.metrics.incidents?.({}, day))?.items.find((item) => item.name === name);
    expect(incidents).toMatchObject({ oomKills: 3, restarts: 3 });
    const events = await at.metrics.events?.({ namespace: 'shop', kind: 'StatefulSet', name }, day);
    const expected = kills().map((time) => ({ at: time, container: name, count: 1 }));
    expect(events).toMatchObject({ kills: expected, restarts: expected });
    const history = (await historyOf(24)).get(name);
    expect(history?.outOfMemory).toEqual(kills().map((time) => ({ container: name, at: time, limitBytes: 512 * mib })));
  });

  test('had the limit that it had when it was killed, also if the limit was changed later', async () => {
    const found = await historyOf(24);
    for (const name of ['db', 'resized'])
      expect(found.get(name)?.outOfMemory).toMatchObject([{ container: name, limitBytes: 512 * mib }]);
  });

  test('has its limits read in the same number of queries', async () => {
    const before = at.queries.length;
    await historyOf(3);
    expect(at.queries.slice(before).filter(({ query }) => query.includes('_limits'))).toHaveLength(1);
  });
});
