import { containerLabels, sumOverLifetimes } from '../queries/container-series.ts';
import { containerResources } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, realContainers, selector } from '../queries/promql.ts';

/** A window in whole seconds since the epoch; `end` is exclusive. */
export type Span = { readonly start: number; readonly end: number };

const cpu = 'container_cpu_usage_seconds_total';
const memory = 'container_memory_working_set_bytes';

/** A shorter window may hold only one sample of a counter that is scraped every few minutes. */
const shortSeconds = 600;
/** A rate over a shorter range may hold only one sample. */
const minimumRateSeconds = 300;

/**
 * The step at which a pod's presence is sampled: fine enough to be right to 0.2 % of the window, and coarse enough that
 * 30,000 containers stay below the 50 million samples that Prometheus allows in one query.
 */
function presenceStep({ start, end }: Span): number {
  return Math.min(end - start, Math.max(15, Math.ceil((end - start) / 720 / 15) * 15));
}

/** The number of steps of a subquery in the span: Prometheus aligns steps to multiples of the step. */
function stepsIn({ start, end }: Span, step: number): number {
  return Math.floor((end - 1) / step) - Math.ceil(start / step) + 1;
}

/** Evaluates one millisecond before the end, so that a range as long as the window begins exactly at its start. */
export const evaluationTime = ({ end }: Span): number => end - 0.001;

/**
 * Mean of a gauge over the window, where its absence counts as 0: mean of its samples × the part of the window in which
 * it was present. The mean is exact at any scrape interval; the presence is counted in steps.
 */
function weighted(gauge: string, span: Span): string {
  const window = span.end - span.start;
  const step = presenceStep(span);
  return `avg_over_time(${gauge}[${window}s]) * count_over_time(${gauge}[${window}s:${step}s]) / ${stepsIn(span, step)}`;
}

/**
 * Mean cores over the window: increase of the counter ÷ length of the window, so that a pod that ran for half of the
 * window counts half. This is not rate(), which divides by the time of presence in VictoriaMetrics, unlike in Prometheus.
 * If a short window holds only one sample, a window of twice the length is used.
 */
function cores(counter: string, window: number): string {
  const growth = (seconds: number) => `increase(${counter}[${seconds}s]) / ${seconds}`;
  return window >= shortSeconds
    ? growth(window)
    : `(${growth(window)} or (${growth(window * 2)} and last_over_time(${counter}[${window}s])))`;
}

/** The queries for all workloads of the namespaces. Each returns one series per pod, or per container of a pod. */
export function usageQueries(namespaces: readonly string[] | undefined, span: Span) {
  const scope: Matcher = inNamespaces(namespaces);
  const window = span.end - span.start;
  const series = (metric: string, ...more: Matcher[]) => selector(metric, [scope, ...realContainers, ...more]);
  return {
    cpu: sumOverLifetimes(containerLabels, (hasId) => cores(series(cpu, hasId), window)),
    memory: sumOverLifetimes(containerLabels, (hasId) => weighted(series(memory, hasId), span)),
    // The request of a workload is the sum over its pods of request × readiness.
    requests: deduplicated(
      [...containerLabels, 'resource'],
      containerResources('requests', [scope], cpuAndMemory, (gauge) => `avg_over_time(${gauge}[${window}s])`),
    ),
    ready: deduplicated(
      ['namespace', 'pod'],
      weighted(selector('kube_pod_status_ready', [scope, ['condition', '=', 'true']]), span),
    ),
    running: deduplicated(
      ['namespace', 'pod'],
      weighted(selector('kube_pod_status_phase', [scope, ['phase', '=', 'Running']]), span),
    ),
  };
}

/** How far back the first sample of a workload is searched. */
export const lookBackSeconds = 48 * 3600;
const lookBackStepSeconds = 600;

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

/** Usage over time, for the given pods of one namespace. */
export function seriesQueries(namespace: string, pods: readonly string[], stepSeconds: number) {
  const scope: Matcher[] = [['namespace', '=', namespace], ['pod', 'any', pods], ...realContainers];
  const range = Math.max(minimumRateSeconds, Math.ceil(stepSeconds));
  return {
    cpu: sumOverLifetimes(['container'], (hasId) => cores(selector(cpu, [...scope, hasId]), range)),
    memory: sumOverLifetimes(['container'], (hasId) => selector(memory, [...scope, hasId])),
  };
}
