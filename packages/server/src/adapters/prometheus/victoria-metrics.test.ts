import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type FilledCluster,
  fillCluster,
  findVictoriaMetrics,
  startPrometheus,
  startVictoriaMetrics,
} from '../../../../../e2e/support/prometheus/index.ts';
import { createPrometheus, type PrometheusPorts } from './index.ts';
import { container, deployment, hour, mib, patientLimits, whySkipped, windowOf } from './testing/real-prometheus.ts';

const reason = findVictoriaMetrics() === null ? 'there is no VictoriaMetrics on PATH' : whySkipped('VictoriaMetrics');
if (reason !== null) process.stderr.write(`Not tested: VictoriaMetrics, because ${reason}.\n`);

const workloads = [
  deployment('web', { replicas: 3, containers: [container('web'), container('proxy', 0.1, 64 * mib)] }),
  deployment('bare', { containers: [container('bare', null, null)] }),
  deployment('young', { namespace: 'mesh', age: 10 * hour }),
  deployment('rolled-out', { namespace: 'mesh', rolledOut: 9 * hour }),
  deployment('restarted', { kind: 'StatefulSet', namespace: 'data', restarted: 5 * hour, duplicated: true }),
];

/**
 * Where two answers differ by more than `tolerance`, a share of the first one. Of the bins of a day, only the mean and the
 * number of known bins are compared, because the two count the growth of a counter at the edge of two bins differently:
 * Prometheus extrapolates from the samples in the bin, and VictoriaMetrics also reads the last sample before the bin.
 */
function differences(a: unknown, b: unknown, tolerance: number, place = ''): readonly string[] {
  if (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= tolerance * Math.abs(a)) return [];
  const [left, right] = [entriesOf(a), entriesOf(b)];
  if (left === null || right === null) return Object.is(a, b) ? [] : [`${place}: ${String(a)}, ${String(b)}`];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
    differences(left.get(key), right.get(key), tolerance, `${place}.${key}`),
  );
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (value instanceof Map) return new Map([...value].map(([key, entry]) => [String(key), entry]));
  if (typeof value !== 'object' || value === null) return null;
  const entries: readonly [string, unknown][] = Object.entries(value);
  if (entries.length < 200) return new Map(entries);
  const known = entries.flatMap(([, entry]) => (typeof entry === 'number' && !Number.isNaN(entry) ? [entry] : []));
  const mean = known.reduce((sum, entry) => sum + entry, 0) / known.length;
  return new Map([
    ['known', known.length],
    ['mean', mean],
  ]);
}

/** The number of series of each metric at a time, as text. */
async function seriesOf({ url }: { readonly url: string }, at: number): Promise<string> {
  const words = new URLSearchParams({ query: 'count by (__name__) ({__name__!=""})', time: String(at / 1_000) });
  const { data } = await (await fetch(`${url}/api/v1/query?${words}`)).json();
  const counts: readonly { metric: Record<string, string>; value: [number, string] }[] = data.result;
  return counts
    .map(({ metric, value }) => [...Object.values(metric), value[1]].join(' '))
    .toSorted()
    .join();
}

describe.skipIf(reason !== null)('VictoriaMetrics answers like Prometheus', () => {
  let cluster: FilledCluster;
  let both: readonly PrometheusPorts[];
  const stops: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  beforeAll(async () => {
    const now = Math.floor(Date.now() / 60_000) * 60_000;
    const [prometheus, victoria] = await Promise.all([startPrometheus(), startVictoriaMetrics()]);
    stops.push(prometheus.stop, victoria.stop);
    const options = { workloads, now, history: 26 * hour, fineStep: 60, coarseStep: 60, horizon: 0 };
    for (const { url } of [prometheus, victoria]) cluster = await fillCluster({ ...options, url });
    await victoria.flush();
    // VictoriaMetrics finds new series only some time after it has stored them.
    const stored = await seriesOf(prometheus, now);
    await vi.waitUntil(async () => (await seriesOf(victoria, now)) === stored, { timeout: 240_000, interval: 100 });
    both = [prometheus, victoria].map(({ url }) =>
      createPrometheus({ url, clock: { now: () => now }, logger: () => undefined, limits: patientLimits }),
    );
  });

  // Of a window of five minutes with a sample each minute, Prometheus reads the growth of four minutes and VictoriaMetrics
  // that of five. A load that changes quickly has a different mean in the minute between them.
  const toleranceOfShortWindows = 0.1;

  test.each<[name: string, read: (ports: PrometheusPorts) => Promise<unknown>, tolerance?: number]>([
    ['namespaces', ({ cluster: source }) => source.namespaces()],
    ['workloads', ({ cluster: source }) => source.workloads({})],
    ['usage of a day', ({ metrics }) => metrics.usage({}, windowOf(cluster, 24 * hour))],
    ['usage of five minutes', ({ metrics }) => metrics.usage({}, windowOf(cluster, 300)), toleranceOfShortWindows],
    [
      'histories',
      ({ history }) => history.history({ namespaces: ['shop', 'mesh', 'data'] }, windowOf(cluster, 24 * hour)),
    ],
    ['names of metrics', ({ connector }) => connector.metrics()],
  ])('%s', async (_, read, tolerance = 0.02) => {
    const [expected, seen] = await Promise.all(both.map(read));
    expect(differences(expected, seen, tolerance)).toEqual([]);
    expect(JSON.stringify(expected).length).toBeGreaterThan(50);
  });
});
