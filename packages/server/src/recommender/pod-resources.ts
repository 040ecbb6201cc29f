import {
  formatResource,
  type LimitPolicy,
  type QosClass,
  type ResourceName,
  resourceStepAbove,
  resourceStepBelow,
  roundDownResource,
  roundUpResource,
  roundUpToUnit,
} from '@trimtab/core';
import type { ContainerSpec, NamespaceRules, Workload } from '../ports/index.ts';
import { type Draft, strictest } from './pod-draft.ts';
import { qosClass, setsNothing } from './pod-quality.ts';
import { withinQuota } from './pod-quotas.ts';
import { limitRoom, limitsWithinPod, requestsWithinPod } from './pod-ranges.ts';

/**
 * Turns the computed requests of one pod into requests and limits that Kubernetes accepts:
 *
 * 1. Requests are rounded up to whole millicores and MiB, so that every surface shows the number of the manifest.
 * 2. Requests stay within the LimitRanges and the quotas of the namespace, and fit the largest node.
 * 3. Limits follow the policy, and are never below the request. No memory limit is lowered below the highest usage.
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
    /** Memory: the highest usage of the last 14 days. Null: unknown, or not memory. */
    readonly peak: number | null;
  }[];
};

/** The final request and limit of one resource of one container, in cores or bytes. */
export type SettledResource = {
  readonly container: string;
  readonly resource: ResourceName;
  /** Before LimitRanges, quotas and limits changed it. */
  readonly wanted: number;
  readonly request: number;
  /** Null: the container has no limit and gets none. Absent: its limits are unknown. */
  readonly limit?: number | null;
  /** Null if there is no limit or if it is unknown. */
  readonly currentLimit: number | null;
  readonly policy: LimitPolicy;
  /** Null if the limits of the pod are unknown. */
  readonly qos: QosClass | null;
  /** Why the request differs from the wanted one, as sentences. */
  readonly bounds: readonly string[];
  /** Why the limit changes or follows the request, as sentences. */
  readonly reasons: readonly string[];
};

export function settlePod({ workload, policy, replicas, wanted }: PodQuestion): SettledResource[] {
  const { containers, rules = noRules, largestNode } = workload;
  const drafts = wanted.flatMap(({ container, resource, amount, peak }): Draft[] => {
    const spec = containers.find(({ name }) => name === container);
    if (spec === undefined) return [];
    const request = resource === 'cpu' ? spec.cpuRequest : spec.memoryRequest;
    const current = { request, limit: spec.limits?.[resource] ?? null };
    // An unchanged request is not rounded, because another amount would only restart the pods.
    const rounded = amount === request ? amount : roundUpResource(resource, amount);
    return [{ spec, resource, wanted: rounded, current, peak, request: rounded, limit: null, bounds: [], reasons: [] }];
  });
  const qos = qosClass(containers);
  if (qos === 'Guaranteed') for (const draft of drafts) raiseToPeak(draft);
  for (const draft of drafts) withinLimitRanges(draft, rules);
  const pod = { drafts, containers, rules, largestNode };
  requestsWithinPod(pod);
  withinQuota({ drafts, workload, replicas, of: 'requests' });
  if (qos !== null) {
    for (const draft of drafts) setLimit(draft, { qos, policy, rules });
    if (qos === 'Burstable') limitsWithinPod(pod);
    withinQuota({ drafts, workload, replicas, of: 'limits' });
    for (const draft of drafts) explainLimit(draft, policy);
    if (qos === 'Burstable') keepBurstable(drafts, containers, rules);
  }
  return drafts.map(({ spec, resource, wanted: before, current, request, limit, bounds, reasons }) => ({
    container: spec.name,
    resource,
    wanted: before,
    request,
    ...(qos === null ? {} : { limit }),
    currentLimit: current.limit,
    policy,
    qos,
    bounds,
    reasons,
  }));
}

const noRules: NamespaceRules = { limitRanges: [], quotas: [] };

function withinLimitRanges(draft: Draft, rules: NamespaceRules): void {
  const { resource } = draft;
  const least = strictest(rules, { type: 'Container', resource, field: 'min' });
  if (least !== null && draft.request < least.value) {
    draft.request = roundUpResource(resource, least.value);
    draft.bounds.push(`The LimitRange ${least.name} requires at least ${formatResource(resource, least.value)}.`);
  }
  const most = strictest(rules, { type: 'Container', resource, field: 'max' });
  if (most !== null && draft.request > most.value) {
    draft.request = roundDownResource(resource, most.value);
    draft.bounds.push(`The LimitRange ${most.name} allows at most ${formatResource(resource, most.value)}.`);
  }
}

/** A memory limit is at least this many times the highest usage. */
const limitReserve = 1.05;

/**
 * The lowest memory limit that is suggested; null if there is none. The suggested request may be below a rare burst, but
 * with a limit below it, the next burst would kill the container. The result is never above the present limit, because this
 * rule does not raise limits.
 */
function leastLimit({ resource, peak, current }: Draft): number | null {
  if (peak === null) return null;
  const most = current.limit === null ? Number.POSITIVE_INFINITY : roundUpToUnit(resource, current.limit);
  return Math.min(most, roundUpResource(resource, peak * limitReserve));
}

/**
 * For a Guaranteed pod, in which the request must equal the limit. Call it before the rules of the namespace are applied.
 */
function raiseToPeak(draft: Draft): void {
  const { resource, peak } = draft;
  const least = leastLimit(draft);
  if (least === null || draft.request >= least) return;
  draft.request = least;
  draft.bounds.push(
    `The limit must equal the request, and up to ${formatResource(resource, peak)} were used in the last 14 days.`,
  );
}

function keepAbovePeak(draft: Draft): void {
  const { resource, peak, limit } = draft;
  const least = leastLimit(draft);
  if (limit === null || least === null || limit >= least) return;
  draft.limit = least;
  draft.reasons.push(
    `The limit does not fall to ${formatResource(resource, limit)}, because up to ${formatResource(resource, peak)} were used in the last 14 days.`,
  );
}

const staysGuaranteed = 'The limit equals the request, so that the pod stays Guaranteed.';
const becomesBurstable = 'The pod has no requests yet: setting them makes it Burstable. No limit is added.';
/** The reasons that apply to all containers of a pod. */
export const podReasons: ReadonlySet<string> = new Set([staysGuaranteed, becomesBurstable]);

type LimitQuestion = { readonly qos: QosClass; readonly policy: LimitPolicy; readonly rules: NamespaceRules };

function setLimit(draft: Draft, { qos, policy, rules }: LimitQuestion): void {
  const { resource, spec } = draft;
  if (qos === 'Guaranteed') {
    draft.limit = draft.request;
    draft.reasons.push(staysGuaranteed);
    return;
  }
  if (setsNothing(spec)) {
    if (qos === 'BestEffort') draft.reasons.push(becomesBurstable);
    return;
  }
  draft.limit = limitByPolicy(draft, policy);
  keepAbovePeak(draft);
  const most = strictest(rules, { type: 'Container', resource, field: 'max' });
  if (most !== null && draft.limit !== null && draft.limit > most.value) {
    draft.limit = Math.max(draft.request, roundDownResource(resource, most.value));
    draft.reasons.push(
      `The LimitRange ${most.name} allows a limit of at most ${formatResource(resource, most.value)}.`,
    );
  }
  withinRatio(draft, rules);
}

/** Call it after the quotas, which may leave the limit as it is. */
function explainLimit(draft: Draft, policy: LimitPolicy): void {
  const isUnexplained = draft.reasons.length === 0 && draft.limit !== draft.current.limit;
  if (isUnexplained) draft.reasons.push(limitReason(draft, policy));
}

function limitByPolicy({ resource, request, current, spec }: Draft, policy: LimitPolicy): number | null {
  if (policy === 'equal' && resource === 'memory') return request;
  if (current.limit === null) return null;
  const own = resource === 'cpu' ? spec.cpuRequest : spec.memoryRequest;
  // Kubernetes accepts no finer limit, but objects from older versions may contain one.
  const kept = roundUpToUnit(resource, current.limit);
  if (policy === 'ratio' && own !== null)
    return Math.max(request, roundUpResource(resource, (request * current.limit) / own));
  return Math.max(kept, request);
}

function limitReason(draft: Draft, policy: LimitPolicy): string {
  const { resource, request, limit, current } = draft;
  if (policy === 'equal' && resource === 'memory') return 'The memory limit equals the request, as configured.';
  if (policy === 'ratio' && limit === limitByPolicy(draft, policy))
    return 'The limit keeps its ratio to the request, as configured.';
  return limit === request
    ? `The limit rises from ${formatResource(resource, current.limit)}, because the request is above it.`
    : 'The limit changes with the request.';
}

/** If a limit is too large for the request, raise the request. Lowering the limit could stop the container. */
function withinRatio(draft: Draft, rules: NamespaceRules): void {
  const ratio = strictest(rules, { type: 'Container', resource: draft.resource, field: 'maxRatio' });
  if (ratio === null || ratio.value < 1 || draft.limit === null || draft.limit <= draft.request * ratio.value) return;
  draft.request = Math.min(draft.limit, roundUpResource(draft.resource, draft.limit / ratio.value));
  draft.bounds.push(`The LimitRange ${ratio.name} allows a limit of at most ${ratio.value} × the request.`);
}

/** A Burstable pod whose requests all equal their limits would become Guaranteed. One step prevents it. */
function keepBurstable(drafts: readonly Draft[], containers: readonly ContainerSpec[], rules: NamespaceRules): void {
  if (qosClass(containers.map((spec) => settledSpec(spec, drafts))) !== 'Guaranteed') return;
  const cpuFirst = drafts.toSorted((a, b) => Number(a.resource === 'memory') - Number(b.resource === 'memory'));
  const raised = cpuFirst.find(({ resource, limit }) => {
    const most = strictest(rules, { type: 'Container', resource, field: 'max' });
    if (limit === null) return false;
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
    cpuRequest: cpu === undefined ? spec.cpuRequest : cpu.request,
    memoryRequest: memory === undefined ? spec.memoryRequest : memory.request,
    limits: {
      cpu: cpu === undefined ? (spec.limits?.cpu ?? null) : cpu.limit,
      memory: memory === undefined ? (spec.limits?.memory ?? null) : memory.limit,
    },
  };
}
