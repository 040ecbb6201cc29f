import { perContainer, sumOfLives } from '../queries/container-series.ts';
import { inNamespaces, type Matcher, once, realContainers, select } from '../queries/promql.ts';

/** A window in whole seconds: `start` is in it, `end` is not. */
export type Span = { readonly start: number; readonly end: number };

const cpu = 'container_cpu_usage_seconds_total';
const memory = 'container_memory_working_set_bytes';

/** Below this, a window may hold a single sample of a counter scraped every few minutes. */
const shortSeconds = 600;
/** A rate over less than this may hold a single sample. */
const binSeconds = 300;

/**
 * How finely presence is looked at: fine enough that a pod's part of the window is right to 0.2 %, and coarse enough that
 * 30,000 containers stay under the 50 million samples Prometheus holds for one query.
 */
function presenceStep({ start, end }: Span): number {
  return Math.min(end - start, Math.max(15, Math.ceil((end - start) / 720 / 15) * 15));
}

/** How often a sub-query looks inside the span: Prometheus puts its steps at whole multiples of the step. */
function stepsIn({ start, end }: Span, step: number): number {
  return Math.floor((end - 1) / step) - Math.ceil(start / step) + 1;
}

/** A window's queries run one millisecond before its end, so that a range as long as the window begins at its start. */
export const evaluationTime = ({ end }: Span): number => end - 0.001;

/**
 * Mean over the window of a gauge, where its absence counts as 0: the mean of its samples × the part of the window in
 * which it was there. The first is exact however often it is scraped, the second is counted in steps.
 */
function weighted(selector: string, span: Span): string {
  const window = span.end - span.start;
  const step = presenceStep(span);
  return `avg_over_time(${selector}[${window}s]) * count_over_time(${selector}[${window}s:${step}s]) / ${stepsIn(span, step)}`;
}

/**
 * Cores over the window: what a counter grew by, through its resets, spread over the whole window, so that a pod that ran
 * for half of it counts for half. (Not rate(): it is the same in Prometheus, but in VictoriaMetrics it divides by the time
 * that the pod was there.) Where a short window holds one sample, a window twice as long stands in.
 */
function cores(selector: string, window: number): string {
  const growth = (seconds: number) => `increase(${selector}[${seconds}s]) / ${seconds}`;
  return window >= shortSeconds
    ? growth(window)
    : `(${growth(window)} or (${growth(window * 2)} and last_over_time(${selector}[${window}s])))`;
}

/** One batch for every workload of the namespaces; each answers one series per pod, or per container of a pod. */
export function usageQueries(namespaces: readonly string[] | undefined, span: Span) {
  const scope: Matcher = inNamespaces(namespaces);
  const window = span.end - span.start;
  const series = (metric: string, ...more: Matcher[]) => select(metric, [scope, ...realContainers, ...more]);
  const requests = select('kube_pod_container_resource_requests', [scope, ['resource', 'any', ['cpu', 'memory']]]);
  return {
    cpu: sumOfLives(perContainer, (identified) => cores(series(cpu, identified), window)),
    memory: sumOfLives(perContainer, (identified) => weighted(series(memory, identified), span)),
    // Requests × readiness, pod by pod; the two hardly ever change within the life of a pod.
    requests: once([...perContainer, 'resource'], `avg_over_time(${requests}[${window}s])`),
    ready: once(
      ['namespace', 'pod'],
      weighted(select('kube_pod_status_ready', [scope, ['condition', '=', 'true']]), span),
    ),
    running: once(
      ['namespace', 'pod'],
      weighted(select('kube_pod_status_phase', [scope, ['phase', '=', 'Running']]), span),
    ),
  };
}

/** How far back the first sample of a workload is looked for, and how finely. */
export const sinceSeconds = 48 * 3600;
const sinceStepSeconds = 600;

/** When the first look is: Prometheus puts the steps of a sub-query at whole multiples of the step. */
export const firstLook = ({ end }: Span): number =>
  Math.ceil((end - sinceSeconds) / sinceStepSeconds) * sinceStepSeconds;

/** Which pods had a sample when the first look was: what they belong to was there all along. */
export function earlyPodsQuery(namespaces: readonly string[] | undefined): string {
  return `group by (namespace,pod) (${select(memory, [inNamespaces(namespaces), ...realContainers])})`;
}

/**
 * When the first step found a sample of each pod: up to ten minutes late. timestamp() would be exact, and thirty times
 * slower; and even so it is the dearest question of all, so it is asked about the pods that need it alone.
 */
export function sinceQuery(namespaces: readonly string[] | undefined, pods: readonly string[] | null): string {
  const some: readonly Matcher[] = pods === null ? [] : [['pod', 'any', pods]];
  const samples = select(memory, [inNamespaces(namespaces), ...some, ...realContainers]);
  return `min_over_time((group by (namespace,pod) (${samples}) * time())[${sinceSeconds}s:${sinceStepSeconds}s])`;
}

/** The same numbers over time, for the named pods of one namespace. */
export function seriesQueries(namespace: string, pods: readonly string[], stepSeconds: number) {
  const scope: Matcher[] = [['namespace', '=', namespace], ['pod', 'any', pods], ...realContainers];
  const range = Math.max(binSeconds, Math.ceil(stepSeconds));
  return {
    cpu: sumOfLives(['container'], (identified) => cores(select(cpu, [...scope, identified]), range)),
    memory: sumOfLives(['container'], (identified) => select(memory, [...scope, identified])),
  };
}
