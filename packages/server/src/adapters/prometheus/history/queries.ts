import { binSeconds, type WorkloadIdentity } from '../../../ports/index.ts';
import { containerLabels } from '../queries/container-series.ts';
import { containerInfos, containerResources, containerStatus } from '../queries/container-state.ts';
import { cpuAndMemory, deduplicated, inNamespaces, type Matcher, realContainers, selector } from '../queries/promql.ts';

/**
 * A bin includes its start but not its end, and it is evaluated at its end; the offset excludes a sample at the end. An
 * offset keeps the timestamps whole seconds, which are half of the bytes of a response.
 */
const justBefore = 'offset 1ms';
const before = (series: string): string => `${series} ${justBefore}`;

/** A container of one pod: the next pod of a StatefulSet has the same name and another uid. */
const podContainerLabels = [...containerLabels, 'uid'];

/** The queries that read a history. Each returns one value per bin. */
export function historyQueries(scope: readonly Matcher[]) {
  const usage = (metric: string, range = '', ...more: Matcher[]) =>
    `${selector(metric, [...scope, ...realContainers, ...more])}${range}`;
  const state = (metric: string, ...more: Matcher[]) => before(selector(metric, [...scope, ...more]));
  // Not rounded: Prometheus would need two to three times as long, for a response that is a third shorter.
  const rate = (seconds: number) =>
    `rate(${usage('container_cpu_usage_seconds_total', `[${seconds}s]`)} ${justBefore})`;
  const memory = (over: 'max_over_time' | 'avg_over_time') =>
    `${over}(${usage('container_memory_working_set_bytes', `[${binSeconds}s]`)} ${justBefore})`;
  const killed = deduplicated(
    podContainerLabels,
    containerStatus('last_terminated_reason', scope, [['reason', '=', 'OOMKilled']], before),
  );

  const usageMetrics: Matcher = [
    '__name__',
    'any',
    ['container_memory_working_set_bytes', 'container_cpu_usage_seconds_total'],
  ];
  return {
    /** The number of series in a result. The CPU usage of a container may have one series for each processor. */
    seriesCount: `max(count by (__name__) (${usage('', '', usageMetrics)}))`,
    /** Not merged in the query, like `memory` and `meanMemory`: `merge-series.ts` merges the series. */
    cpu: rate(binSeconds),
    /** For counters with so few samples that a bin does not contain two of them. */
    cpuCoarse: rate(2 * binSeconds),
    memory: memory('max_over_time'),
    /** Used for totals, because the peaks of several containers or pods seldom coincide. */
    meanMemory: memory('avg_over_time'),
    ready: state('kube_pod_status_ready', ['condition', '=', 'true']),
    /** Used if readiness is unknown. */
    running: state('kube_pod_status_phase', ['phase', '=', 'Running']),
    /** Requests per bin, for pods whose requests changed. */
    requests: (pods: readonly string[]) =>
      deduplicated(
        [...containerLabels, 'resource'],
        containerResources('requests', [...scope, ['pod', 'any', pods]], cpuAndMemory, before),
      ),
    killed,
    /** Restart counts of pods with a kill: while the last termination was OOMKilled, each further restart is another kill. */
    restarts: (pods: readonly string[]) =>
      deduplicated(podContainerLabels, containerStatus('restarts_total', [...scope, ['pod', 'any', pods]], [], before)),
    /** Memory limits per bin of pods with a kill. */
    limits: (pods: readonly string[]) =>
      deduplicated(
        podContainerLabels,
        containerResources('limits', [...scope, ['pod', 'any', pods]], ['resource', '=', 'memory'], before),
      ),
  };
}

/** The number of all pods in the look-back, however short they lived. */
export const podCountQuery = (scope: readonly Matcher[], lookBack: string): string =>
  `count(group by (namespace, pod) (last_over_time(${selector('kube_pod_owner', scope)}${lookBack})))`;

/**
 * The requests of each container, and all containers without init containers that are not sidecars, at every `step` before
 * `end`, which is one of the steps. The first step is at the start of the slice or before it. Evaluate them at `at`.
 */
export function requestRangeQueries(
  scope: readonly Matcher[],
  { seconds, end, step }: { readonly seconds: number; readonly end: number; readonly step: number },
) {
  // Prometheus aligns the steps of a subquery to multiples of the step, so an offset moves the samples there.
  const at = Math.ceil(end / step) * step;
  const overSteps = (over: string) => (series: string) =>
    `${over}((${series} offset ${(at - end) * 1000 + 1}ms)[${seconds + step - binSeconds}s:${step}s])`;
  // A pod that was replaced by one with the same name has two series, so the minimum is taken over both.
  const requests = (extreme: 'min' | 'max') =>
    `${extreme} by (${[...containerLabels, 'resource'].join(',')}) (${containerResources(
      'requests',
      scope,
      cpuAndMemory,
      overSteps(`${extreme}_over_time`),
    )})`;
  return {
    at,
    least: requests('min'),
    most: requests('max'),
    containers: deduplicated(containerLabels, containerInfos(scope, overSteps('last_over_time'))),
  };
}

/** Without the uid, because perhaps only one of two exporters reports it. */
const ofContainer = (series: string): string => deduplicated(containerLabels, series);
const ofPodContainer = (series: string): string => deduplicated(podContainerLabels, series);

/** `hourly` is the range with its step, such as `[604800s:3600s]`. */
export function incidentQueries(namespaces: readonly string[] | undefined, hourly: string) {
  const scope = [inNamespaces(namespaces)];
  const counts = containerStatus('restarts_total', scope, []);
  const highest = containerStatus('restarts_total', scope, [], (series) => `max_over_time(${series}${hourly})`);
  return {
    counts: ofPodContainer(`(${counts}) > 0`),
    countsOf: (pods: readonly string[]) =>
      ofPodContainer(containerStatus('restarts_total', [...scope, ['pod', 'any', pods]], [])),
    /** The newest count of each container that restarted. For deleted pods, the last hourly sample is used. */
    restarts: ofPodContainer(`(${counts} or ${highest}) > 0`),
    /** Shows when the first samples were taken. */
    monitored: `group(${counts})`,
    killed: ofPodContainer(containerStatus('last_terminated_reason', scope, [['reason', '=', 'OOMKilled']])),
  };
}

export const ownedBy = (owners: readonly string[], ownerKind: string): readonly Matcher[] => [
  ['owner_kind', '=', ownerKind],
  ['owner_name', 'any', owners],
];

/** The ReplicaSets and pods of one workload in a range such as `[604800s]`. */
export function ownedQueries({ namespace, kind, name }: WorkloadIdentity, lookBack: string) {
  const inWindow = (metric: string, ...matchers: Matcher[]) =>
    `last_over_time(${selector(metric, [['namespace', '=', namespace], ...matchers])}${lookBack})`;
  return {
    replicaSets: `group by (replicaset) (${inWindow('kube_replicaset_owner', ...ownedBy([name], kind))})`,
    pods: (owners: readonly string[], ownerKind: string) =>
      `group by (pod) (${inWindow('kube_pod_owner', ...ownedBy(owners, ownerKind))})`,
  };
}

/**
 * The queries for the events of one workload's pods. They return few series, and most return only the points at which
 * something changed, for any number of pods. `scope` selects the pods, `owner` their series in kube_pod_owner.
 */
export function eventQueries(scope: readonly Matcher[], owner: readonly Matcher[]) {
  const owned = (over = unchanged) => `and on (namespace,pod) ${over(selector('kube_pod_owner', owner))}`;
  const counts = (over = unchanged) => ofPodContainer(containerStatus('restarts_total', scope, [], over));
  const created = `max by (namespace,pod) (${selector('kube_pod_created', scope)})`;
  // For a new pod, the count before is 0. An older pod without an earlier sample was not observed.
  const unborn = `${counts()} * 0 and on (namespace,pod) (time() - ${created} < ${2 * binSeconds})`;
  const earlier = counts((series) => `last_over_time(${series}[1h] offset ${binSeconds}s)`);
  const restarted = `((${counts()} - (${earlier} or ${unborn})) > 0) ${owned()}`;
  const killed = containerStatus('last_terminated_reason', scope, [['reason', '=', 'OOMKilled']]);
  const amounts = (kind: 'requests' | 'limits', over = unchanged) =>
    `max by (container,resource) ((${containerResources(kind, scope, cpuAndMemory, over)}) ${owned(over)})`;
  const quota = (metric: string) =>
    `sum(increase(${selector(metric, [...scope, ...realContainers])}[1h]) ${owned((series) => `last_over_time(${series}[1h])`)})`;
  return {
    observed: `group(${counts()} ${owned()})`,
    restarts: `sum by (container) (${ofContainer(restarted)})`,
    kills: `count by (container) (${ofContainer(`${restarted} and on (${podContainerLabels.join(',')}) (${killed}) == 1`)})`,
    versions: `group by (owner_name,container,image,image_spec) (max by (namespace,pod,container,image,image_spec) (${containerInfos(scope)}) * on (namespace,pod) group_left (owner_name) max by (namespace,pod,owner_name) (${selector('kube_pod_owner', owner)}))`,
    /** The value of a container at the times at which it differs from the value five minutes before. */
    amounts: (kind: 'requests' | 'limits') =>
      `${amounts(kind)} unless (${amounts(kind)} == ${amounts(kind, aBinEarlier)})`,
    periods: quota('container_cpu_cfs_periods_total'),
    throttled: quota('container_cpu_cfs_throttled_periods_total'),
  };
}

const unchanged = (series: string): string => series;
const aBinEarlier = (series: string): string => `${series} offset ${binSeconds}s`;
