import type { Session } from '../client/connection.ts';
import { type DialectOptions, renamesUsage } from '../client/dialect.ts';
import { recordedBinNames } from '../history/recorded.ts';
import { realContainers, selector } from '../queries/promql.ts';
import { recordedDayNames } from '../usage/recorded-day.ts';
import { type RequiredMetric, requiredMetrics } from './required-metrics.ts';

export type MetricFinding = {
  readonly required: RequiredMetric;
  /** `unused`: the metric is absent, and the cluster does not need it. */
  readonly state: 'present' | 'unused' | 'absent' | 'labels missing';
  readonly series: number;
  /** Labels that no series has, each with the name under which it was probably found. */
  readonly missingLabels: readonly { readonly label: string; readonly foundAs: string | null }[];
};

export type RuleSet = {
  readonly areInstalled: boolean;
  /** The rules without samples, if others have some. */
  readonly missing: readonly string[];
};

export type MetricsReport = {
  readonly findings: readonly MetricFinding[];
  /** A lower bound of the age of the oldest samples: 1 hour, or 1, 2, 3, 7 or 14 days. Null without samples. */
  readonly historySeconds: number | null;
  readonly sampleIntervalSeconds: number | null;
  readonly newestSampleSeconds: number | null;
  /** Null: they cannot be used, because metrics of cAdvisor are renamed. */
  readonly recordingRules: null | {
    /** For histories. */
    readonly bins: RuleSet;
    /** For the usage of a day. Null: they cannot be used, because something is renamed. */
    readonly day: RuleSet | null;
    /** How far back the series of the rules for histories reach, as `historySeconds`. */
    readonly seconds: number | null;
  };
  /** Clusters whose namespaces are mixed in the results. Empty if there is one cluster or one was selected. */
  readonly mixedClusters: readonly string[];
};

const memory = 'container_memory_working_set_bytes';
const day = 86_400;
const historyDepths = [14 * day, 7 * day, 3 * day, 2 * day, day, 3600];

/** Common alternative names of labels. */
const aliases = new Map([
  ['namespace', ['exported_namespace', 'kubernetes_namespace', 'namespace_name', 'k8s_namespace_name']],
  ['pod', ['exported_pod', 'pod_name', 'kubernetes_pod_name', 'k8s_pod_name']],
  ['container', ['exported_container', 'container_name', 'k8s_container_name']],
  ['node', ['exported_node', 'kubernetes_node', 'instance']],
]);

/** Evaluates a query to one number; null if it returns no series. */
type QueryNumber = (query: string, time?: number) => Promise<number | null>;

/** Checks that Prometheus has every metric and label that the queries need. Throws `SourceError` if it cannot be queried. */
export async function checkMetrics({ instant }: Session, at: number, dialect: DialectOptions): Promise<MetricsReport> {
  const queryNumber: QueryNumber = async (query, time = at) => (await instant(query, time))[0]?.value ?? null;
  const names = requiredMetrics.map(({ metric }) => metric);
  const counts = await instant(`count by (__name__) (${selector('', [['__name__', 'any', names]])})`, at);
  const series = new Map(counts.map(({ labels, value }) => [labels['__name__'] ?? '', value ?? 0]));

  const findings = await Promise.all(
    requiredMetrics.map((required) => checkMetric(required, series.get(required.metric) ?? 0, queryNumber, dialect)),
  );
  // Both metrics show how old the samples are and how often they are taken; one is enough.
  const usage = selector(series.has(memory) ? memory : 'container_cpu_usage_seconds_total', realContainers);
  const depthOf = async (query: string, present: number) => {
    const found = await Promise.all(historyDepths.map((depth) => queryNumber(query, at - depth)));
    return historyDepths.find((_, index) => (found[index] ?? 0) >= present) ?? null;
  };
  const found = new Set(
    (await instant(rulesQuery([...recordedBinNames, ...recordedDayNames]), at)).map(({ labels }) => labels['__name__']),
  );
  const samples = await queryNumber(`quantile(0.5, count_over_time(${usage}[10m]))`);
  const clusters = dialect.cluster === null ? await clustersIn(instant, at) : [];
  return {
    findings,
    historySeconds: await depthOf(`count(${usage})`, 1),
    recordingRules: renamesUsage(dialect.renames)
      ? null
      : {
          bins: ruleSet(recordedBinNames, found),
          day: dialect.renames.length > 0 ? null : ruleSet(recordedDayNames, found),
          seconds: await depthOf(`count(${rulesQuery(recordedBinNames)})`, recordedBinNames.length),
        },
    sampleIntervalSeconds: samples === null || samples === 0 ? null : 600 / samples,
    newestSampleSeconds: await queryNumber(`time() - max(timestamp(${usage}))`),
    mixedClusters: clusters.length > 1 ? clusters : [],
  };
}

const rulesQuery = (names: readonly string[]): string =>
  `group by (__name__) (last_over_time(${selector('', [['__name__', 'any', names]])}[15m]))`;

const ruleSet = (names: readonly string[], found: ReadonlySet<string | undefined>): RuleSet => ({
  areInstalled: names.some((name) => found.has(name)),
  missing: names.filter((name) => !found.has(name)),
});

async function checkMetric(
  required: RequiredMetric,
  series: number,
  queryNumber: QueryNumber,
  dialect: DialectOptions,
): Promise<MetricFinding> {
  const { metric, labels, mayBeAbsent } = required;
  if (series === 0) {
    const expected = mayBeAbsent?.unless === undefined ? null : await queryNumber(mayBeAbsent.unless);
    const state = mayBeAbsent !== undefined && (expected ?? 0) === 0 ? 'unused' : 'absent';
    return { required, state, series, missingLabels: [] };
  }
  const hasLabels = async (...wanted: string[]): Promise<boolean> => {
    const matchers = wanted.map((label) => [label, '!=', ''] as const);
    return ((await queryNumber(`count(${selector(metric, matchers)})`)) ?? 0) > 0;
  };
  const hasAll = await hasLabels(...labels);
  const checked = await Promise.all(
    labels.map(async (label) => {
      const found = hasAll || (await hasLabels(label));
      const foundAs = await aliasOf(label, found, required, hasLabels, dialect);
      return found && foundAs === null ? [] : [{ label, foundAs }];
    }),
  );
  const missingLabels = checked.flat();
  return { required, state: missingLabels.length === 0 ? 'present' : 'labels missing', series, missingLabels };
}

/**
 * The alternative name of a missing label. If the label exists, only an `exported_` name counts: it shows that Prometheus
 * replaced the value from kube-state-metrics with the scraped pod's own, and kept the original as `exported_…`.
 */
async function aliasOf(
  label: string,
  found: boolean,
  { exporter }: RequiredMetric,
  hasLabel: (label: string) => Promise<boolean>,
  { renames }: DialectOptions,
): Promise<string | null> {
  if (renames.some(({ standard, within }) => standard === label && (within === 'everywhere' || within === exporter)))
    return null;
  const candidates = (aliases.get(label) ?? []).filter((name) => !found || name.startsWith('exported_'));
  for (const name of candidates) if (await hasLabel(name)) return name;
  return null;
}

async function clustersIn(instant: Session['instant'], at: number): Promise<string[]> {
  const result = await instant('count by (cluster) (kube_namespace_created{cluster!=""})', at);
  return result.flatMap(({ labels }) => labels['cluster'] ?? []).toSorted();
}
