import { formatResource, type ResourceName, resourceNames, roundDownResource, roundUpResource } from '@trimtab/core';
import type { ContainerSpec, LargestNode, NamespaceRules } from '../ports/index.ts';
import { type Bound, type Draft, strictest } from './pod-draft.ts';

/** LimitRanges of the type Pod limit the sums over all containers of a pod. */
export type PodDrafts = {
  readonly drafts: readonly Draft[];
  readonly containers: readonly ContainerSpec[];
  readonly rules: NamespaceRules;
  readonly largestNode?: LargestNode | undefined;
};

/** Scales the requests so that their sum is within the LimitRanges and fits the largest node. */
export function requestsWithinPod(question: PodDrafts): void {
  for (const resource of resourceNames) {
    const own = question.drafts.filter((draft) => draft.resource === resource);
    const others = sumOfOthers(question, resource, 'request');
    const sum = own.reduce((total, { request }) => total + request, 0);
    const least = strictest(question.rules, { type: 'Pod', resource, field: 'min' });
    if (least !== null && others + sum < least.value) {
      const text = `The LimitRange ${least.name} requires at least ${formatResource(resource, least.value)} for all containers of a pod.`;
      const each = strictest(question.rules, { type: 'Container', resource, field: 'max' });
      for (const draft of own) {
        const raised = roundUpResource(resource, (draft.request * (least.value - others)) / sum);
        setRequest(draft, each === null ? raised : Math.max(draft.request, Math.min(raised, each.value)), text);
      }
    }
    const most = mostOfPod(question, resource);
    const after = own.reduce((total, { request }) => total + request, 0);
    // If the other containers alone exceed the maximum, lowering these requests does not help.
    if (most === null || others + after <= most.value || others >= most.value) continue;
    for (const draft of own) {
      const ownLeast = strictest(question.rules, { type: 'Container', resource, field: 'min' })?.value ?? 0;
      const fitted = roundDownResource(resource, (draft.request * (most.value - others)) / after);
      if (fitted > 0) setRequest(draft, Math.min(draft.request, Math.max(fitted, ownLeast)), most.text);
    }
  }
}

/** The maximum that all containers of a pod may request together, and the reason. */
function mostOfPod({ rules, largestNode, containers }: PodDrafts, resource: ResourceName) {
  const range = strictest(rules, { type: 'Pod', resource, field: 'max' });
  const node = largestNode?.[resource] ?? null;
  const present = containers.reduce((sum, spec) => sum + (spec[`${resource}Request`] ?? 0), 0);
  // A running pod that requests more is on a node that is not in the list, such as a cordoned one.
  if (node !== null && present <= node.value && node.value < (range?.value ?? Number.POSITIVE_INFINITY))
    return {
      value: node.value,
      text: `The largest node, ${node.name}, offers ${formatResource(resource, node.value)} to pods: a larger pod could not be scheduled.`,
    };
  if (range === null) return null;
  const amount = formatResource(resource, range.value);
  return {
    value: range.value,
    text: `The LimitRange ${range.name} allows at most ${amount} for all containers of a pod.`,
  };
}

function setRequest(draft: Draft, request: number, bound: string): void {
  if (request === draft.request) return;
  draft.request = request;
  draft.bounds.push(bound);
}

/** Lowers limits toward requests until their sum is within the LimitRanges. Raises requests to meet a ratio. */
export function limitsWithinPod(question: PodDrafts): void {
  for (const resource of resourceNames) {
    const limited = question.drafts.flatMap((draft) =>
      draft.resource === resource && draft.limit !== null ? [{ draft, limit: draft.limit }] : [],
    );
    const most = strictest(question.rules, { type: 'Pod', resource, field: 'max' });
    if (most !== null) lowerLimits(question, limited, resource, most);
    const ratio = strictest(question.rules, { type: 'Pod', resource, field: 'maxRatio' });
    if (ratio !== null && ratio.value >= 1) raiseRequests(question, resource, ratio);
  }
}

type Limited = { readonly draft: Draft; readonly limit: number };

function lowerLimits(question: PodDrafts, limited: readonly Limited[], resource: ResourceName, most: Bound): void {
  const excess =
    sumOfOthers(question, resource, 'limit') + limited.reduce((sum, { limit }) => sum + limit, 0) - most.value;
  const room = limited.reduce((sum, { draft, limit }) => sum + limit - draft.request, 0);
  if (excess <= 0 || room <= 0) return;
  for (const { draft, limit } of limited) {
    const share = (limit - draft.request) * Math.min(1, excess / room);
    const lowered = Math.max(draft.request, roundDownResource(resource, limit - share));
    if (lowered >= limit) continue;
    draft.limit = lowered;
    draft.reasons.push(
      `The LimitRange ${most.name} allows limits of at most ${formatResource(resource, most.value)} for all containers of a pod.`,
    );
  }
}

function raiseRequests(question: PodDrafts, resource: ResourceName, ratio: Bound): void {
  const own = question.drafts.filter((draft) => draft.resource === resource);
  const requests = own.reduce((sum, { request }) => sum + request, sumOfOthers(question, resource, 'request'));
  const limits = own.reduce((sum, { limit }) => sum + (limit ?? 0), sumOfOthers(question, resource, 'limit'));
  const missing = limits / ratio.value - requests;
  const room = own.reduce((sum, { request, limit }) => sum + Math.max(0, (limit ?? 0) - request), 0);
  if (missing <= 0 || room <= 0) return;
  for (const draft of own) {
    if (draft.limit === null || draft.limit <= draft.request) continue;
    const share = (draft.limit - draft.request) * Math.min(1, missing / room);
    setRequest(
      draft,
      Math.min(draft.limit, roundUpResource(resource, draft.request + share)),
      `The LimitRange ${ratio.name} allows limits of at most ${ratio.value} × the requests of a pod.`,
    );
  }
}

/** How much the limits of a pod may still rise; infinite without a LimitRange. */
export function limitRoom(question: PodDrafts, resource: ResourceName): number {
  const most = strictest(question.rules, { type: 'Pod', resource, field: 'max' });
  if (most === null) return Number.POSITIVE_INFINITY;
  const own = question.drafts.filter((draft) => draft.resource === resource);
  return most.value - own.reduce((sum, { limit }) => sum + (limit ?? 0), sumOfOthers(question, resource, 'limit'));
}

/** The sum over the containers without a draft. */
function sumOfOthers({ drafts, containers }: PodDrafts, resource: ResourceName, of: 'request' | 'limit'): number {
  return containers
    .filter((spec) => !drafts.some((draft) => draft.spec === spec && draft.resource === resource))
    .reduce((sum, { cpuRequest, memoryRequest, limits }) => {
      const request = resource === 'cpu' ? cpuRequest : memoryRequest;
      return sum + ((of === 'request' ? request : limits?.[resource]) ?? 0);
    }, 0);
}
