import { beforeAll, describe, expect, test } from 'vitest';
import type { SeededSeries } from '../../../../../e2e/support/prometheus/index.ts';
import { declaredQueries } from './history/declared-queries.ts';
import {
  eventQueries,
  historyQueries,
  incidentQueries,
  ownedBy,
  ownedQueries,
  podCountQuery,
  requestRangeQueries,
} from './history/queries.ts';
import { createDialect, createPrometheus, type DialectOptions, type PrometheusPorts, type Rename } from './index.ts';
import { ownerQueries } from './inventory/owners.ts';
import type { Matcher } from './queries/promql.ts';
import {
  container,
  deployment,
  hour,
  patientLimits,
  prometheusStarter,
  whySkipped,
  windowOf,
} from './testing/real-prometheus.ts';
import { firstSampleQuery, podsWithSamplesQuery, seriesQueries, usageQueries } from './usage/queries.ts';
import { dayRules } from './usage/recorded-day.ts';

const reason = whySkipped('renamed metrics and labels');
const seeded = prometheusStarter({});

const rename = (within: Rename['within'], standard: string, actual: string): Rename => ({ within, standard, actual });
const exportedPod = rename('kube-state-metrics', 'pod', 'exported_pod');
const exported = ['namespace', 'pod', 'container'].map((name) =>
  rename('kube-state-metrics', name, `exported_${name}`),
);

const kinds: readonly (readonly [string, readonly Rename[]])[] = [
  ['a label of kube-state-metrics', [exportedPod]],
  ['the labels that kube-state-metrics has without honor_labels', exported],
  ['a label of cAdvisor', [rename('cadvisor', 'container', 'container_name')]],
  ['labels of both exporters', [exportedPod, rename('cadvisor', 'pod', 'pod_name')]],
  ['a label everywhere', [rename('everywhere', 'pod', 'pod_name')]],
  [
    'metrics of both exporters',
    [
      rename('everywhere', 'kube_pod_owner', 'ksm:pod_owner'),
      rename('cadvisor', 'container_memory_working_set_bytes', 'container_memory_rss'),
    ],
  ],
];
const cluster: DialectOptions['cluster'] = { label: 'cluster', value: 'eu' };

/** Queries that are sent only in some situations are listed here, because no cluster of a test has all of them. */
function listedQueries(): string[] {
  const [namespaces, pods] = [['shop'], ['web-1', 'web-2']];
  const scope: Matcher[] = [
    ['namespace', '=', 'shop'],
    ['pod', 'any', pods],
  ];
  const lookBack = '[172800s]';
  const usage = [60, 300, 3600, 86_400].flatMap((seconds) =>
    (['none', 'brief', 'long'] as const).flatMap((gaps) => [
      usageQueries(namespaces, { start: 1_700_000_000 - seconds, end: 1_700_000_000 }, { gaps }),
      usageQueries(namespaces, { start: 1_700_000_000 - seconds, end: 1_700_000_000 }, { gaps, pods }),
    ]),
  );
  const metric = 'container_memory_working_set_bytes';
  const owned = ownedQueries({ namespace: 'shop', kind: 'Deployment', name: 'web' }, lookBack);
  const withPods = [
    historyQueries(scope),
    incidentQueries(namespaces, '[172800s:3600s]'),
    requestRangeQueries(scope, { seconds: 172_800, end: 1_700_000_000, step: 1800 }),
  ].flatMap((queries) => Object.values<string | number | ((names: readonly string[]) => string)>(queries));
  const events = eventQueries(scope, [...scope, ...ownedBy(['web-1'], 'ReplicaSet')]);
  return [
    ...usage.flatMap(({ cpu, ready, unmeasured, unowned, seen, at: _at, ...queries }) => [
      ...[cpu.query, cpu.perSeries ?? [], unowned(metric), seen(metric), Object.values(queries)].flat(),
      ...(['ready', 'running'] as const).flatMap((weight) => [ready(metric, weight), unmeasured(metric, weight)]),
    ]),
    ...withPods.flatMap((query) =>
      typeof query === 'function' ? query(pods) : typeof query === 'string' ? query : [],
    ),
    ...Object.values(events).flatMap((query) =>
      typeof query === 'string' ? query : [query('requests'), query('limits')],
    ),
    ...Object.values(declaredQueries(namespaces)),
    ...Object.values(ownerQueries(namespaces, '[48h:300s]')),
    ...Object.values(seriesQueries('shop', pods, 300)),
    ...dayRules().map(({ expr }) => expr),
    owned.replicaSets,
    owned.pods(['web-1'], 'ReplicaSet'),
    podCountQuery(scope, lookBack),
    podsWithSamplesQuery(namespaces),
    firstSampleQuery(namespaces, pods),
  ];
}

/** The series as they are where only kube-state-metrics is scraped without `honor_labels` for pods, in another namespace. */
function renamedCopy(one: SeededSeries): SeededSeries {
  const labels = new Map(one.labels);
  labels.set('namespace', `renamed-${labels.get('namespace')}`);
  const pod = labels.get('pod');
  if (one.metric.startsWith('kube_') && pod !== undefined) labels.set('exported_pod', pod).set('pod', 'ksm-0');
  return { ...one, labels };
}

const web = (prefix: string) => ({ namespace: `${prefix}shop`, kind: 'Deployment', name: 'web' });
const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? value.toPrecision(10) : value);

/** The standard names and the renamed ones in one Prometheus: the namespaces `renamed-…` have the samples of the others. */
describe.skipIf(reason)('a Prometheus in which metrics and labels have other names', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  let renamed: PrometheusPorts;
  const failed: unknown[] = [];
  beforeAll(async () => {
    at = await seeded({
      history: 26 * hour,
      workloads: [
        deployment('web', {
          outOfMemory: [6 * hour],
          throttled: 0.25,
          rolledOut: 3 * hour,
          containers: [container('web'), { ...container('envoy'), init: 'sidecar' }],
        }),
        deployment('db', { kind: 'StatefulSet' }),
        deployment('gone', { namespace: 'data' }),
        deployment('hidden', { namespace: 'hidden' }),
      ],
      alter: ({ series, times }) => {
        const end = times.length - 20;
        const ended = series.map((one) => {
          const isEnded =
            one.labels.get('pod')?.startsWith('gone-') === true ||
            (one.labels.get('pod')?.startsWith('hidden-') === true && one.metric.startsWith('kube_'));
          return isEnded ? { ...one, end: Math.min(one.end, end) } : one;
        });
        return [...ended, ...ended.map(renamedCopy)];
      },
    });
    renamed = createPrometheus({
      url: at.url,
      clock: { now: () => at.seed.now },
      logger: (_level, event, fields) => {
        if (event === 'prometheus.query.failed') failed.push(fields);
      },
      limits: patientLimits,
      dialect: createDialect({ renames: [exportedPod], cluster: null }),
    });
  });

  /**
   * What a port answers with the standard names and with the renamed ones, with the same names of namespaces. Sums are
   * taken in another order, so numbers are rounded.
   */
  async function both(read: (ports: PrometheusPorts, prefix: string) => Promise<unknown> | undefined) {
    const [standard, other] = await Promise.all([read(at, ''), read(renamed, 'renamed-')]);
    const plain = JSON.stringify(other, rounded).replaceAll('renamed-', '');
    return [JSON.parse(JSON.stringify(standard, rounded)), JSON.parse(plain)];
  }

  test('every query is valid with each kind of rename', async () => {
    const day = windowOf(at.seed, 24 * hour);
    const scope = { namespaces: ['shop', 'data'] };
    await Promise.all([
      at.cluster.workloads(scope),
      at.cluster.workloads({ namespaces: ['hidden', 'nobody'] }),
      at.cluster.namespaces(),
      at.cluster.labels?.(scope),
      ...['web', 'gone'].map((name) => at.cluster.pods({ ...web(''), name })),
      at.cluster.pods({ namespace: 'shop', kind: 'StatefulSet', name: 'db' }),
      at.metrics.usage(scope, day),
      at.metrics.incidents?.(scope, day),
      at.metrics.events?.(web(''), day),
      at.metrics.series(web(''), day, 300),
      at.history.history(scope, day),
      at.history.declared?.(scope, day, 300_000),
      at.checkMetrics({ renames: [], cluster: null }),
    ]);
    const sent = at.queries.map(({ query }) => query).filter((query) => !/^(?:label|metadata)/.test(query));
    const queries = [...new Set([...listedQueries(), ...sent])];
    const invalid = async (query: string): Promise<string[]> => {
      const body = new URLSearchParams({ query });
      const response = await fetch(`${at.url}/api/v1/format_query`, { method: 'POST', body });
      return response.ok ? [] : [`${query}: ${await response.text()}`];
    };
    for (const [, renames] of kinds) {
      for (const one of [null, cluster]) {
        const { rewriteQuery } = createDialect({ renames, cluster: one });
        expect((await Promise.all(queries.map((query) => invalid(rewriteQuery(query))))).flat()).toEqual([]);
      }
    }
    expect(sent.length).toBeGreaterThan(80);
  });

  test('events of a workload are the same if kube-state-metrics has the pod in another label', async () => {
    const [standard, other] = await both((ports, prefix) =>
      ports.metrics.events?.(web(prefix), windowOf(at.seed, 24 * hour)),
    );
    expect(other).toEqual(standard);
    expect(standard.kills).not.toEqual([]);
    expect(standard.deployments).not.toEqual([]);
    expect(standard.throttling).not.toEqual([]);
  });

  test('pods, none of a workload, and unknown ones too', async () => {
    const [standard, other] = await both((ports, prefix) => ports.cluster.pods(web(prefix)));
    expect(other).toEqual(standard);
    expect(standard.items).toHaveLength(2);
    const none = { kind: 'Deployment', name: 'gone' };
    expect((await renamed.cluster.pods({ ...none, namespace: 'renamed-data' })).items).toEqual([]);
    await expect(
      renamed.cluster.pods({ namespace: 'renamed-hidden', kind: 'Deployment', name: 'hidden' }),
    ).rejects.toThrow(/namespace renamed-hidden, so the pods of this workload are unknown/);
  });

  test('workloads, usage, incidents and histories too', async () => {
    const day = windowOf(at.seed, 24 * hour);
    const reads: readonly Parameters<typeof both>[0][] = [
      (ports, prefix) => ports.cluster.workloads({ namespaces: [`${prefix}shop`] }),
      (ports, prefix) => ports.cluster.labels?.({ namespaces: [`${prefix}shop`] }),
      (ports, prefix) => ports.metrics.usage({ namespaces: [`${prefix}shop`] }, day),
      (ports, prefix) => ports.metrics.incidents?.({ namespaces: [`${prefix}shop`] }, day),
      (ports, prefix) => ports.metrics.series(web(prefix), day, 300),
      (ports, prefix) => ports.history.history({ namespaces: [`${prefix}shop`] }, day),
      (ports, prefix) => ports.history.declared?.({ namespaces: [`${prefix}shop`] }, day, 300_000),
    ];
    for (const read of reads) {
      const [standard, other] = await both(read);
      expect(other).toEqual(standard);
      expect(JSON.stringify(standard)).toContain('web');
    }
    expect(failed).toEqual([]);
  });
});
