import {
  formatResource,
  type LimitPolicy,
  type QosClass,
  roundDownResource,
  roundUpResource,
  roundUpToUnit,
} from '@trimtab/core';
import type { NamespaceRules } from '../ports/index.ts';
import { type Draft, strictest } from './pod-draft.ts';
import { leastLimit, needReason } from './pod-peaks.ts';
import { setsNothing } from './pod-quality.ts';

/**
 * For a Guaranteed pod, in which the request must equal the limit. Call it before the rules of the namespace are applied.
 */
export function raiseToNeed(draft: Draft): void {
  const least = leastLimit(draft);
  if (least === null || draft.request >= least) return;
  draft.request = least;
  draft.bounds.push(`The limit must equal the request, and ${needReason(draft)}.`);
}

function keepAboveNeed(draft: Draft): void {
  const { resource, limit } = draft;
  const least = leastLimit(draft);
  if (limit === null || least === null || limit >= least) return;
  draft.limit = least;
  draft.reasons.push(`The limit does not fall to ${formatResource(resource, limit)}, because ${needReason(draft)}.`);
}

const staysGuaranteed = 'The limit equals the request, so that the pod stays Guaranteed.';
const becomesBurstable = 'The pod has no requests yet: setting them makes it Burstable. No limit is added.';
/** The reasons that apply to all containers of a pod. */
export const podReasons: ReadonlySet<string> = new Set([staysGuaranteed, becomesBurstable]);

type LimitQuestion = { readonly qos: QosClass; readonly policy: LimitPolicy; readonly rules: NamespaceRules };

export function setLimit(draft: Draft, { qos, policy, rules }: LimitQuestion): void {
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
  if (draft.isLimitOmitted) {
    draft.reasons.push(`LimitRanges or quotas leave too little for a limit: ${needReason(draft)}. No limit is added.`);
    return;
  }
  draft.basis ??= draft.request;
  draft.limit = limitByPolicy(draft, policy);
  keepAboveNeed(draft);
  const most = strictest(rules, { type: 'Container', resource, field: 'max' });
  if (most === null || draft.limit === null || draft.limit <= most.value) return;
  draft.limit = Math.max(draft.request, roundDownResource(resource, most.value));
  draft.reasons.push(`The LimitRange ${most.name} allows a limit of at most ${formatResource(resource, most.value)}.`);
}

/** Whether the policy would add a limit, to a container that has none, that is below what the container needs. */
export const isBelowNeed = (draft: Draft): boolean =>
  draft.current.limit === null && draft.limit !== null && draft.limit < (leastLimit(draft) ?? 0);

/** Call it after the quotas, which may leave the limit as it is. */
export function explainLimit(draft: Draft, policy: LimitPolicy): void {
  const isUnexplained = draft.reasons.length === 0 && draft.limit !== draft.current.limit;
  if (isUnexplained) draft.reasons.push(limitReason(draft, policy));
}

function limitByPolicy({ resource, request, basis, current, spec }: Draft, policy: LimitPolicy): number | null {
  if (policy === 'equal' && resource === 'memory') return request;
  if (current.limit === null) return null;
  const own = resource === 'cpu' ? spec.cpuRequest : spec.memoryRequest;
  // Kubernetes accepts no finer limit, but objects from older versions may contain one.
  const kept = roundUpToUnit(resource, current.limit);
  if (policy === 'ratio' && own !== null) {
    const followed = Math.min(request, basis ?? request);
    return Math.max(request, roundUpResource(resource, (followed * current.limit) / own));
  }
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

/** A LimitRange may bound limit ÷ request. Raises the request, because lowering the limit could stop the container. */
export function requireRatio(draft: Draft, rules: NamespaceRules): void {
  const ratio = strictest(rules, { type: 'Container', resource: draft.resource, field: 'maxRatio' });
  if (ratio === null || ratio.value < 1 || draft.limit === null || draft.limit <= draft.request * ratio.value) return;
  requireRequest(
    draft,
    draft.limit / ratio.value,
    `The LimitRange ${ratio.name} allows a limit of at most ${ratio.value} × the request.`,
  );
}

/** Remembers the least request that the limit allows. The requests are then computed again, so that all rules hold. */
export function requireRequest(draft: Draft, amount: number, text: string): void {
  const value = Math.min(draft.limit ?? Number.POSITIVE_INFINITY, roundUpResource(draft.resource, amount));
  if (value > (draft.least?.value ?? 0)) draft.least = { value, text };
}
