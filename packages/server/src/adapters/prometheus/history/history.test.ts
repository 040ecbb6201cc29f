import { answer, scriptedServer } from '@trimtab/testing/prometheus';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type FilledCluster,
  type SeededSeries,
  type SeededWorkload,
  samplesIn,
  seriesOf,
} from '../../../../../../e2e/support/prometheus/index.ts';
import type { Bins, WorkloadHistory } from '../../../ports/index.ts';
import { createPrometheus } from '../index.ts';
import {
  container,
  deployment,
  hour,
  mib,
  patientLimits,
  prometheusStarter,
  resized,
  whySkipped,
  windowOf,
} from '../testing/real-prometheus.ts';

const reason = whySkipped('histories from Prometheus');
const bin = 300_000;
const workloads: readonly SeededWorkload[] = [
  deployment('web', { replicas: 8, containers: [container('web'), container('proxy', 0.1, 64 * mib)] }),
  deployment('bare', { containers: [container('bare', null, 128 * mib)] }),
  deployment('prepared', {
    containers: [
      container('prepared'),
      { ...container('fetch'), init: 'once' },
      { ...container('envoy', 0.1, 64 * mib), init: 'sidecar' },
    ],
  }),
  deployment('young', { age: 10 * hour }),
  deployment('rolled-out', { rolledOut: 9 * hour }),
  deployment('killed', { outOfMemory: [20 * hour, 5 * hour] }),
  deployment('killed-sidecar', {
    outOfMemory: [20 * hour, 5 * hour],
    containers: [{ ...container('envoy'), init: 'sidecar' }, container('app')],
  }),
  deployment('restarted', { kind: 'StatefulSet', namespace: 'data', restarted: 5 * hour, duplicated: true }),
  deployment('flapping', { kind: 'DaemonSet', namespace: 'data', unready: [15 * hour, 13 * hour] }),
  deployment('by-processor', { byProcessor: true }),
  deployment('resized', { kind: 'StatefulSet', namespace: 'data' }),
  deployment('lately', { kind: 'StatefulSet', namespace: 'data' }),
  deployment('brief', { namespace: 'data', replicas: 1, containers: [container('brief'), container('bare', null)] }),
  deployment('import', { kind: 'Job', namespace: 'data' }),
];

/** The pod of `brief` ran for twelve minutes in the middle of a half hour, ten hours ago. */
const briefStart = (now: number) => Math.floor((now - 10 * hour * 1000) / 1_800_000) * 1_800_000 + 8 * 60_000;

const seeded = prometheusStarter({
  workloads,
  history: 30 * hour,
  alter: ({ times, series }, now) => {
    const indexAt = (wanted: number) => times.findIndex((time) => time >= wanted);
    const start = briefStart(now);
    const [first, end] = [indexAt(start), indexAt(start + 12 * 60_000)];
    return series
      .flatMap((one) => resized(one, 'resized', indexAt(now - 12 * hour * 1000)))
      .flatMap((one) => resized(one, 'lately', indexAt(now - 600_000)))
      .map((one) => (one.labels.get('pod')?.startsWith('brief') ? { ...one, first, end } : one));
  },
});

const byName = (items: readonly WorkloadHistory[]) => new Map(items.map((item) => [item.name, item]));

type Metric = 'container_cpu_usage_seconds_total' | 'container_memory_working_set_bytes';
const pod = (series: SeededSeries) => series.labels.get('pod') ?? '';
const cadvisor = { metrics_path: '/metrics/cadvisor' };

const knownIn = (bins?: Bins) => Array.from(bins ?? []).filter((value) => !Number.isNaN(value));
const highest = (values: readonly number[]) => Math.max(...values);
const meanOf = (values: readonly number[]) => (sum(values) ?? 0) / values.length;

/** The values of one bin per pod, from the raw samples: growth per second of a counter, or `of` the samples of a gauge. */
function expectedPerPod(
  seed: FilledCluster,
  metric: Metric,
  labels: Record<string, string>,
  { start, of = highest }: { start: number; of?: (values: readonly number[]) => number },
): number[] {
  const values = new Map<string, number>();
  for (const series of seriesOf(seed, metric, { ...cadvisor, ...labels })) {
    const samples = samplesIn(seed, series, start, start + bin);
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last) continue;
    const isCounter = metric === 'container_cpu_usage_seconds_total';
    if (isCounter && first === last) continue;
    const value = isCounter
      ? (last.value - first.value) / ((last.time - first.time) / 1000)
      : of(samples.map((sample) => sample.value));
    values.set(pod(series), Math.max(values.get(pod(series)) ?? 0, value));
  }
  return [...values.values()].toSorted((a, b) => a - b);
}

/** Mean relative distance between bins and expected values, and the number of bins where only one of them is known. */
function compare(bins: Bins | undefined, start: number, expected: (binStart: number) => number | null) {
  let distance = 0;
  let all = 0;
  let unlike = 0;
  for (const [index, value] of (bins ?? new Float64Array()).entries()) {
    const want = expected(start + index * bin);
    if ((want === null) !== Number.isNaN(value)) unlike += 1;
    else if (want !== null) {
      distance += Math.abs(value - want);
      all += want;
    }
  }
  return { distance: all === 0 ? 0 : distance / all, unlike, known: all > 0 };
}

const sum = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((all, value) => all + value, 0));

/** With more than five pods, the 90th percentile by rank. */
const busiest = (ascending: readonly number[]) =>
  ascending[ascending.length > 5 ? Math.ceil(ascending.length * 0.9) - 1 : ascending.length - 1] ?? null;

describe.skipIf(reason)('histories from a real Prometheus', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  let items: readonly WorkloadHistory[];
  let problems: readonly string[];
  beforeAll(async () => {
    at = await seeded();
    const listing = await at.history.history({}, windowOf(at.seed, 26 * hour));
    ({ items, problems } = listing);
  });

  test('cover every workload, in aligned bins of five minutes inside the window', () => {
    expect(problems).toEqual([]);
    expect([...byName(items).keys()].toSorted()).toEqual(
      workloads
        .filter(({ kind }) => kind !== 'Job')
        .map(({ name }) => name)
        .toSorted(),
    );
    const start = Math.ceil(windowOf(at.seed, 26 * hour).start / bin) * bin;
    const length = Math.floor(at.seed.now / bin) - start / bin;
    for (const item of items) {
      expect(item.start).toBe(start);
      for (const bins of [item.total.cpu, item.requested.memory, item.readyReplicas, item.containers[0]?.cpu]) {
        expect(bins).toHaveLength(length);
      }
    }
  });

  test.each(['web', 'rolled-out', 'young', 'flapping'])(
    'memory of %s equals the maximum of its samples in each bin',
    (name) => {
      const item = byName(items).get(name);
      const own = (start: number) =>
        expectedPerPod(at.seed, 'container_memory_working_set_bytes', { container: name }, { start });
      expect(
        compare(
          item?.containers.find((one) => one.name === name)?.memory,
          item?.start ?? 0,
          (start) => own(start).at(-1) ?? null,
        ),
      ).toEqual({ distance: 0, unlike: 0, known: true });
    },
  );

  test.each(['web', 'rolled-out', 'young', 'restarted'])(
    'CPU of %s equals the growth of its counters in each bin',
    (name) => {
      const item = byName(items).get(name);
      const own = (start: number) =>
        expectedPerPod(at.seed, 'container_cpu_usage_seconds_total', { container: name }, { start });
      const compared = compare(item?.containers.find((one) => one.name === name)?.cpu, item?.start ?? 0, (start) =>
        busiest(own(start)),
      );
      expect(compared.distance).toBeLessThan(0.01);
      expect(compared.unlike).toBeLessThanOrEqual(1);
    },
  );

  const firstProcessor = (start: number) =>
    expectedPerPod(
      at.seed,
      'container_cpu_usage_seconds_total',
      { container: 'by-processor', cpu: 'cpu00' },
      { start },
    );

  test('CPU counters per processor are summed', () => {
    const item = byName(items).get('by-processor');
    const compared = compare(item?.containers[0]?.cpu, item?.start ?? 0, (start) => {
      const half = busiest(firstProcessor(start));
      return half === null ? null : 2 * half;
    });
    expect(compared.known).toBe(true);
    expect(compared.distance).toBeLessThan(0.01);
  });

  test.each(['rolled-out', 'young', 'restarted'])('the total of %s is the sum over its pods', (name) => {
    const item = byName(items).get(name);
    const sums = (metric: Metric) => (start: number) =>
      sum(expectedPerPod(at.seed, metric, { container: name }, { start, of: meanOf }));
    const [cpu, memory] = (['container_cpu_usage_seconds_total', 'container_memory_working_set_bytes'] as const).map(
      (metric, index) => compare(index === 0 ? item?.total.cpu : item?.total.memory, item?.start ?? 0, sums(metric)),
    );
    expect(cpu?.distance).toBeLessThan(0.01);
    expect(memory?.distance).toBeLessThan(1e-6);
    expect(memory).toMatchObject({ unlike: 0, known: true });
  });

  test('requests are summed over ready pods, native sidecars included, and unknown if a container has none', () => {
    const histories = byName(items);
    const flapping = histories.get('flapping');
    const away = Array.from(flapping?.readyReplicas ?? []).filter((ready) => ready === 1).length;
    expect(away).toBeGreaterThanOrEqual(23);
    expect(away).toBeLessThanOrEqual(25);
    for (const [index, ready] of (flapping?.readyReplicas ?? []).entries()) {
      expect(flapping?.requested.cpu[index]).toBeCloseTo(0.5 * ready, 9);
    }
    expect(Math.max(...(histories.get('web')?.requested.cpu ?? []))).toBeCloseTo(8 * 0.6, 9);
    const bare = histories.get('bare');
    expect(bare?.requested.cpu.every(Number.isNaN)).toBe(true);
    expect(bare?.requested.memory[10]).toBe(2 * 128 * mib);
    expect(histories.get('prepared')?.requested.cpu[10]).toBeCloseTo(2 * (0.5 + 0.1), 9);
    expect(histories.get('restarted')?.requested.memory[10]).toBe(2 * 256 * mib);
  });

  test('requests of a pod that was replaced by one of the same name are those of each time', () => {
    const requested = byName(items).get('resized')?.requested.cpu;
    const half = 12 * 12;
    expect(requested?.at(-half - 3)).toBe(2 * 0.5);
    expect(requested?.at(-half + 3)).toBe(2 * 1);
  });

  test('requests that changed in the last minutes are those of each time', () => {
    const requested = byName(items).get('lately')?.requested.cpu;
    expect(requested?.at(-8)).toBe(2 * 0.5);
    expect(requested?.at(-1)).toBe(2 * 1);
  });

  test('a pod that ran for minutes has its requests, and they are unknown if a container has none', () => {
    const brief = byName(items).get('brief');
    expect(knownIn(brief?.requested.cpu)).toEqual([]);
    expect(knownIn(brief?.requested.memory)).not.toEqual([]);
    expect(new Set(knownIn(brief?.requested.memory))).toEqual(new Set([512 * mib]));
  });

  test('samples of state are read at the ends of bins or less often, not all of them', () => {
    const read = at.queries.filter(({ query }) => query.includes('kube_')).map(({ samples }) => samples ?? 0);
    const usage = at.queries.find(({ query }) => query.startsWith('max_over_time(container_memory'))?.samples ?? 0;
    expect(sum(read)).toBeLessThan(usage);
  });

  test('bins before the first sample are unknown', () => {
    const young = byName(items).get('young');
    const known = knownIn(young?.total.memory).length;
    expect(known).toBeGreaterThanOrEqual(119);
    expect(known).toBeLessThanOrEqual(121);
  });

  test('out-of-memory kills are found with their limits, the first one included', () => {
    const killed = byName(items).get('killed');
    expect(killed?.outOfMemory.map(({ container: name, limitBytes }) => [name, limitBytes])).toEqual([
      ['killed', 512 * mib],
      ['killed', 512 * mib],
    ]);
    for (const [index, ago] of [20, 5].entries()) {
      const distance = (killed?.outOfMemory[index]?.at ?? 0) - (at.seed.now - ago * hour * 1000);
      expect(Math.abs(distance)).toBeLessThanOrEqual(bin);
    }
    expect(byName(items).get('web')?.outOfMemory).toEqual([]);
  });

  test('out-of-memory kills of native sidecars are found', () => {
    const kills = byName(items).get('killed-sidecar')?.outOfMemory ?? [];
    expect(kills.map(({ container: name, limitBytes }) => [name, limitBytes])).toEqual([
      ['envoy', 512 * mib],
      ['envoy', 512 * mib],
    ]);
  });

  test('a kill before the window is not counted', async () => {
    const listing = await at.history.history({ namespaces: ['shop'] }, windowOf(at.seed, 10 * hour));
    expect(byName(listing.items).get('killed')?.outOfMemory).toHaveLength(1);
  });

  test('histories are the same if responses are too large and slices are halved', async () => {
    const { history } = createPrometheus({
      url: at.url,
      clock: { now: () => at.seed.now },
      logger: () => undefined,
      limits: { ...patientLimits, responseBytes: 100_000 },
    });
    expect(byName((await history.history({}, windowOf(at.seed, 26 * hour))).items)).toEqual(byName(items));
  });

  test('of some workloads are the same, and only their pods are asked for', async () => {
    const wanted = items.filter(({ name }) => name === 'killed' || name === 'young');
    const asked = at.queries.length;
    const only = await at.history.history({ namespaces: ['shop'], workloads: wanted }, windowOf(at.seed, 26 * hour));
    expect(byName(only.items)).toEqual(byName(wanted));
    const usage = at.queries.slice(asked).filter(({ query }) => /cpu_usage\S*\}\[300s\]/.test(query));
    expect(usage.length).toBeGreaterThan(0);
    for (const { query } of usage) expect(query).toMatch(/pod=~"(?:(?:killed|young)-[^|"]+\|?)+"/);
    const gone = { namespace: 'shop', kind: 'Deployment', name: 'gone' };
    const none = await at.history.history({ namespaces: ['shop'], workloads: [gone] }, windowOf(at.seed, 26 * hour));
    expect(none).toEqual({ items: [], problems: [] });
  });

  test('a scope returns only its namespaces, and an empty window sends no query', async () => {
    const { items: some } = await at.history.history({ namespaces: ['data'] }, windowOf(at.seed, 2 * hour));
    expect(some.map(({ name }) => name).toSorted()).toEqual(['flapping', 'lately', 'resized', 'restarted']);
    const asked = at.queries.length;
    expect(await at.history.history({}, { start: at.seed.now - 200_000, end: at.seed.now })).toEqual({
      items: [],
      problems: [],
    });
    expect(await at.history.history({ namespaces: [] }, windowOf(at.seed, 2 * hour))).toEqual({
      items: [],
      problems: [],
    });
    expect(at.queries).toHaveLength(asked);
  });
});

describe('histories of a namespace with many short-lived pods', () => {
  test('are read in slices with few pods each', async () => {
    const slices: number[] = [];
    const server = await scriptedServer((response, query, { url = '' }) => {
      // A thousand pods a day, one after the other.
      const seconds = Number(/\[(\d+)s:/.exec(query)?.[1]);
      const pods = seconds / 86.4;
      const isCount = query.startsWith('count(group by');
      if (isCount && pods <= 1000) slices.push(seconds);
      const result = isCount ? [{ metric: {}, value: [0, String(pods)] }] : [];
      const resultType = url.includes('query_range') ? 'matrix' : 'vector';
      answer(response, { status: 'success', data: { resultType, result } });
    });
    try {
      const end = 1_699_999_800_000;
      const { history } = createPrometheus({ url: server.url, clock: { now: () => end }, logger: () => undefined });
      await history.history({ namespaces: ['shop'] }, { start: end - 336 * hour * 1000, end });
      expect(slices.length).toBe(16);
      expect(sum(slices)).toBe(336 * hour);
    } finally {
      await server.stop();
    }
  });
});

describe.skipIf(reason)('histories of counters that are scraped every four minutes', () => {
  test('have no gaps, and use the pod phase if readiness is absent', async () => {
    const { seed, history } = await seeded({
      workloads: [deployment('web'), deployment('slow', { age: 5 * hour })],
      history: 12 * hour,
      fineStep: 240,
      without: ['kube_pod_status_ready'],
    });
    const { items, problems } = await history.history({}, windowOf(seed, 10 * hour));
    expect(problems).toEqual(['kube_pod_status_ready is absent: pods whose phase is Running are counted as ready.']);
    const web = byName(items).get('web');
    expect(web?.containers[0]?.cpu.some(Number.isNaN)).toBe(false);
    expect(web?.containers[0]?.memory.some(Number.isNaN)).toBe(false);
    expect(web?.requested.cpu[60]).toBeCloseTo(1, 9);
    expect(web?.readyReplicas[60]).toBe(2);
    const values = Array.from(web?.total.cpu ?? []);
    const mean = meanOf(values);
    const [first, last] = [web?.start ?? 0, (web?.start ?? 0) + values.length * bin];
    const used = seriesOf(seed, 'container_cpu_usage_seconds_total', { container: 'web' }).map((series) => {
      const samples = samplesIn(seed, series, first, last);
      const [from, to] = [samples[0], samples.at(-1)];
      return from && to ? (to.value - from.value) / ((to.time - from.time) / 1000) : 0;
    });
    expect(Math.abs(mean / (sum(used) ?? 1) - 1)).toBeLessThan(0.02);
  });
});
