import {
  formatResource,
  type LimitPolicy,
  type QosClass,
  type ResourceName,
  resourceStepAbove,
  resourceStepBelow,
  roundDownResource,
  roundUpResource,
} from '@trimtab/core';
import type { ContainerSpec, NamespaceRules, Workload } from '../ports/index.ts';
import { type Draft, type Need, strictest } from './pod-draft.ts';
import { explainLimit, isBelowNeed, raiseToNeed, requireRatio, setLimit } from './pod-limits.ts';
import { reachedLimit } from './pod-peaks.ts';
import { qosClass } from './pod-quality.ts';
import { withinQuota } from './pod-quotas.ts';
import { limitRoom, limitsWithinPod, type PodDrafts, requestsWithinPod, requirePodRatio } from './pod-ranges.ts';

/**
 * Turns the computed requests of one pod into requests and limits that Kubernetes accepts:
 *
 * 1. Requests are rounded up to whole millicores and MiB, so that every surface shows the number of the manifest.
 * 2. Requests stay within the LimitRanges and the quotas of the namespace, and a pod fits a node.
 * 3. Limits follow the policy, and are never below the request. No limit is lowered below the highest usage, and no memory
 *    limit to one at which the container was killed. No limit is added that would be below them.
 * 4. The quality-of-service class of the pod stays the same, except that setting requests makes BestEffort Burstable.
 */
export type PodQuestion = {
  readonly workload: Workload;
  readonly policy: LimitPolicy;
  /** The pods that get the new resources; null if unknown. */
  readonly replicas: number | null;
  /** In cores or bytes. */
  readonly wanted: readonly {
    readonly container: string;
    readonly resource: ResourceName;
    readonly amount: number;
    readonly need: Need;
  }[];
};

/** The final request and limit of one resource of one container, in cores or bytes. */
export type SettledResource = {
  readonly container: string;
  readonly resource: ResourceName;
  /** Before LimitRanges, quotas and limits changed it. */
  readonly wanted: number;
  /** 0: not even the least request is possible, so that none is suggested. */
  readonly request: number;
  /** Null: the container has no limit and gets none. Absent: its limits are unknown. */
  readonly limit?: number | null;
  /** Null if there is no limit or if it is unknown. */
  readonly currentLimit: number | null;
  /** CPU: whether the usage came so near the present limit that it may have been held back. */
  readonly reachedLimit: boolean;
  readonly policy: LimitPolicy;
  /** Null if the limits of the pod are unknown. */
  readonly qos: QosClass | null;
  /** Why the request differs from the wanted one, as sentences. */
  readonly bounds: readonly string[];
  /** Why the limit changes or follows the request, as sentences. */
  readonly reasons: readonly string[];
};

/** The requests are settled again if a limit needs a larger one. Each further time changes less. */
const mostRounds = 6;

export function settlePod(question: PodQuestion): SettledResource[] {
  const { workload, policy } = question;
  const { containers, rules = noRules } = workload;
  const drafts = draftsOf(question);
  const qos = qosClass(containers, workload.qosClass);
  const pod = { drafts, containers, rules, workload };
  settleAll(question, pod, qos);
  if (qos === 'Burstable') {
    // Each time, at least one more limit is omitted.
    while (omitLimits(drafts)) settleAll(question, pod, qos);
    keepBurstable(drafts, containers, rules);
  }
  return drafts.map((draft) => ({
    container: draft.spec.name,
    resource: draft.resource,
    wanted: draft.wanted,
    request: draft.request,
    ...(qos === null ? {} : { limit: draft.limit }),
    currentLimit: draft.current.limit,
    reachedLimit: reachedLimit(draft),
    policy,
    qos,
    bounds: draft.bounds,
    reasons: draft.reasons,
  }));
}

function settleAll(question: PodQuestion, pod: PodDrafts, qos: QosClass | null): void {
  for (let round = 1; round <= mostRounds; round++) {
    for (const draft of pod.drafts)
      Object.assign(draft, { request: draft.wanted, limit: null, bounds: [], reasons: [] });
    settleRequests(question, pod, qos);
    if (qos !== null) settleLimits(question, pod, qos);
    if (qos !== 'Burstable' || !requireRequests(pod)) break;
  }
}

/**
 * Omits new limits that are below what their containers need, so that the other containers get this room. Returns whether
 * there were any.
 */
function omitLimits(drafts: readonly Draft[]): boolean {
  const below = drafts.filter(isBelowNeed);
  for (const draft of below) draft.isLimitOmitted = true;
  // These follow from the limits.
  if (below.length > 0) for (const draft of drafts) Object.assign(draft, { least: null, basis: null });
  return below.length > 0;
}

const noRules: NamespaceRules = { limitRanges: [], quotas: [] };

/** Whether a request can be suggested at all: a full quota may leave nothing for a container without one. */
export const isPossible = ({ settled }: { readonly settled: SettledResource }): boolean => settled.request > 0;

function draftsOf({ workload, wanted }: PodQuestion): Draft[] {
  return wanted.flatMap(({ container, resource, amount, need }): Draft[] => {
    const spec = workload.containers.find(({ name }) => name === container);
    if (spec === undefined) return [];
    const request = resource === 'cpu' ? spec.cpuRequest : spec.memoryRequest;
    const current = { request, limit: spec.limits?.[resource] ?? null };
    // An unchanged request is not rounded, because another amount would only restart the pods.
    const rounded = amount === request ? amount : roundUpResource(resource, amount);
    const open = {
      request: rounded,
      limit: null,
      least: null,
      basis: null,
      isLimitOmitted: false,
      bounds: [],
      reasons: [],
    };
    return [{ spec, resource, wanted: rounded, current, need, ...open }];
  });
}

function settleRequests({ workload, replicas }: PodQuestion, pod: PodDrafts, qos: QosClass | null): void {
  const { drafts, rules } = pod;
  for (const draft of drafts) {
    if (qos === 'Guaranteed') raiseToNeed(draft);
    withinLimitRanges(draft, rules);
  }
  requestsWithinPod(pod);
  withinQuota({ drafts, workload, replicas, of: 'requests' });
}

function settleLimits({ workload, policy, replicas }: PodQuestion, pod: PodDrafts, qos: QosClass): void {
  const { drafts, rules } = pod;
  for (const draft of drafts) setLimit(draft, { qos, policy, rules });
  if (qos === 'Burstable') limitsWithinPod(pod);
  withinQuota({ drafts, workload, replicas, of: 'limits' });
  for (const draft of drafts) explainLimit(draft, policy);
}

/** Notes the requests that are too small for their limits. Whether there are any that were not noted before. */
function requireRequests(pod: PodDrafts): boolean {
  const before = pod.drafts.map(({ least }) => least);
  for (const draft of pod.drafts) requireRatio(draft, pod.rules);
  requirePodRatio(pod);
  return pod.drafts.some(({ least }, index) => least !== before[index]);
}

function withinLimitRanges(draft: Draft, rules: NamespaceRules): void {
  const { resource, least: needed } = draft;
  const least = strictest(rules, { type: 'Container', resource, field: 'min' });
  if (least !== null && draft.request < least.value) {
    draft.request = roundUpResource(resource, least.value);
    draft.bounds.push(`The LimitRange ${least.name} requires at least ${formatResource(resource, least.value)}.`);
  }
  if (needed !== null && draft.request < needed.value) {
    draft.request = needed.value;
    draft.bounds.push(needed.text);
  }
  const most = strictest(rules, { type: 'Container', resource, field: 'max' });
  if (most !== null && draft.request > most.value) {
    draft.request = roundDownResource(resource, most.value);
    draft.bounds.push(`The LimitRange ${most.name} allows at most ${formatResource(resource, most.value)}.`);
  }
}

/**
 * A Burstable pod whose requests all equal their limits would become Guaranteed. One step prevents it: a higher limit, or a lower
 * request if a LimitRange has no room for it or a quota counts the limits.
 */
function keepBurstable(drafts: readonly Draft[], containers: readonly ContainerSpec[], rules: NamespaceRules): void {
  // If the containers alone would make it Guaranteed already, its init containers prevent that.
  if (qosClass(containers) === 'Guaranteed') return;
  if (qosClass(containers.map((spec) => settledSpec(spec, drafts))) !== 'Guaranteed') return;
  const cpuFirst = drafts.toSorted((a, b) => Number(a.resource === 'memory') - Number(b.resource === 'memory'));
  const raised = cpuFirst.find(({ resource, limit }) => {
    const most = strictest(rules, { type: 'Container', resource, field: 'max' });
    if (limit === null || rules.quotas.some((quota) => quota.of === 'limits' && quota.resource === resource))
      return false;
    const above = resourceStepAbove(resource, limit);
    return (
      (most === null || above <= most.value) && above - limit <= limitRoom({ drafts, containers, rules }, resource)
    );
  });
  const lowered =
    raised === undefined
      ? cpuFirst.find(({ resource, request }) => resourceStepBelow(resource, request) > 0)
      : undefined;
  // If a LimitRange leaves no room at all, keep the QoS class and exceed the bound.
  const changed = raised ?? lowered ?? cpuFirst[0];
  if (changed === undefined) return;
  if (changed === lowered) changed.request = resourceStepBelow(changed.resource, changed.request);
  else changed.limit = resourceStepAbove(changed.resource, changed.limit ?? changed.request);
  changed.reasons.push('The limit stays one step above the request, so that the pod does not become Guaranteed.');
}

function settledSpec(spec: ContainerSpec, drafts: readonly Draft[]): ContainerSpec {
  const of = (resource: ResourceName): Draft | undefined =>
    drafts.find((draft) => draft.spec === spec && draft.resource === resource);
  const [cpu, memory] = [of('cpu'), of('memory')];
  return {
    name: spec.name,
    cpuRequest: cpu === undefined ? spec.cpuRequest : cpu.request || null,
    memoryRequest: memory === undefined ? spec.memoryRequest : memory.request || null,
    limits: {
      cpu: cpu === undefined ? (spec.limits?.cpu ?? null) : cpu.limit,
      memory: memory === undefined ? (spec.limits?.memory ?? null) : memory.limit,
    },
  };
}
