import { hourMs, minuteMs } from '@trimtab/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SeededSeries } from '../../../../../../e2e/support/prometheus/index.ts';
import type { DeclaredHistory, DeclaredState } from '../../../ports/index.ts';
import { type ConnectionOptions, createConnection } from '../client/connection.ts';
import { createPrometheus } from '../index.ts';
import { container, deployment, hour, mib, prometheusStarter, whySkipped } from '../testing/real-prometheus.ts';
import { readDeclared } from './declared.ts';

const reason = whySkipped('what a cluster declared in long spans, from Prometheus');
const stepMs = 5 * minuteMs;
const hours = 9;

type Change = (one: SeededSeries, isFirst: boolean) => SeededSeries[];

const named = (one: SeededSeries, labels: Readonly<Record<string, string>>): SeededSeries => ({
  ...one,
  labels: new Map([...one.labels, ...Object.entries(labels)]),
});
const isMemoryRequest = ({ metric, labels }: SeededSeries): boolean =>
  metric === 'kube_pod_container_resource_requests' && labels.get('resource') === 'memory';
const isInfo = ({ metric }: SeededSeries): boolean => metric === 'kube_pod_container_info';
const isPhase = ({ metric, labels }: SeededSeries): boolean =>
  metric === 'kube_pod_status_phase' && labels.get('phase') === 'Running';
const workloadOf = ({ labels }: SeededSeries): string =>
  (labels.get('pod') ?? '').replace(/-(?:\d|[a-z2-9]{9}-[a-z2-9]{5})$/, '');

const parted = (one: SeededSeries, at: number, labels: Readonly<Record<string, string>>): SeededSeries[] => [
  { ...one, end: at },
  { ...named(one, labels), first: at },
];
function withoutUid(one: SeededSeries): SeededSeries {
  const labels = new Map(one.labels);
  labels.delete('uid');
  return { ...one, labels };
}
const newLimit: Change = (one) =>
  one.metric.endsWith('_limits') && one.labels.get('resource') === 'cpu' && one.first === 0 ? [] : [one];
const resizedBetween =
  (from: number, to: number): Change =>
  (one, isFirst) =>
    isFirst && isMemoryRequest(one)
      ? [{ ...one, valueAt: (index) => (index >= from && index < to ? 2 : 1) * one.valueAt(index) }]
      : [one];

/** Changes the pods of each workload in the way that its name says, and restarts kube-state-metrics three hours ago. */
function withChanges(series: readonly SeededSeries[], times: readonly number[], now: number): SeededSeries[] {
  const ago = (some: number) => times.findIndex((time) => time >= now - some * hourMs);
  const changed = ago(6);
  const end = times.length;
  const [gapFrom, gapTo] = [ago(3), ago(3 - 1 / 3)];
  const firstPods = new Map(series.toReversed().map((one) => [workloadOf(one), one.labels.get('pod')]));
  const finished = (one: SeededSeries, phase: string, at: number): SeededSeries[] =>
    isPhase(one)
      ? [
          { ...one, end, valueAt: (index) => (index < at ? 1 : 0) },
          { ...named(one, { phase }), end, valueAt: (index) => (index < at ? 0 : 1) },
        ]
      : [{ ...one, end }];
  const changes: Readonly<Record<string, Change>> = {
    resized: resizedBetween(changed, end),
    'resized-twice': resizedBetween(ago(8), changed),
    adopted: (one) =>
      one.metric === 'kube_pod_owner'
        ? [one, named(one, { owner_kind: 'StatefulSet', owner_name: 'second-owner', owner_is_controller: 'false' })]
        : [one],
    'handed-over': (one) =>
      one.metric === 'kube_pod_owner' ? parted(one, changed, { owner_name: 'taken-over' }) : [one],
    evicted: (one, isFirst) =>
      isFirst && isInfo(one) ? [{ ...one, end: changed }] : isFirst ? finished(one, 'Failed', changed) : [one],
    'rolled-out': (one) => (one.end < end ? finished(one, 'Succeeded', one.end) : [one]),
    patched: (one) => (isInfo(one) ? parted(one, changed, { image: 'app:2', image_spec: 'app:2' }) : [one]),
    unscheduled: (one) => [isInfo(one) && one.first > 0 ? { ...one, first: one.first + 40 } : one],
    limited: newLimit,
    'limited-without-uid': (one) => newLimit(withoutUid(one), false).map(withoutUid),
    brief: (one) => [{ ...one, end: ago(7) }],
    varied: (one, isFirst) => (isFirst && isMemoryRequest(one) ? [{ ...one, valueAt: () => 300 * mib }] : [one]),
    zero: (one) => (isMemoryRequest(one) ? [{ ...one, valueAt: () => 0 }] : [one]),
  };
  const restarted = (one: SeededSeries): SeededSeries[] =>
    !one.metric.startsWith('kube_') || one.end <= gapFrom
      ? [one]
      : parted(one, gapFrom, { instance: `${one.labels.get('instance')}-restarted` }).flatMap((part) =>
          part.end === gapFrom ? part : { ...part, first: Math.max(one.first, gapTo) },
        );
  return series
    .flatMap((one) => {
      const isOther = !one.metric.startsWith('kube_pod_') || one.labels.get('namespace') !== 'shop';
      const name = workloadOf(one);
      return isOther ? [one] : (changes[name]?.(one, firstPods.get(name) === one.labels.get('pod')) ?? [one]);
    })
    .flatMap(restarted)
    .filter(({ first, end: last }) => first < last);
}

const stateful = { kind: 'StatefulSet' } as const;
const seeded = prometheusStarter({
  workloads: [
    deployment('resized'),
    deployment('resized-twice', { replicas: 1 }),
    deployment('adopted'),
    deployment('handed-over', stateful),
    deployment('evicted'),
    deployment('rolled-out', { rolledOut: 6 * hour, duplicated: true }),
    deployment('patched', { replicas: 1 }),
    deployment('unscheduled', { rolledOut: 6 * hour }),
    deployment('limited', { ...stateful, rolledOut: 6 * hour }),
    deployment('limited-without-uid', { ...stateful, rolledOut: 6 * hour }),
    deployment('brief', { age: 8 * hour }),
    deployment('varied'),
    deployment('zero'),
    deployment('sidecar', {
      kind: 'Rollout',
      containers: [
        { ...container('setup'), init: 'once' },
        { ...container('envoy'), init: 'sidecar' },
        container('app', 0.1, null),
      ],
    }),
    deployment('agent', { kind: 'DaemonSet', replaced: 6 * hour, duplicated: true }),
    deployment('limited', { ...stateful, namespace: 'other', replicas: 3 }),
  ],
  history: (hours + 2) * hour,
  alter: ({ series, times }, now) => withChanges(series, times, now),
});

const texts = (states: readonly DeclaredState[]): readonly string[] =>
  states.map(({ containers, isRollingOut, replicas }) =>
    [
      ...containers.map(({ name, image, cpuRequest, cpuLimit, memoryRequest, memoryLimit }) => {
        const inMib = [memoryRequest, memoryLimit].map((bytes) => bytes && bytes / mib);
        return `${name} ${image} ${cpuRequest}-${cpuLimit} ${inMib.join('-')}`;
      }),
      isRollingOut ? 'rolling out' : '',
      replicas ?? '',
    ].join('|'),
  );

/** Leaves out the states that may be left out. */
function withoutRepeated(states: readonly DeclaredState[]): readonly DeclaredState[] {
  const all = texts(states);
  return states.filter((_, index) => all[index] !== all[index - 1] || all[index] !== all[index + 1]);
}

const byName = (items: readonly DeclaredHistory[]): ReadonlyMap<string, readonly DeclaredState[]> =>
  new Map(items.map(({ namespace, kind, name, states }) => [`${namespace}/${kind}/${name}`, withoutRepeated(states)]));

/** Without states before the first and after the last pod, which a short span does not have. */
const withPods = (states: readonly DeclaredState[]): readonly DeclaredState[] =>
  states.filter(({ containers, isRollingOut }) => containers.length > 0 || isRollingOut);

describe.skipIf(reason)('what a real cluster declared in a long span', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  beforeAll(async () => {
    at = await seeded();
  });
  const namespaces = ['shop', 'other'];
  const declared = async (from: number, to: number, { history }: Pick<typeof at, 'history'> = at) => {
    const window = { start: at.seed.now - from * hourMs, end: at.seed.now - to * hourMs };
    return (await history.declared?.({ namespaces }, window, stepMs))?.items ?? [];
  };

  test.each<[name: string, expected: readonly string[]]>([
    ['shop/Deployment/resized', ['9: resized resized:1 0.5-1 256-512||2', '6: rolling out|2']],
    [
      'shop/Deployment/resized-twice',
      [
        '9: resized-twice resized-twice:1 0.5-1 256-512||1',
        '8: resized-twice resized-twice:1 0.5-1 512-512||1',
        '6: resized-twice resized-twice:1 0.5-1 256-512||1',
      ],
    ],
    ['shop/Deployment/adopted', ['9: adopted adopted:1 0.5-1 256-512||2']],
    ['shop/StatefulSet/handed-over', ['9: handed-over handed-over:1 0.5-1 256-512||2', '6: |2']],
    ['shop/StatefulSet/taken-over', ['9: |', '6: handed-over handed-over:1 0.5-1 256-512||']],
    ['shop/Deployment/evicted', ['9: evicted evicted:1 0.5-1 256-512||2']],
    ['shop/Deployment/patched', ['9: patched patched:1 0.5-1 256-512||1', '6: patched app:2 0.5-1 256-512||1']],
    ['shop/StatefulSet/limited', ['9: limited limited:1 0.5-null 256-512||2', '6: limited limited:1 0.5-1 256-512||2']],
    ['other/StatefulSet/limited', ['9: limited limited:1 0.5-1 256-512||3']],
    ['shop/Deployment/brief', ['9: |', '8: brief brief:1 0.5-1 256-512||2', '7: |2']],
    ['shop/Deployment/varied', ['9: rolling out|2']],
    ['shop/Deployment/zero', ['9: zero zero:1 0.5-1 -512||2']],
    ['shop/Rollout/sidecar', ['9: app app:1 0.1-0.2 -|envoy envoy:1 0.5-1 256-512||']],
    ['shop/DaemonSet/agent', ['9: agent agent:1 0.5-1 256-512||']],
  ])('of %s has these changes, each so many hours ago', async (name, expected) => {
    const states = byName(await declared(hours, 0)).get(name) ?? [];
    const all = texts(states);
    const changes = states.flatMap(({ at: time }, index) =>
      all[index] === all[index - 1] ? [] : [`${Math.round((at.seed.now - time) / hourMs)}: ${all[index]}`],
    );
    expect(changes.map((text) => text.replaceAll('registry.example/', ''))).toEqual(expected);
  });

  test('is the same as in many short spans, which are read step by step', async () => {
    const parts: DeclaredHistory[] = [];
    for (let from = hours; from > 0; from -= 0.5) parts.push(...(await declared(from, from - 0.5 + 1e-6)));
    const ofWorkload = Map.groupBy(parts, ({ namespace, kind, name }) => `${namespace}/${kind}/${name}`);
    const short = [...ofWorkload.values()].flatMap((same) =>
      same.slice(0, 1).map((one) => ({ ...one, states: same.flatMap((part) => part.states) })),
    );
    const long = byName(await declared(hours, 1e-6));
    expect(long.size).toBe(17);
    for (const [name, states] of byName(short))
      expect({ name, states: withPods(long.get(name) ?? []) }).toEqual({ name, states: withPods(states) });
  });

  test('names the few pods of which something changed, and reads the others for all steps together', async () => {
    const before = at.queries.length;
    await declared(hours, 0);
    const joins = at.queries.slice(before).filter(({ query }) => query.includes('group_left'));
    const { some = [], all = [] } = Object.groupBy(joins, ({ query }) => (query.includes('pod=~') ? 'some' : 'all'));
    // The requests and the limits at the first and at the last step.
    expect(all).toHaveLength(4);
    expect(some).toHaveLength(3);
    for (const { query } of some) expect(query).not.toMatch(/adopted|agent|brief|rolled-out|sidecar|zero/);
  });

  test('is the same in several reads, and if an answer is too large', async () => {
    const ports = (limits: Partial<ConnectionOptions>): ConnectionOptions => ({
      url: at.url,
      clock: { now: () => at.seed.now },
      logger: () => undefined,
      ...limits,
    });
    const whole = byName(await declared(hours, 0));
    const { session } = createConnection(ports({}));
    const end = Math.floor(at.seed.now / stepMs) * (stepMs / 1000);
    const step = stepMs / 1000;
    const span = { start: end - hours * hour + step, end, step };
    const { items } = await readDeclared((work) => session({}, work), namespaces, span, 40_000);
    expect(byName(items)).toEqual(whole);
    const refused: string[] = [];
    const small = createPrometheus(
      ports({
        limits: { responseBytes: 60_000 },
        explain: ({ query, series }) => {
          if (series === null) refused.push(query);
        },
      }),
    );
    expect(byName(await declared(hours, 0, small))).toEqual(whole);
    expect(refused.length).toBeGreaterThan(0);
  });
});
