import { perContainer, sumOfLives } from '../queries/container-series.ts';
import { inNamespaces, type Matcher, once, realContainers, select } from '../queries/promql.ts';

/** Width of a bin, and the step of every query: multiples of it are what query front ends keep answers for. */
export const binSeconds = 300;

const perPod = ['namespace', 'pod'];
const reason = 'kube_pod_container_status_last_terminated_reason';

/**
 * A bin holds its start and not its end, and its value is asked for at its end, so everything looks from a millisecond
 * before that. An offset does it and leaves the times whole: they are half of the answer's bytes.
 */
const before = 'offset 1ms';

/** The queries behind a history; each answers a value per bin. */
export function historyQueries(namespaces: readonly string[] | undefined) {
  const scope: Matcher = inNamespaces(namespaces);
  const usage = (metric: string, range = '', ...more: Matcher[]) =>
    `${select(metric, [scope, ...realContainers, ...more])}${range}`;
  const state = (metric: string, ...more: Matcher[]) => `${select(metric, [scope, ...more])} ${before}`;
  // To a millionth of a core: further digits are noise, and were half of the bytes.
  const rate = (seconds: number) => {
    const ofLife = (identified: Matcher) =>
      `rate(${usage('container_cpu_usage_seconds_total', `[${seconds}s]`, identified)} ${before})`;
    return `round(${sumOfLives(perContainer, ofLife)}, 0.000001)`;
  };
  const killed = once(perContainer, state(reason, ['reason', '=', 'OOMKilled']));

  return {
    /** How many series there are to come, roughly: those written twice count twice. */
    breadth: `count(${usage('container_memory_working_set_bytes')}) or count(${usage('container_cpu_usage_seconds_total')})`,
    cpu: rate(binSeconds),
    /** For counters scraped too seldom for a bin to hold two samples. */
    cpuCoarse: rate(2 * binSeconds),
    memory: once(
      perContainer,
      `max_over_time(${usage('container_memory_working_set_bytes', `[${binSeconds}s]`)} ${before})`,
    ),
    ready: once(perPod, state('kube_pod_status_ready', ['condition', '=', 'true'])),
    /** Stands in for readiness where that is unknown. */
    running: once(perPod, state('kube_pod_status_phase', ['phase', '=', 'Running'])),
    /** Of pods whose requests changed under their names. */
    requests: (pods: readonly string[]) =>
      once(
        [...perContainer, 'resource'],
        state('kube_pod_container_resource_requests', ['resource', 'any', ['cpu', 'memory']], ['pod', 'any', pods]),
      ),
    killed,
    /** Of the containers whose last end was for lack of memory only: another restart is another such end. */
    restarts: `${once(perContainer, state('kube_pod_container_status_restarts_total'))} and on (${perContainer.join(',')}) (${killed} == 1)`,
  };
}

/** What each container requested over the look-back before the moment of asking: the least and the most. */
export function requestRangeQueries(namespaces: readonly string[] | undefined, lookBack: string) {
  const matchers: Matcher[] = [inNamespaces(namespaces), ['resource', 'any', ['cpu', 'memory']]];
  const requests = `${select('kube_pod_container_resource_requests', matchers)}${lookBack}`;
  const labels = [...perContainer, 'resource'];
  return { least: once(labels, `min_over_time(${requests})`), most: once(labels, `max_over_time(${requests})`) };
}

/** Containers that pods had over the look-back. Those that only prepare a pod (init) are not among them. */
export function containersQuery(namespaces: readonly string[] | undefined, lookBack: string): string {
  return once(
    perContainer,
    `last_over_time(${select('kube_pod_container_info', [inNamespaces(namespaces)])}${lookBack})`,
  );
}

/** Memory limits of some pods, over the look-back before the moment of asking. */
export function limitsQuery(
  namespaces: readonly string[] | undefined,
  pods: readonly string[],
  lookBack: string,
): string {
  const matchers: Matcher[] = [inNamespaces(namespaces), ['pod', 'any', pods], ['resource', '=', 'memory']];
  return once(perContainer, `last_over_time(${select('kube_pod_container_resource_limits', matchers)}${lookBack})`);
}
