import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FilledCluster } from '../../../../../../e2e/support/prometheus/index.ts';
import type { WorkloadHistory } from '../../../ports/index.ts';
import type { RangeSeries } from '../client/response.ts';
import { createDialect, createPrometheus } from '../index.ts';
import {
  container,
  deployment,
  hour,
  indexOfHoursAgo,
  mib,
  prometheusStarter,
  resized,
  whySkipped,
  windowOf,
  withoutCadvisor,
} from '../testing/real-prometheus.ts';
import { coveredBins } from './recorded.ts';

const reason = whySkipped('recording rules');
const rules = fileURLToPath(new URL('../../../../../../deploy/prometheus/rules.yaml', import.meta.url));

const workloads = [
  deployment('web', { replicas: 8, containers: [container('web'), container('proxy', 0.1, 64 * mib)] }),
  deployment('young', { age: 10 * hour }),
  deployment('rolled-out', { rolledOut: 9 * hour }),
  deployment('restarted', { kind: 'StatefulSet', restarted: 5 * hour, duplicated: true }),
  deployment('by-processor', { byProcessor: true, counterReset: 7 * hour }),
  deployment('silent', { namespace: 'node', kind: 'DaemonSet' }),
  deployment('resized', { kind: 'StatefulSet', namespace: 'data' }),
];

const seeded = prometheusStarter({
  workloads,
  history: 26 * hour,
  alter: (cluster, now) => {
    const indexAt = indexOfHoursAgo(cluster, now);
    return cluster.series
      .flatMap((one) => resized(one, 'resized', indexAt(12)))
      .flatMap((one) => withoutCadvisor(one, 'node', indexAt(8), indexAt(6)));
  },
});

/** Twelve hours in which the rules existed. */
function recordedPart(seed: FilledCluster) {
  const end = seed.now - 5 * hour * 1000;
  return { start: end - 12 * hour * 1000, end };
}
type Histories = ReadonlyMap<string, WorkloadHistory>;
const byName = (items: readonly WorkloadHistory[]): Histories => new Map(items.map((item) => [item.name, item]));

/** All bins of a history by what they hold. */
const binsOf = ({ total, requested, readyReplicas, containers }: WorkloadHistory) => [
  ['ready', readyReplicas] as const,
  ...[{ name: 'total', ...total }, { name: 'requested', ...requested }, ...containers].flatMap(
    ({ name, cpu, memory }) => [[`cpu ${name}`, cpu] as const, [`memory ${name}`, memory] as const],
  ),
];

/** The rules round the CPU usage of a container to a millionth of a core, and a total is the sum of up to 16 of them. */
const cpuRounding = 16 * 0.5e-6;

/** What differs by more than the rounding of a sum and of the rules. Unknown and 0 differ. */
function differences(actual: Histories, expected: Histories): readonly string[] {
  return [...new Set([...actual.keys(), ...expected.keys()])].flatMap((name) => {
    const [one, other] = [actual.get(name), expected.get(name)];
    if (one === undefined || other === undefined) return [`${name}: only in one of them`];
    const wanted = new Map(binsOf(other));
    return binsOf(one).flatMap(([what, bins]) => {
      const unlike = Array.from(bins).findIndex((value, index) => {
        const want = wanted.get(what)?.[index] ?? Infinity;
        return Number.isNaN(value) || Number.isNaN(want)
          ? !Object.is(value, want)
          : Math.abs(value - want) > 1e-9 * Math.abs(want) + (what.startsWith('cpu') ? cpuRounding : 0);
      });
      return unlike < 0 ? [] : [`${name}, ${what}: ${bins[unlike]} for ${wanted.get(what)?.[unlike]} in bin ${unlike}`];
    });
  });
}

describe.skipIf(reason)('histories with recording rules', () => {
  let at: Awaited<ReturnType<typeof seeded>>;
  let bySamples: Histories;
  const samplesOf = (from: number) =>
    at.queries
      .slice(from)
      .reduce((sum, { query, samples }) => sum + (/container_|trimtab:/.test(query) ? (samples ?? 0) : 0), 0);
  /** The samples that the window of a day, and the recorded part, take without rules. */
  let [samples, recordedSamples] = [0, 0];
  beforeAll(async () => {
    at = await seeded();
    const { items } = await at.history.history({}, windowOf(at.seed, 24 * hour));
    bySamples = byName(items);
    samples = samplesOf(0);
    const asked = at.queries.length;
    await at.history.history({ namespaces: ['shop'] }, recordedPart(at.seed));
    recordedSamples = samplesOf(asked);
    // The rules existed from 20 to 4 hours ago. Newer samples are in the head of Prometheus, where no block may be added.
    const seconds = Math.floor(at.seed.now / 1000);
    await at.record(rules, seconds - 20 * hour, seconds - 4 * hour);
  });

  test('equal those from the samples: through restarts, rollouts, gaps, and where the rules did not exist', async () => {
    const asked = at.queries.length;
    const { items, problems } = await at.history.history({}, windowOf(at.seed, 24 * hour));
    expect(problems).toEqual([]);
    expect(differences(byName(items), bySamples)).toEqual([]);
    expect(bySamples.size).toBe(workloads.length);
    expect(at.queries.slice(asked).some(({ query }) => query.includes('trimtab:container_cpu'))).toBe(true);
    expect(samplesOf(asked)).toBeLessThan((2 / 3) * samples);
  });

  test('equal those from the samples in each namespace and for single workloads', async () => {
    for (const namespace of ['shop', 'node', 'data']) {
      const { items } = await at.history.history({ namespaces: [namespace] }, windowOf(at.seed, 24 * hour));
      const own = [...bySamples].filter(([, item]) => item.namespace === namespace);
      expect(differences(byName(items), new Map(own))).toEqual([]);
    }
    const web = { namespace: 'shop', kind: 'Deployment', name: 'web' };
    const { items } = await at.history.history(
      { namespaces: ['shop'], workloads: [web] },
      windowOf(at.seed, 24 * hour),
    );
    expect(differences(byName(items), new Map([...bySamples].filter(([name]) => name === 'web')))).toEqual([]);
  });

  test('are not used if metrics of cAdvisor are renamed, because the rules read others', async () => {
    const asked: string[] = [];
    const renames = [{ within: 'cadvisor', standard: 'container_memory_working_set_bytes', actual: 'rss' }] as const;
    const { history } = createPrometheus({
      url: at.url,
      clock: { now: () => at.seed.now },
      logger: () => undefined,
      dialect: createDialect({ renames, cluster: null }),
      explain: ({ query }) => asked.push(query),
    });
    await history.history({ namespaces: ['data'] }, recordedPart(at.seed));
    expect(asked.filter((query) => query.includes('trimtab:'))).toEqual([]);
    expect(asked.filter((query) => query.includes('(rss{'))).not.toEqual([]);
  });

  test('take a quarter of the samples, and no query for samples of containers, where all bins are recorded', async () => {
    const asked = at.queries.length;
    await at.history.history({ namespaces: ['shop'] }, recordedPart(at.seed));
    expect(samplesOf(asked)).toBeLessThan(recordedSamples / 4);
    const used = at.queries.slice(asked).filter(({ query }) => /(?<!:)container_(?:cpu|memory)/.test(query));
    expect(used.filter(({ query }) => !query.startsWith('max(count by'))).toEqual([]);
  });
});

const bins = (pod: string, which: readonly number[], shift = 600): RangeSeries => ({
  labels: { namespace: 'shop', pod },
  points: which.map((index) => [(index + 1) * 300 + shift, 1] as const),
});

describe('the bins that recording rules cover', () => {
  const all = Array.from({ length: 40 }, (_, index) => index);
  const slice = { from: 0, to: 40 };
  const read = (recorded: readonly RangeSeries[], ready: readonly RangeSeries[]) => {
    const { series, gaps } = coveredBins(recorded, ready, slice, 0);
    return { gaps, values: series.flatMap(({ points }) => [...points]).length };
  };

  test('are those with values; the others are gaps', () => {
    const known = all.filter((index) => index >= 5 && index !== 20 && index < 38);
    expect(read([bins('a', known)], [])).toEqual({
      values: known.length,
      gaps: [
        { from: 0, to: 5 },
        { from: 20, to: 21 },
        { from: 38, to: 40 },
      ],
    });
  });

  test('are none if a pod that is ready has no values, because the rules of its shard are missing', () => {
    const ready = [bins('a', all, 0), bins('b', all, 0)];
    expect(read([bins('a', all)], ready)).toEqual({ values: 0, gaps: [slice] });
    expect(read([bins('a', all), bins('b', all)], ready)).toEqual({ values: 80, gaps: [] });
  });

  test('do not contain bins in which one of two pods has no value though it was ready', () => {
    const ready = [bins('a', all, 0), bins('b', all, 0)];
    const { gaps, values } = read([bins('a', all), bins('b', all.slice(12))], ready);
    expect({ gaps, values }).toEqual({ gaps: [{ from: 0, to: 12 }], values: 28 + 28 });
  });

  test('are none if they have many gaps', () => {
    const everyOther = all.filter((index) => index % 2 === 0);
    expect(read([bins('a', everyOther)], [])).toEqual({ values: 0, gaps: [slice] });
  });
});
