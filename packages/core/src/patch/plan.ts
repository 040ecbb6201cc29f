import type { Suggestion } from '../api/schemas/suggestions.ts';
import type { EnhancedTarget, Pod } from '../api/schemas/targets.ts';
import { withoutCluster } from '../domain/cluster.ts';
import { deriveDirection, scalesReplicas, scalesRequests } from '../domain/direction.ts';
import { isInjected } from '../domain/injected.ts';
import { otherMetrics } from '../domain/other-metrics.ts';
import { finiteOrNull, isResourceName, type ResourceName } from '../domain/resource.ts';
import { deriveScaleTargetRef } from '../domain/scale-target-ref.ts';
import { formatResource } from '../format/resource.ts';
import { parseQuantity, printResourceQuantity } from '../quantity/quantity.ts';
import { manifestAmount } from '../quantity/resource-steps.ts';
import { injectedNote } from './injected.ts';
import { type KnownContainer, knownContainers } from './known-workload.ts';
import type { QosClass } from './pod-qos.ts';

/** Null removes the value. */
type Quantities = Readonly<Partial<Record<ResourceName, string | null>>>;

export type PlannedContainer = {
  readonly name: string;
  /** A native sidecar is one of the init containers. */
  readonly sidecar: boolean;
  readonly requests: Quantities;
  readonly limits: Quantities;
};

/** The changes of a suggestion as Kubernetes quantities. */
export type PatchPlan = {
  readonly namespace: string;
  readonly name: string;
  readonly apiVersion: string;
  /** Empty if the server does not send it. Then there is no file. */
  readonly kind: string;
  /** Null if the replicas are not to be set. */
  readonly replicas: number | null;
  /** The new bounds of the autoscaler that sets the replicas; null if it does not change. */
  readonly autoscaler: { readonly name: string; readonly minReplicas: number; readonly maxReplicas: number } | null;
  readonly containers: readonly PlannedContainer[];
  /** The changes of containers that the template of the workload does not have, so that no file contains them. */
  readonly leftOut?: readonly PlannedContainer[];
  /** Sentences about what the file does not change, or changes in addition, and why. */
  readonly notes: readonly string[];
  /** The containers of the workload, against which the files are checked. */
  readonly known: readonly KnownContainer[];
  /** The quality-of-service class of the newest pod. Absent: unknown. */
  readonly qosClass?: QosClass;
  /** Whether the plan restores earlier values, so that the quality-of-service class may change. */
  readonly restores?: true;
};

/** The usual API versions of kinds that are not in `apps/v1`. */
const apiVersions = new Map([
  ['Rollout', 'argoproj.io/v1alpha1'],
  ['Job', 'batch/v1'],
  ['CronJob', 'batch/v1'],
]);

/** The workload that a patch changes. */
export function planHead({
  target,
  aiscaletarget: { namespace, name, spec },
}: EnhancedTarget): Pick<PatchPlan, 'namespace' | 'name' | 'apiVersion' | 'kind' | 'qosClass'> {
  const ref = deriveScaleTargetRef(spec);
  const kind = ref?.kind ?? target.kind ?? '';
  return {
    namespace: withoutCluster(namespace, target.cluster),
    name: ref?.name ?? name,
    apiVersion: ref?.apiVersion ?? apiVersions.get(kind) ?? 'apps/v1',
    kind,
    ...(target.qos_class === undefined ? {} : { qosClass: target.qos_class }),
  };
}

/**
 * Requests and limits if the target scales requests. Replicas if no autoscaler sets them; otherwise the bounds of the
 * autoscaler.
 *
 * @param pods the pods of the target, for a server that does not send limits
 */
export function patchPlan(target: EnhancedTarget, suggestion: Suggestion, pods?: readonly Pod[]): PatchPlan {
  const head = planHead(target);
  const direction = deriveDirection(target.aiscaletarget.spec);
  const known = knownContainers(target, pods);
  const planned = scalesRequests(direction)
    ? suggestion.resourceRecommendations.flatMap((one) => plannedContainer(one, known))
    : [];
  const { leftOut = [], own = [] } = Object.groupBy(planned, ({ container }) =>
    isInjected(container.name, target.target) ? 'leftOut' : 'own',
  );
  const scaling = scalesReplicas(direction) ? replicaChange(head.kind, target, suggestion) : noScaling;
  return {
    ...head,
    replicas: scaling.replicas,
    autoscaler: scaling.autoscaler,
    containers: own.map(({ container }) => container),
    leftOut: leftOut.map(({ container }) => container),
    notes: [
      ...own.flatMap(({ notes }) => notes),
      ...leftOut.map(({ container }) => injectedNote(container, known)),
      ...scaling.notes,
    ],
    known,
  };
}

/** Whether the plan contains no change. */
export const isEmptyPlan = ({ replicas, autoscaler, containers }: PatchPlan): boolean =>
  replicas === null && autoscaler === null && containers.length === 0;

type Scaling = Pick<PatchPlan, 'replicas' | 'autoscaler' | 'notes'>;
const noScaling: Scaling = { replicas: null, autoscaler: null, notes: [] };

const withoutAutoscaler =
  'The replicas suffice for the coming hour and the busy times of the last 7 days. No autoscaler adds pods if the load grows.';

const fewerMembers = 'Check that the members of this StatefulSet tolerate fewer replicas, such as a quorum of 3.';

function replicaChange(kind: string, target: EnhancedTarget, suggestion: Suggestion): Scaling {
  const suggested = finiteOrNull(suggestion.suggestedReplicas);
  if (suggested === null) return noScaling;
  if (kind === 'DaemonSet')
    return { ...noScaling, notes: ['A DaemonSet runs one pod on every node, so its replicas cannot be set.'] };
  const hpa = target.horizontalpodautoscaler;
  const check = (before: number | null, after: number) =>
    kind === 'StatefulSet' && before !== null && after < before ? [fewerMembers] : [];
  if (!hpa) {
    const notes = [withoutAutoscaler, ...check(finiteOrNull(target.target.current_replicas), suggested)];
    return { ...noScaling, replicas: suggested, notes };
  }
  const [minReplicas, maxReplicas] = [finiteOrNull(suggestion.minReplicas), finiteOrNull(suggestion.maxReplicas)];
  const note = 'The horizontal pod autoscaler sets the replicas, so the patch does not.';
  // A server may not know how many pods they need.
  const others = otherMetrics(hpa.metrics ?? []);
  if (others !== null) {
    const reason = `Its bounds stay, because it follows ${others}, and how many pods that needs is unknown.`;
    return { ...noScaling, notes: [`${note} ${reason}`] };
  }
  const least = finiteOrNull(hpa.min_replicas);
  const isSame = minReplicas === least && maxReplicas === finiteOrNull(hpa.max_replicas);
  if (hpa.name === undefined || minReplicas === null || maxReplicas === null || isSame)
    return { ...noScaling, notes: [note] };
  return {
    replicas: null,
    autoscaler: { name: hpa.name, minReplicas, maxReplicas },
    notes: [`${note} A second patch sets the bounds of the autoscaler.`, ...check(least, minReplicas)],
  };
}

type Recommended = Suggestion['resourceRecommendations'][number];

function plannedContainer(
  { container: name, recommendations }: Recommended,
  known: readonly KnownContainer[],
): { readonly container: PlannedContainer; readonly notes: readonly string[] }[] {
  const requests: Partial<Record<ResourceName, string>> = {};
  const limits: Partial<Record<ResourceName, string>> = {};
  const notes: string[] = [];
  const own = known.find((one) => one.name === name);
  for (const { resource, value, limit } of recommendations) {
    const amount = parseQuantity(value);
    if (!isResourceName(resource) || amount === null || amount <= 0) continue;
    const wanted = parseQuantity(limit);
    const present = own?.limits?.[resource] ?? null;
    const rounded = manifestAmount(resource, amount, own?.requests?.[resource]);
    // Rounding up must not raise a request above its limit.
    const limited = wanted ?? present;
    const request = limited !== null && amount <= limited ? Math.min(rounded, limited) : rounded;
    requests[resource] = printResourceQuantity(resource, request);
    if (wanted !== null) limits[resource] = printResourceQuantity(resource, wanted);
    if (limit !== undefined || present === null || request <= present) continue;
    limits[resource] = printResourceQuantity(resource, request);
    notes.push(
      `The suggested ${resource} request of ${name} is above its limit of ${formatResource(resource, present)}, so the file raises the limit to the request.`,
    );
  }
  const container = { name, sidecar: own?.sidecar === true, requests, limits };
  return Object.keys(requests).length === 0 ? [] : [{ container, notes }];
}
