import { containerLabels, sumOverLifetimes } from '../queries/container-series.ts';
import { containerInfos, containerResources, containerStatus } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, realContainers, selector } from '../queries/promql.ts';

/** Width of a bin, and the step of every query: query front ends cache results that are aligned to the step. */
export const binSeconds = 300;

const perPod = ['namespace', 'pod'];

/**
 * A bin includes its start but not its end, and it is evaluated at its end; the offset excludes a sample at the end. An
 * offset keeps the timestamps whole seconds, which are half of the bytes of a response.
 */
const justBefore = 'offset 1ms';
const before = (series: string): string => `${series} ${justBefore}`;

/** The queries for a history. Each returns one value per bin. */
export function historyQueries(scope: readonly Matcher[]) {
  const usage = (metric: string, range = '', ...more: Matcher[]) =>
    `${selector(metric, [...scope, ...realContainers, ...more])}${range}`;
  const state = (metric: string, ...more: Matcher[]) => before(selector(metric, [...scope, ...more]));
  // Rounded to a millionth of a core: further digits are noise and would double the size of a response.
  const rate = (seconds: number) => {
    const ofLife = (identified: Matcher) =>
      `rate(${usage('container_cpu_usage_seconds_total', `[${seconds}s]`, identified)} ${justBefore})`;
    return `round(${sumOverLifetimes(containerLabels, ofLife)}, 0.000001)`;
  };
  const memory = (over: 'max_over_time' | 'avg_over_time') =>
    deduplicated(
      containerLabels,
      `${over}(${usage('container_memory_working_set_bytes', `[${binSeconds}s]`)} ${justBefore})`,
    );
  const killed = deduplicated(
    containerLabels,
    containerStatus('last_terminated_reason', scope, [['reason', '=', 'OOMKilled']], before),
  );

  return {
    /** The approximate number of series in a result; duplicated series count twice. */
    seriesCount: `count(${usage('container_memory_working_set_bytes')}) or count(${usage('container_cpu_usage_seconds_total')})`,
    cpu: rate(binSeconds),
    /** For counters that are scraped so rarely that a bin does not hold two samples. */
    cpuCoarse: rate(2 * binSeconds),
    memory: memory('max_over_time'),
    /** The mean memory of each pod: the peaks of its containers, or of several pods, seldom coincide. */
    podMemory: `round(sum by (${perPod.join(',')}) (${memory('avg_over_time')}))`,
    ready: deduplicated(perPod, state('kube_pod_status_ready', ['condition', '=', 'true'])),
    /** Used if readiness is unknown. */
    running: deduplicated(perPod, state('kube_pod_status_phase', ['phase', '=', 'Running'])),
    /** Requests per bin, for pods whose requests changed. */
    requests: (pods: readonly string[]) =>
      deduplicated(
        [...containerLabels, 'resource'],
        containerResources('requests', [...scope, ['pod', 'any', pods]], cpuAndMemory, before),
      ),
    killed,
    /** Restart counts, only of containers whose last termination was OOMKilled: each further restart is another kill. */
    restarts: `${deduplicated(containerLabels, containerStatus('restarts_total', scope, [], before))} and on (${containerLabels.join(',')}) (${killed} == 1)`,
  };
}

/** The number of all pods in the look-back, however short they lived. */
export const podCountQuery = (scope: readonly Matcher[], lookBack: string): string =>
  `count(group by (namespace, pod) (last_over_time(${selector('kube_pod_owner', scope)}${lookBack})))`;

/** Applies `over` to the values of a series at the ends of the bins in the seconds up to the evaluation time. */
const overBins = (over: string, seconds: number) => (series: string) =>
  `${over}((${before(series)})[${seconds}s:${binSeconds}s])`;

/** The lowest and the highest request of each container at the ends of the bins. */
export function requestRangeQueries(scope: readonly Matcher[], seconds: number) {
  // A pod that was replaced by one of the same name has two series, so the lowest is searched in all of them.
  const requests = (extreme: 'min' | 'max') =>
    `${extreme} by (${[...containerLabels, 'resource'].join(',')}) (${containerResources(
      'requests',
      scope,
      cpuAndMemory,
      overBins(`${extreme}_over_time`, seconds),
    )})`;
  return { least: requests('min'), most: requests('max') };
}

/** The containers of all pods at the ends of the bins, without the init containers that end. */
export function containersQuery(scope: readonly Matcher[], seconds: number): string {
  return deduplicated(containerLabels, containerInfos(scope, overBins('last_over_time', seconds)));
}

/** The memory limits of the given pods in the look-back before the evaluation time. */
export function limitsQuery(scope: readonly Matcher[], pods: readonly string[], lookBack: string): string {
  return deduplicated(
    containerLabels,
    containerResources(
      'limits',
      [...scope, ['pod', 'any', pods]],
      ['resource', '=', 'memory'],
      (series) => `last_over_time(${series}${lookBack})`,
    ),
  );
}

const ofContainer = (series: string): string => deduplicated(containerLabels, series);

/** `hourly` is the look-back with its step, such as `[604800s:3600s]`. */
export function incidentQueries(namespaces: readonly string[] | undefined, hourly: string) {
  const scope = [inNamespaces(namespaces)];
  const counts = containerStatus('restarts_total', scope, []);
  const highest = containerStatus('restarts_total', scope, [], (series) => `max_over_time(${series}${hourly})`);
  return {
    counts: ofContainer(`(${counts}) > 0`),
    countsOf: (pods: readonly string[]) =>
      ofContainer(containerStatus('restarts_total', [...scope, ['pod', 'any', pods]], [])),
    /** The newest count of each container that restarted. Pods that are gone have their last sample of an hour. */
    restarts: ofContainer(`(${counts} or ${highest}) > 0`),
    /** Shows when the samples begin. */
    monitored: `group(${counts})`,
    killed: ofContainer(containerStatus('last_terminated_reason', scope, [['reason', '=', 'OOMKilled']])),
  };
}
