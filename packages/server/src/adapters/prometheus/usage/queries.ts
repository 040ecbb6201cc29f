import { containerLabels, sumOverLifetimes } from '../queries/container-series.ts';
import { containerResources } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, realContainers, selector } from '../queries/promql.ts';

/** A window in whole seconds since the epoch; `end` is exclusive. */
export type Span = { readonly start: number; readonly end: number };

const cpu = 'container_cpu_usage_seconds_total';
const memory = 'container_memory_working_set_bytes';
export type UsageMetric = typeof cpu | typeof memory;

/** A shorter window may hold only one sample of a counter that is scraped every few minutes. */
const shortSeconds = 600;
/** A rate over a shorter range may hold only one sample. */
const minimumRateSeconds = 300;
/** From this length, CPU is the mean of the rates in bins of `shortSeconds`; in a shorter window, bins are too coarse. */
const binnedSeconds = 3 * 3600;

/** The step at which pods are observed: fine enough to be right to half a percent of the window. */
function observationStep({ start, end }: Span): number {
  return Math.min(end - start, 300, Math.max(15, Math.ceil((end - start) / 96 / 15) * 15));
}

/** The number of steps of a subquery in the span: Prometheus aligns steps to multiples of the step. */
function stepsIn({ start, end }: Span, step: number): number {
  return Math.floor((end - 1) / step) - Math.ceil(start / step) + 1;
}

/** Evaluates one millisecond before the end, so that a range as long as the window begins exactly at its start. */
export const evaluationTime = ({ end }: Span): number => end - 0.001;

/**
 * Mean cores over a short window: increase of the counter ÷ length of the window, so that a pod that ran for half of the
 * window counts half. This is not rate(), which divides by the time of presence in VictoriaMetrics, unlike in Prometheus.
 * If a short window holds only one sample, a window of twice the length is used.
 */
function cores(counter: string, window: number): string {
  const growth = (seconds: number) => `increase(${counter}[${seconds}s]) / ${seconds}`;
  return window >= shortSeconds
    ? growth(window)
    : `(${growth(window)} or (${growth(window * 2)} and last_over_time(${counter}[${window}s])))`;
}

/** Requests seldom change in the life of a pod. Pods that none of these steps meets keep their last request. */
const requestStep = 1800;

/**
 * The queries for all workloads of the namespaces. A pod counts only at the times at which cAdvisor and
 * kube-state-metrics both saw it, in usage and in requests alike (docs/contract/metrics.md#observed). Copies of a series,
 * and the series into which a restart of an exporter or a change of replica splits it, are merged at every step, before
 * any mean is taken.
 */
export function usageQueries(namespaces: readonly string[] | undefined, span: Span) {
  const scope: Matcher = inNamespaces(namespaces);
  const window = span.end - span.start;
  const step = observationStep(span);
  /** The mean over the whole window, where absence counts as 0. */
  const mean = (series: string) => `sum_over_time((${series})[${window}s:${step}s]) / ${stepsIn(span, step)}`;
  const usage = (metric: string, ...more: Matcher[]) => selector(metric, [scope, ...realContainers, ...more]);
  const state = (metric: string, ...more: Matcher[]) => selector(metric, [scope, ...more]);
  const owner = state('kube_pod_owner');
  const running = state('kube_pod_status_phase', ['phase', '=', 'Running']);
  const ready = state('kube_pod_status_ready', ['condition', '=', 'true']);
  const requests = (over?: (series: string) => string) =>
    deduplicated([...containerLabels, 'resource'], containerResources('requests', [scope], cpuAndMemory, over));
  return {
    /** Cores of each container of a pod. */
    cpu:
      window < binnedSeconds
        ? {
            query: sumOverLifetimes(containerLabels, (hasId) => cores(usage(cpu, hasId), window)),
            at: evaluationTime(span),
            bridgesGaps: true,
          }
        : { query: binnedCpu(usage, owner, span), at: binnedTime(span), bridgesGaps: false },
    /** Bytes of each container of a pod. */
    memory: mean(`${deduplicated(containerLabels, usage(memory))} and on (namespace,pod) ${owner}`),
    /** The request of each container of a pod while the pod existed. */
    requests:
      `avg_over_time((${requests()})[${window}s:${Math.min(window, requestStep)}s])` +
      ` or ${requests((series) => `last_over_time(${series}[${window}s:${step}s])`)}`,
    /** The readiness of each pod. `seenIn`: the metric of cAdvisor that shows which pods it saw. */
    ready: (seenIn: UsageMetric, weight: 'ready' | 'running') =>
      mean(
        `${deduplicated(['namespace', 'pod'], weight === 'ready' ? ready : running)} and on (namespace,pod) ${usage(seenIn)}`,
      ),
    /** The part of the window in which both exporters saw a namespace. A namespace without running pods has no usage. */
    seen: (seenIn: UsageMetric) => {
      const both = `group by (namespace) (${owner} and on (namespace,pod) ${usage(seenIn)})`;
      const idle = `group by (namespace) (${state('kube_namespace_created')}) unless on (namespace) (${running} == 1)`;
      return `count_over_time((${both} or (${idle}))[${window}s:${step}s]) / ${stepsIn(span, step)}`;
    },
  };
}

/** The time at which `binnedCpu` is evaluated: the first one that its steps meet from the end of the span. */
const binnedTime = ({ end }: Span): number => Math.ceil(end / shortSeconds) * shortSeconds;

/**
 * Mean cores in the bins that both exporters saw. The offset aligns the bins to the end of the span. The last bin of a
 * pod, which ends after the pod, counts as well: its rate covers only the time before.
 */
function binnedCpu(usage: (metric: string, ...more: Matcher[]) => string, owner: string, span: Span): string {
  const window = span.end - span.start;
  const sinceEnd = (binnedTime(span) - span.end) * 1000 + 1;
  const atEnd = `offset ${sinceEnd}ms`;
  const atStart = `offset ${sinceEnd + shortSeconds * 1000}ms`;
  const known = `${owner} ${atEnd} or (${owner} ${atStart} unless on (namespace,pod) ${usage(memory)} ${atEnd})`;
  const bins = (hasId: Matcher) => `rate(${usage(cpu, hasId)}[${shortSeconds}s] ${atEnd})`;
  return (
    `sum_over_time(((${sumOverLifetimes(containerLabels, bins)}) and on (namespace,pod) (${known}))` +
    // One second shorter, because a Prometheus before version 3 includes the start of a range.
    `[${window - 1}s:${shortSeconds}s]) / ${Math.ceil(window / shortSeconds)}`
  );
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
    memory: `sum by (container) (${deduplicated(containerLabels, selector(memory, scope))})`,
  };
}
