import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FilledCluster } from '../../../../../../e2e/support/prometheus/index.ts';
import type { Listing, WorkloadUsage } from '../../../ports/index.ts';
import { createDialect, createPrometheus } from '../index.ts';
import { unstartedPod } from '../inventory/testing/unstarted-pod.ts';
import {
  container,
  deployment,
  hour,
  indexOfHoursAgo,
  mib,
  prometheusStarter,
  whySkipped,
  withoutCadvisor,
} from '../testing/real-prometheus.ts';

const reason = whySkipped('the recorded usage of a day');
const rules = fileURLToPath(new URL('../../../../../../deploy/prometheus/day-rules.yaml', import.meta.url));

const workloads = [
  deployment('web', { replicas: 4, containers: [container('web'), container('proxy', 0.1, 64 * mib)] }),
  deployment('bare', { containers: [container('bare', null, null)] }),
  deployment('meshed', {
    containers: [
      container('meshed'),
      { ...container('fetch'), init: 'once' },
      { ...container('envoy', 0.1, 64 * mib), init: 'sidecar' },
    ],
  }),
  deployment('rolled-out', { rolledOut: 14 * hour }),
  deployment('young', { namespace: 'data', age: 15 * hour }),
  deployment('restarted', { kind: 'StatefulSet', namespace: 'data', restarted: 10 * hour, duplicated: true }),
  deployment('flapping', { kind: 'DaemonSet', namespace: 'node', unready: [15 * hour, 13 * hour] }),
  deployment('silent', { kind: 'DaemonSet', namespace: 'silent' }),
  deployment('settled', { namespace: 'mixed' }),
  deployment('kept', { namespace: 'left' }),
  // Starts ten minutes before the end of the window.
  deployment('fresh', { namespace: 'mixed', age: 5 * hour + 600 }),
];
const namespaces = ['shop', 'data', 'node', 'silent', 'mixed', 'left', 'empty'];

const seeded = prometheusStarter({
  workloads,
  history: 34 * hour,
  fineStep: 120,
  alter: (cluster, now) => {
    const indexAt = indexOfHoursAgo(cluster, now);
    const unstarted = (phase: 'Pending' | 'Failed') =>
      unstartedPod(cluster.series, 'kept', { phase, first: 0, createdAt: cluster.times[0] ?? 0 });
    return [
      ...cluster.series.flatMap((one) => withoutCadvisor(one, 'silent', indexAt(12), indexAt(10))),
      ...unstarted('Pending'),
      ...unstarted('Failed'),
    ];
  },
});

const dayMs = 24 * hour * 1000;
const dayBefore = (end: number) => ({ start: end - dayMs, end });
/** Five hours ago and not at a multiple of ten minutes. Newer samples are where no block may be added. */
const end = ({ now }: FilledCluster) => Math.floor(now / 600_000) * 600_000 - 5 * hour * 1000 + 123_000;
/** The end of the day that is recorded by then. */
const recordedEnd = (seed: FilledCluster) => Math.floor((end(seed) - 900_000) / 600_000) * 600_000;

const keyOf = ({ namespace, name }: WorkloadUsage) => `${namespace}/${name}`;

/** The figures by name. Sums are taken in another order, so they are rounded to ten digits. */
const figures = ({ items }: Listing<WorkloadUsage>) =>
  Object.fromEntries(
    items.map((item) => [
      keyOf(item),
      {
        since: item.since,
        observed: item.observed?.toPrecision(10),
        containers: item.containers.map(({ name, cpu, memory }) => [
          name,
          ...[cpu.total, cpu.requested, memory.total, memory.requested].map((value) => value?.toPrecision(10) ?? null),
        ]),
      },
    ]),
  );

type Figures = Readonly<Record<string, unknown>>;
const figuresOf = (namespace: string, all: Figures = {}): Figures =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(`${namespace}/`)));
const without = (namespace: string, all: Figures = {}): Figures =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith(`${namespace}/`)));

describe.skipIf(reason)('the usage of a day with recording rules', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  let [atRecordedEnd, atEnd]: Figures[] = [];
  let samples = 0;
  const samplesSince = (from: number) => at.queries.slice(from).reduce((sum, one) => sum + (one.samples ?? 0), 0);
  beforeAll(async () => {
    at = await seeded();
    atRecordedEnd = figures(await at.metrics.usage({ namespaces }, dayBefore(recordedEnd(at.seed))));
    const asked = at.queries.length;
    const { items, problems } = await at.metrics.usage({ namespaces }, dayBefore(end(at.seed)), {
      mayEndEarlier: true,
    });
    atEnd = figures({ items, problems });
    samples = samplesSince(asked);
    const seconds = recordedEnd(at.seed) / 1000;
    await at.record(rules, seconds, seconds + 2400);
    // An hour earlier, the rule for CPU failed.
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-rules-'));
    const withoutCpu = join(folder, 'rules.yaml');
    writeFileSync(withoutCpu, readFileSync(rules, 'utf8').replace(/ +- record: trimtab:container_cpu.*\n.*\n/, ''));
    await at.record(withoutCpu, seconds - hour, seconds - hour + 2400);
    rmSync(folder, { recursive: true });
  });
  const usage = (only: readonly string[] = namespaces) =>
    at.metrics.usage({ namespaces: only }, dayBefore(end(at.seed)), { mayEndEarlier: true });

  test('is that of the newest recorded day, through restarts, rollouts and gaps', async () => {
    const { items, problems } = await usage();
    expect(problems).toEqual([]);
    expect(without('mixed', figures({ items, problems }))).toEqual(without('mixed', atRecordedEnd));
    expect(items).toHaveLength(workloads.length);
  });

  test('is read from the samples in a namespace with a pod that started later', async () => {
    expect(figures(await usage())).toMatchObject(figuresOf('mixed', atEnd));
    expect(Object.keys(figuresOf('mixed', atEnd)).toSorted()).toEqual(['mixed/fresh', 'mixed/settled']);
    expect(figures(await usage(['mixed']))).toEqual(figuresOf('mixed', atEnd));
  });

  test('is the recorded one in a namespace with an evicted pod and one that waits for a node', async () => {
    const recorded = figuresOf('left', atRecordedEnd);
    expect(recorded).not.toEqual(figuresOf('left', atEnd));
    expect(figures(await usage(['left']))).toEqual(recorded);
  });

  test('takes a tenth of the samples in namespaces without gaps and new pods', async () => {
    const asked = at.queries.length;
    await usage(['shop']);
    const recorded = samplesSince(asked);
    await at.metrics.usage({ namespaces: ['shop'] }, dayBefore(end(at.seed)));
    expect(recorded).toBeGreaterThan(0);
    expect(recorded).toBeLessThan((samplesSince(asked) - recorded) / 10);
    expect(samples).toBeGreaterThan(recorded);
  });

  test('is read from the samples if one of the rules failed, or the window is another one', async () => {
    const window = dayBefore(end(at.seed) - hour * 1000);
    const failed = await at.metrics.usage({ namespaces: ['shop'] }, window, { mayEndEarlier: true });
    expect(figures(failed)).toEqual(figures(await at.metrics.usage({ namespaces: ['shop'] }, window)));
    const short = { start: end(at.seed) - 3 * hour * 1000, end: end(at.seed) };
    const asked = at.queries.length;
    await at.metrics.usage({ namespaces: ['shop'] }, short, { mayEndEarlier: true });
    expect(at.queries.slice(asked).filter(({ query }) => query.includes('trimtab:'))).toEqual([]);
  });

  test('is read from the samples if a metric or a label is renamed, because the rules read the standard names', async () => {
    const asked: string[] = [];
    const { metrics } = createPrometheus({
      url: at.url,
      clock: { now: () => at.seed.now },
      logger: () => undefined,
      dialect: createDialect({
        renames: [{ within: 'kube-state-metrics', standard: 'uid', actual: 'pod_uid' }],
        cluster: null,
      }),
      explain: ({ query }) => asked.push(query),
    });
    await metrics.usage({ namespaces: ['shop'] }, dayBefore(end(at.seed)), { mayEndEarlier: true });
    expect(asked.filter((query) => query.includes('trimtab:'))).toEqual([]);
    expect(asked.length).toBeGreaterThan(5);
  });
});
