import { formatResource, type ResourceName, resourceNames, roundDownResource, roundUpResource } from '@trimtab/core';
import type { ContainerSpec, NamespaceRules, Workload } from '../ports/index.ts';
import { type Bound, type Draft, strictest } from './pod-draft.ts';
import { requireRequest } from './pod-limits.ts';
import { bestNode, podRequests } from './pod-nodes.ts';
import { leastLimit } from './pod-peaks.ts';
import { scheduledRequests } from './pod-quality.ts';

/** LimitRanges of the type Pod limit the sums over all containers of a pod. */
export type PodDrafts = {
  readonly drafts: readonly Draft[];
  readonly containers: readonly ContainerSpec[];
  readonly rules: NamespaceRules;
  /** The nodes, and the init containers, which must fit the same node. Absent: nodes are no bound. */
  readonly workload?: Pick<Workload, 'largestNodes' | 'largestInit'>;
};

/** Scales the requests so that their sum is within the LimitRanges, and the pod fits a node. */
export function requestsWithinPod(question: PodDrafts): void {
  for (const resource of resourceNames) {
    raiseToLeast(question, resource);
    const most = strictest(question.rules, { type: 'Pod', resource, field: 'max' });
    if (most === null) continue;
    const amount = formatResource(resource, most.value);
    const text = `The LimitRange ${most.name} allows at most ${amount} for all containers of a pod.`;
    lowerRequests(question, resource, { value: most.value - limitsAboveRequests(question, resource), text });
  }
  fitNode(question);
}

/** A LimitRange bounds the limits too, and those that must be above their requests leave less for the requests. */
function limitsAboveRequests(question: PodDrafts, resource: ResourceName): number {
  return draftsFor(question, resource).reduce((sum, draft) => {
    const least = draft.current.limit === null ? 0 : (leastLimit(draft) ?? 0);
    return sum + Math.max(0, least - draft.request);
  }, 0);
}

function raiseToLeast(question: PodDrafts, resource: ResourceName): void {
  const own = draftsFor(question, resource);
  const others = sumOfOthers(question, resource, 'request');
  const sum = sumOf(own);
  const least = strictest(question.rules, { type: 'Pod', resource, field: 'min' });
  if (least === null || others + sum >= least.value) return;
  const text = `The LimitRange ${least.name} requires at least ${formatResource(resource, least.value)} for all containers of a pod.`;
  const each = strictest(question.rules, { type: 'Container', resource, field: 'max' });
  for (const draft of own) {
    const raised = roundUpResource(resource, (draft.request * (least.value - others)) / sum);
    setRequest(draft, each === null ? raised : Math.max(draft.request, Math.min(raised, each.value)), text);
  }
}

/** CPU and memory must fit the same node. */
function fitNode(question: PodDrafts): void {
  const { workload = {}, containers } = question;
  const { largestNodes = [] } = workload;
  const present = scheduledRequests(workload, podRequests(containers));
  // A running pod that requests more is on a node that is not in the list, such as a cordoned one.
  const nodes = largestNodes.filter(({ cpu, memory }) => present.cpu <= cpu && present.memory <= memory);
  const wanted = (resource: ResourceName) =>
    sumOfOthers(question, resource, 'request') + sumOf(draftsFor(question, resource));
  const node = bestNode(nodes, scheduledRequests(workload, { cpu: wanted('cpu'), memory: wanted('memory') }));
  if (node === null) return;
  for (const resource of resourceNames) {
    const value = node[resource];
    const text = `The node that fits the pod best, ${node.name}, offers ${formatResource(resource, value)} to pods: a larger pod could not be scheduled.`;
    lowerRequests(question, resource, { value, text });
  }
}

/**
 * Lowers the requests in proportion until their sum is the maximum, but none below its own minimum. If possible, none falls
 * below what the container uses, or else below its present request: another container that grows takes nothing from it.
 */
function lowerRequests(question: PodDrafts, resource: ResourceName, most: { value: number; text: string }): void {
  let own = draftsFor(question, resource);
  let left = most.value - sumOfOthers(question, resource, 'request');
  // If the other containers alone exceed the maximum, lowering these requests does not help.
  if (sumOf(own) <= left || left <= 0) return;
  const least = strictest(question.rules, { type: 'Container', resource, field: 'min' })?.value ?? 0;
  const atLeast = (kept: (draft: Draft) => number) => (draft: Draft) =>
    Math.min(draft.request, Math.max(least, draft.least?.value ?? 0, kept(draft)));
  const fits = (leastOf: (draft: Draft) => number) => own.reduce((sum, draft) => sum + leastOf(draft), 0) <= left;
  const leastOf = [usedOf, presentOf].map(atLeast).find(fits) ?? atLeast(() => 0);
  for (;;) {
    const factor = left / sumOf(own);
    const bounded = own.filter((draft) => draft.request * factor < leastOf(draft));
    for (const draft of bounded) setRequest(draft, leastOf(draft), most.text);
    if (bounded.length === 0) {
      for (const draft of own) {
        const fitted = roundDownResource(resource, draft.request * factor);
        if (fitted > 0) setRequest(draft, Math.min(draft.request, Math.max(fitted, leastOf(draft))), most.text);
      }
      return;
    }
    left -= sumOf(bounded);
    own = own.filter((draft) => !bounded.includes(draft));
    if (own.length === 0 || left <= 0) return;
  }
}

const presentOf = ({ current }: Draft): number => current.request ?? 0;

/** What the container has now, or needs as its limit if that is more. */
const usedOf = (draft: Draft): number => Math.max(presentOf(draft), leastLimit(draft) ?? 0);

function setRequest(draft: Draft, request: number, bound: string): void {
  if (request === draft.request) return;
  draft.request = request;
  draft.bounds.push(bound);
}

/** Lowers limits until their sum is within the LimitRanges: toward what the containers need, or else toward the requests. */
export function limitsWithinPod(question: PodDrafts): void {
  for (const resource of resourceNames) {
    const limited = question.drafts.flatMap((draft) =>
      draft.resource === resource && draft.limit !== null ? [{ draft, limit: draft.limit }] : [],
    );
    const most = strictest(question.rules, { type: 'Pod', resource, field: 'max' });
    if (most !== null) lowerLimits(question, limited, resource, most);
  }
}

type Limited = { readonly draft: Draft; readonly limit: number };

function lowerLimits(question: PodDrafts, limited: readonly Limited[], resource: ResourceName, most: Bound): void {
  const excess =
    sumOfOthers(question, resource, 'limit') + limited.reduce((sum, { limit }) => sum + limit, 0) - most.value;
  const roomAbove = (leastOf: (of: Limited) => number) => limited.reduce((sum, of) => sum + of.limit - leastOf(of), 0);
  const neededOf = ({ draft, limit }: Limited) => Math.max(draft.request, Math.min(limit, leastLimit(draft) ?? 0));
  const requestOf = ({ draft }: Limited) => draft.request;
  const leastOf = roomAbove(neededOf) >= excess ? neededOf : requestOf;
  const room = roomAbove(leastOf);
  if (excess <= 0 || room <= 0) return;
  for (const { draft, limit } of limited) {
    const least = leastOf({ draft, limit });
    const share = (limit - least) * Math.min(1, excess / room);
    const lowered = Math.max(least, roundDownResource(resource, limit - share));
    if (lowered >= limit) continue;
    draft.limit = lowered;
    draft.reasons.push(
      `The LimitRange ${most.name} allows limits of at most ${formatResource(resource, most.value)} for all containers of a pod.`,
    );
  }
}

/** A LimitRange may bound the limits of a pod as a multiple of its requests. Raises the requests. */
export function requirePodRatio(question: PodDrafts): void {
  for (const resource of resourceNames) {
    const ratio = strictest(question.rules, { type: 'Pod', resource, field: 'maxRatio' });
    if (ratio !== null && ratio.value >= 1) requireRatioOf(question, resource, ratio);
  }
}

function requireRatioOf(question: PodDrafts, resource: ResourceName, ratio: Bound): void {
  const own = draftsFor(question, resource);
  const requests = sumOf(own) + sumOfOthers(question, resource, 'request');
  const limits = own.reduce((sum, { limit }) => sum + (limit ?? 0), sumOfOthers(question, resource, 'limit'));
  const missing = limits / ratio.value - requests;
  const room = own.reduce((sum, { request, limit }) => sum + Math.max(0, (limit ?? 0) - request), 0);
  if (missing <= 0 || room <= 0) return;
  const text = `The LimitRange ${ratio.name} allows limits of at most ${ratio.value} × the requests of a pod.`;
  for (const draft of own) {
    if (draft.limit === null || draft.limit <= draft.request) continue;
    requireRequest(draft, draft.request + (draft.limit - draft.request) * Math.min(1, missing / room), text);
  }
}

/** How much the limits of a pod may still rise; infinite without a LimitRange. */
export function limitRoom(question: PodDrafts, resource: ResourceName): number {
  const most = strictest(question.rules, { type: 'Pod', resource, field: 'max' });
  if (most === null) return Number.POSITIVE_INFINITY;
  const own = draftsFor(question, resource);
  return most.value - own.reduce((sum, { limit }) => sum + (limit ?? 0), sumOfOthers(question, resource, 'limit'));
}

const draftsFor = ({ drafts }: PodDrafts, resource: ResourceName): readonly Draft[] =>
  drafts.filter((draft) => draft.resource === resource);

const sumOf = (drafts: readonly Draft[]): number => drafts.reduce((sum, { request }) => sum + request, 0);

/** The sum over the containers without a draft. */
function sumOfOthers({ drafts, containers }: PodDrafts, resource: ResourceName, of: 'request' | 'limit'): number {
  return containers
    .filter((spec) => !drafts.some((draft) => draft.spec === spec && draft.resource === resource))
    .reduce((sum, { cpuRequest, memoryRequest, limits }) => {
      const request = resource === 'cpu' ? cpuRequest : memoryRequest;
      return sum + ((of === 'request' ? request : limits?.[resource]) ?? 0);
    }, 0);
}
