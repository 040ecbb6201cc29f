import { afterAll } from 'vitest';
import {
  type FilledCluster,
  type FillOptions,
  fillCluster,
  findPrometheus,
  type SeededCluster,
  type SeededContainer,
  type SeededSeries,
  type SeededWorkload,
  startPrometheus,
} from '../../../../../../e2e/support/prometheus/index.ts';
import type { ExplainedQuery } from '../client/execute.ts';
import { createPrometheus } from '../index.ts';

/** Why tests that need a real Prometheus are skipped, which is also printed; null if there is one. */
export function whySkipped(subject: string): string | null {
  if (findPrometheus() !== null) return null;
  const reason = 'there is no Prometheus on PATH: install it, or set PROMETHEUS_BIN';
  process.stderr.write(`Not tested: ${subject}, because ${reason}.\n`);
  return reason;
}

/** On a busy machine a real Prometheus may need longer than the default. */
export const patientLimits = { deadlineMs: 240_000 };

export const hour = 3600;
export const mib = 2 ** 20;

export const container = (
  name: string,
  cpu: number | null = 0.5,
  memory: number | null = 256 * mib,
): SeededContainer => ({ name, cpuRequest: cpu, memoryRequest: memory, cpuMean: 0.3, memoryMean: 150 * mib });

export const deployment = (name: string, more: Partial<SeededWorkload> = {}): SeededWorkload => ({
  namespace: 'shop',
  kind: 'Deployment',
  name,
  replicas: 2,
  containers: [container(name)],
  ...more,
});

/** Replaces the pods at `at` by pods with the same names and twice the requests. */
export function resized(series: SeededSeries, name: string, at: number): SeededSeries[] {
  const { labels, metric } = series;
  if (!metric.startsWith('kube_') || !labels.get('pod')?.startsWith(name)) return [series];
  const factor = metric === 'kube_pod_container_resource_requests' ? 2 : 1;
  return [
    { ...series, end: at },
    {
      ...series,
      first: at,
      labels: new Map([...labels, ['uid', '2']]),
      valueAt: (index) => factor * series.valueAt(index),
    },
  ];
}

/** Returns a function that gives the index of the first sample of the last `hours`. */
export const indexOfHoursAgo =
  ({ times }: Pick<SeededCluster, 'times'>, now: number) =>
  (hours: number): number =>
    times.findIndex((time) => time >= now - hours * hour * 1000);

/** Removes the samples of cAdvisor about the pods of a namespace, from the index `first` to before the index `end`. */
export function withoutCadvisor(series: SeededSeries, namespace: string, first: number, end: number): SeededSeries[] {
  const isAffected = series.metric.startsWith('container_') && series.labels.get('namespace') === namespace;
  return isAffected
    ? [
        { ...series, end: first },
        { ...series, first: end },
      ]
    : [series];
}

/** The window of the last seconds of a cluster. */
export const windowOf = (seed: FilledCluster, seconds: number) => ({ start: seed.now - seconds * 1000, end: seed.now });

/** Starts a Prometheus with the samples of a cluster, and the ports on it. It stops after the tests of the file. */
export function prometheusStarter(defaults: Partial<FillOptions>) {
  const running: Awaited<ReturnType<typeof startPrometheus>>[] = [];
  afterAll(async () => {
    await Promise.all(running.map((prometheus) => prometheus.stop()));
  });
  return async (options: Partial<FillOptions> = {}) => {
    const prometheus = await startPrometheus();
    running.push(prometheus);
    const { url } = prometheus;
    const seed = await fillCluster({ url, fineStep: 60, horizon: 0, ...defaults, ...options });
    const queries: ExplainedQuery[] = [];
    const ports = createPrometheus({
      url,
      clock: { now: () => seed.now },
      logger: () => undefined,
      limits: patientLimits,
      explain: (query) => queries.push(query),
    });
    return { seed, url, queries, record: prometheus.record, ...ports };
  };
}
