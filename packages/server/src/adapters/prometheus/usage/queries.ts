import { containerLabels, sumOverLifetimes } from '../queries/container-series.ts';
import { containerResources } from '../queries/container-state.ts';
import {
  cpuAndMemory,
  deduplicated,
  inNamespaces,
  type Matcher,
  realContainers,
  selector,
  valuesBy,
} from '../queries/promql.ts';

/** A window in whole seconds since the epoch; `end` is exclusive. */
export type Span = { readonly start: number; readonly end: number };

const cpu = 'container_cpu_usage_seconds_total';
const memory = 'container_memory_working_set_bytes';
export type UsageMetric = typeof cpu | typeof memory;

/** A shorter window may contain only one sample of a counter that is scraped every few minutes. */
const shortSeconds = 600;
/** A rate over a shorter range may contain only one sample. */
const minimumRateSeconds = 300;
/**
 * From this length on, CPU is the mean of rates in bins of `shortSeconds`, which are too coarse for shorter windows.
 */
const binnedSeconds = 3 * 3600;
/** With long gaps, shorter windows have bins too: the growth of a counter does not include a gap at the edge of a window. */
const binnedWithGapsSeconds = 1800;
/** How long both exporters did not see a part of the namespaces. The restart of an exporter takes less than ten minutes. */
export type Gaps = 'none' | 'brief' | 'long';
const longGapSeconds = 600;
export const gapsOf = ({ start, end }: Span, seen: number): Gaps =>
  (1 - seen) * (end - start) > longGapSeconds ? 'long' : 'brief';

/**
 * The steps of a subquery over the span. Prometheus aligns steps to multiples of the step. The query is therefore
 * evaluated at the first multiple after the end of the span, and an offset moves the samples to that time. With
 * `shift`, the part of the first step after the end of the span is included.
 */
function stepsOf({ start, end }: Span, step: number, shift = 0) {
  const window = end - start;
  const at = Math.ceil(end / step) * step;
  return {
    at,
    /** Half a second shorter than the window, because Prometheus before version 3 includes the start of a range. */
    range: `[${window * 1000 - 500}ms:${step}s]`,
    count: Math.ceil(window / step),
    offset: `offset ${(at - end) * 1000 + Math.max(1, step * 1000 * shift)}ms`,
    /** All samples of the span, without a step. */
    samples: `[${window * 1000 - 500}ms] offset ${(at - end) * 1000 + 1}ms`,
  };
}

/**
 * Two minutes longer than a bin. A rate does not include the growth before its first sample, so the growth between two
 * bins would be missing. With samples every 30 to 120 s, the mean of a day then has an error of at most 0.7 %.
 */
const binRateSeconds = shortSeconds + 120;

/** The step at which pods are observed. Half a step is at most 0.5 % of the window. */
const observationStep = ({ start, end }: Span, longest: number): number =>
  Math.min(end - start, longest, Math.max(15, Math.ceil((end - start) / 96 / 15) * 15));

/**
 * Returns the distinct values of each container's series as labels, with the number of series that have the value. A
 * container with one series needs no merging, which would take Prometheus more time than reading the samples.
 */
const perSeries = (series: string): string => valuesBy(containerLabels, series);

export const requestLabels: readonly string[] = [...containerLabels, 'resource'];

/** Evaluates one millisecond before the end, so that a range as long as the window begins exactly at its start. */
export const evaluationTime = ({ end }: Span): number => end - 0.001;

/**
 * Mean cores over a short window: the increase of the counter divided by the length of the window. A pod that ran for
 * half of the window therefore counts half. rate() is not used, because VictoriaMetrics divides by the time in which
 * the pod ran. If a short window contains only one sample, a window of twice the length is used.
 */
function cores(counter: string, window: number): string {
  const growth = (seconds: number) => `increase(${counter}[${seconds}s]) / ${seconds}`;
  return window >= shortSeconds
    ? growth(window)
    : `(${growth(window)} or (${growth(window * 2)} and last_over_time(${counter}[${window}s])))`;
}

/**
 * The mean growth per second of a counter that consists of several series. The counter continues in a new series each
 * time the Prometheus replica or the address of the exporter changes. Use it only for the counters of one cgroup, which
 * begin at zero once.
 */
function growthOfParts(counter: string, identity: readonly string[], window: number): string {
  const over = (name: string) => `${name}(${counter}[${window}s])`;
  const last = deduplicated(identity, over('max_over_time'));
  const first = `min by (${identity.join(',')}) (${over('min_over_time')})`;
  return `((${last} - ${first}) / ${window} and ${deduplicated(identity, over('resets'))} == 0)`;
}

/**
 * The queries for all workloads of the namespaces. A pod counts only at the times at which both cAdvisor and
 * kube-state-metrics saw it, for usage and for requests (docs/contract/metrics.md#observed). Duplicates of a series are
 * merged at every step, before any mean is computed. So are the parts of a series that a restart of an exporter or a
 * change of replica created. Without gaps, usage need not be compared with the series of kube-state-metrics, which would
 * take twice the time.
 */
export function usageQueries(
  namespaces: readonly string[] | undefined,
  span: Span,
  { gaps, pods }: { readonly gaps: Gaps; readonly pods?: readonly string[] },
) {
  const hasGaps = gaps !== 'none';
  const namespaceScope: Matcher = inNamespaces(namespaces);
  const scope: readonly Matcher[] = pods === undefined ? [namespaceScope] : [namespaceScope, ['pod', 'any', pods]];
  // Evaluate in the middle of each step, so that the last of several pods counts as long as the others.
  const { at, range, count, offset, samples } = stepsOf(span, observationStep(span, hasGaps ? 300 : 600), 0.5);
  /** The mean over the whole window, where absence counts as 0. */
  const mean = (series: string) => `sum_over_time((${series})${range}) / ${count}`;
  /** The part of the window in which the series existed. */
  const part = (series: string) => `count_over_time((${series})${range}) / ${count}`;
  const usage = (metric: string) => `${selector(metric, [...scope, ...realContainers])} ${offset}`;
  const state = (metric: string, ...more: Matcher[]) => `${selector(metric, [...scope, ...more])} ${offset}`;
  const owner = state('kube_pod_owner');
  const running = state('kube_pod_status_phase', ['phase', '=', 'Running']);
  const ready = state('kube_pod_status_ready', ['condition', '=', 'true']);
  // A long window has ten times as many samples as steps at which pods are observed.
  const observed = (series: string) =>
    span.end - span.start < binnedSeconds ? `${series}${samples}` : `(${series} ${offset})${range}`;
  const requests = (over: 'sum_over_time' | 'count_over_time' | 'avg_over_time') =>
    containerResources('requests', scope, cpuAndMemory, (series) => `${over}(${observed(series)})`);
  const total = (over: 'sum_over_time' | 'count_over_time') =>
    `sum by (${requestLabels.join(',')}) (${requests(over)})`;
  return {
    /** The evaluation time of all queries except `cpu`. */
    at,
    /** Cores of each container of a pod. */
    cpu: cpuQuery(scope, span, gaps),
    /** Bytes of each container of a pod. */
    memory: mean(deduplicated(containerLabels, usage(memory)) + (hasGaps ? ` and on (namespace,pod) ${owner}` : '')),
    memoryPerSeries: perSeries(mean(usage(memory))),
    /** The mean request of each container of a pod while the pod existed. Duplicates do not change a mean. */
    requests: `${total('sum_over_time')} / ${total('count_over_time')}`,
    requestsPerSeries: valuesBy(requestLabels, requests('avg_over_time')),
    /** The readiness of each pod. `seenIn` is the cAdvisor metric that shows which pods cAdvisor saw. */
    ready: (seenIn: UsageMetric, weight: 'ready' | 'running') =>
      mean(
        `${deduplicated(['namespace', 'pod'], weight === 'ready' ? ready : running)} and on (namespace,pod) ${usage(seenIn)}`,
      ),
    /** The part of the window in which a pod was ready, but had no usage. */
    unmeasured: (seenIn: UsageMetric, weight: 'ready' | 'running') =>
      part(
        `${deduplicated(['namespace', 'pod'], weight === 'ready' ? ready : running)} == 1 unless on (namespace,pod) ${usage(seenIn)}`,
      ),
    /** The part of the window in which a pod had usage, but kube-state-metrics did not see it. */
    unowned: (seenIn: UsageMetric) =>
      part(`group by (namespace,pod) (${usage(seenIn)}) unless on (namespace,pod) ${owner}`),
    /** The part of the window in which both exporters saw a namespace. A namespace without running pods has no usage. */
    seen: (seenIn: UsageMetric) => {
      const both = `group by (namespace) (${owner} and on (namespace,pod) ${usage(seenIn)})`;
      const idle = `group by (namespace) (${state('kube_namespace_created')}) unless on (namespace) (${running} == 1)`;
      return part(`${both} or (${idle})`);
    },
  };
}

/** Where each container may have several series, the queries `perSeries` count them; null: it has one value. */
export type UsageQueries = Pick<
  ReturnType<typeof usageQueries>,
  'at' | 'cpu' | 'memory' | 'requests' | 'ready' | 'unmeasured' | 'unowned'
> & { readonly memoryPerSeries: string | null; readonly requestsPerSeries: string | null };

/** Whether CPU usage is the growth of its counter, which includes the growth during gaps within the window. */
export const bridgesGaps = ({ start, end }: Span, gaps: Gaps): boolean =>
  end - start < (gaps === 'long' ? binnedWithGapsSeconds : binnedSeconds);

/**
 * Mean cores of each container of a pod. In a long window, this is the mean of the rates in bins. With gaps, only bins
 * that both exporters saw count. The bin in which a pod ended also counts, because its rate covers only the time before
 * the end.
 */
function cpuQuery(scope: readonly Matcher[], span: Span, gaps: Gaps) {
  const window = span.end - span.start;
  const usage = (metric: string, ...more: Matcher[]) => selector(metric, [...scope, ...realContainers, ...more]);
  if (bridgesGaps(span, gaps)) {
    const query = sumOverLifetimes(
      containerLabels,
      (hasId) => cores(usage(cpu, hasId), window),
      (merged, identity, hasId) =>
        hasId[1] === '!=' && window >= shortSeconds
          ? `${growthOfParts(usage(cpu, hasId), identity, window)} > ${merged} or ${merged}`
          : merged,
    );
    return { query, perSeries: null, at: evaluationTime(span) };
  }
  const { at, range, count, offset } = stepsOf(span, shortSeconds);
  const owner = selector('kube_pod_owner', scope);
  const atStart = `${owner} ${stepsOf(span, shortSeconds, 1).offset} unless on (namespace,pod) ${usage(memory)} ${offset}`;
  const known = gaps === 'none' ? '' : ` and on (namespace,pod) (${owner} ${offset} or (${atStart}))`;
  const rate = (...more: Matcher[]) => `rate(${usage(cpu, ...more)}[${binRateSeconds}s] ${offset})`;
  const overBins = (series: string) => `sum_over_time((${series})${range})`;
  const bins = sumOverLifetimes(containerLabels, rate, (merged) => overBins(merged + known));
  const each = perSeries(`${overBins(rate())} / ${count}`);
  return { query: `(${bins}) / ${count}`, perSeries: each, at };
}

/** How far back to search the first sample of a workload. */
const lookBackSeconds = 48 * 3600;
const lookBackStepSeconds = 600;

/** The range in which the owners of pods are looked up, at five-minute steps. */
export const ownerLookBack = ({ start, end }: Span): string => `[${Math.max(lookBackSeconds, end - start)}s:300s]`;

/** The first step of the search: Prometheus aligns the steps of a subquery to multiples of the step. */
export const lookBackStart = ({ end }: Span): number =>
  Math.ceil((end - lookBackSeconds) / lookBackStepSeconds) * lookBackStepSeconds;

/** The pods that have samples at the evaluation time. */
export function podsWithSamplesQuery(namespaces: readonly string[] | undefined): string {
  return `group by (namespace,pod) (${selector(memory, [inNamespaces(namespaces), ...realContainers])})`;
}

/**
 * The time of each pod's first sample in the look-back, rounded up to the next step (10 minutes). timestamp() would be
 * exact but is thirty times slower. This is the most expensive query, so it is limited to the pods that need it.
 */
export function firstSampleQuery(namespaces: readonly string[] | undefined, pods: readonly string[] | null): string {
  const onlyPods: readonly Matcher[] = pods === null ? [] : [['pod', 'any', pods]];
  const samples = selector(memory, [inNamespaces(namespaces), ...onlyPods, ...realContainers]);
  return `min_over_time((group by (namespace,pod) (${samples}) * time())[${lookBackSeconds}s:${lookBackStepSeconds}s])`;
}

/** Usage over time of the given pods of one namespace. */
export function seriesQueries(namespace: string, pods: readonly string[], stepSeconds: number) {
  const scope: Matcher[] = [['namespace', '=', namespace], ['pod', 'any', pods], ...realContainers];
  const range = Math.max(minimumRateSeconds, Math.ceil(stepSeconds));
  return {
    cpu: sumOverLifetimes(['container'], (hasId) => cores(selector(cpu, [...scope, hasId]), range)),
    memory: `sum by (container) (${deduplicated(containerLabels, selector(memory, scope))})`,
  };
}
