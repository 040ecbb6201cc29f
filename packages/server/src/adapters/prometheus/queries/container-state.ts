import { containerLabels } from './container-series.ts';
import { type Matcher, selector } from './promql.ts';

/** Init containers that are not sidecars have no such label. Before kube-state-metrics 2.11, no container has it. */
const isSidecar: Matcher = ['restart_policy', '=', 'Always'];

/** The native sidecars: init containers that run as long as their pod. */
export const sidecarInfos = (scope: readonly Matcher[]): string =>
  selector('kube_pod_init_container_info', [...scope, isSidecar]);

/** The containers that run as long as their pod. `over` is applied to each selector, for example to add a range. */
export const containerInfos = (scope: readonly Matcher[], over: (series: string) => string = unchanged): string =>
  `${over(selector('kube_pod_container_info', scope))} or ${over(sidecarInfos(scope))}`;

/**
 * The pods of the class Burstable that have init containers other than sidecars. Only these containers are not listed, so
 * only of these pods the class cannot be derived.
 */
export function burstableWithInit(scope: readonly Matcher[]): string {
  const burstable = selector('kube_pod_status_qos_class', [...scope, ['qos_class', '=', 'Burstable']]);
  const init = selector('kube_pod_init_container_info', [...scope, ['restart_policy', '!=', 'Always']]);
  return `${burstable} == 1 and on (namespace,pod) ${init}`;
}

export const imageLabels = ['image', 'image_spec'];

/**
 * The image in the spec of the pod. Older exporters report only the image that the node runs, which may be the same image under
 * another name or tag.
 */
export const imageOf = ({ image_spec: ofSpec = '', image = '' }: Readonly<Record<string, string>>): string =>
  ofSpec === '' ? image : ofSpec;

/** Requests or limits of the containers that run as long as their pod. */
export function containerResources(
  kind: 'requests' | 'limits',
  scope: readonly Matcher[],
  resource: Matcher,
  over: (series: string) => string = unchanged,
): string {
  const matchers = [...scope, resource];
  const ordinary = over(selector(`kube_pod_container_resource_${kind}`, matchers));
  const init = over(selector(`kube_pod_init_container_resource_${kind}`, matchers));
  return `${ordinary} or (${init} and on (${containerLabels.join(',')}) ${over(sidecarInfos(scope))})`;
}

/** A status of the containers that run as long as their pod. `over` is applied as in `containerInfos`. */
export function containerStatus(
  status: 'last_terminated_reason' | 'restarts_total',
  scope: readonly Matcher[],
  matchers: readonly Matcher[],
  over: (series: string) => string = unchanged,
): string {
  const all = [...scope, ...matchers];
  const init = over(selector(`kube_pod_init_container_status_${status}`, all));
  return `${over(selector(`kube_pod_container_status_${status}`, all))} or (${init} and on (${containerLabels.join(',')}) ${over(sidecarInfos(scope))})`;
}

const unchanged = (series: string): string => series;
