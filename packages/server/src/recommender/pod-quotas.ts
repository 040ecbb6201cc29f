import { formatCount, formatResource, roundDownResource } from '@trimtab/core';
import type { QuotaItem, Workload } from '../ports/index.ts';
import type { Draft } from './pod-draft.ts';
import { neededByPod } from './pod-quality.ts';

/** Kubernetes' default of `maxSurge`: the share of additional pods during a rolling update, rounded up. */
const defaultSurge = 0.25;

/** Kinds whose rolling update starts new pods before it stops old ones. */
const surgingKinds = new Set(['Deployment', 'Rollout']);

type QuotaQuestion = {
  readonly drafts: readonly Draft[];
  readonly workload: Workload;
  /** The pods that get the new resources; null if unknown. */
  readonly replicas: number | null;
  readonly of: QuotaItem['of'];
};

/**
 * Reduces the increases of a resource so that together they fit into the unused part of the quota. At the end of a
 * rolling update all pods have the new resources, and the additional pods still have the old ones.
 */
export function withinQuota(question: QuotaQuestion): void {
  const { drafts, workload, replicas, of } = question;
  for (const quota of workload.rules?.quotas ?? []) {
    if (quota.of !== of) continue;
    const own = drafts
      .filter(({ resource }) => resource === quota.resource)
      .flatMap((draft) => {
        const before = (of === 'requests' ? draft.current.request : draft.current.limit) ?? 0;
        const after = of === 'requests' ? draft.request : draft.limit;
        return after === null ? [] : [{ draft, before, change: after - before }];
      });
    const more = own.reduce((sum, { change }) => sum + Math.max(0, change), 0);
    const less = own.reduce((sum, { change }) => sum + Math.max(0, -change), 0);
    const surge = surgeOf(question, quota);
    const left = Math.max(0, quota.hard - quota.used - surge.amount);
    const allowed = left / Math.max(1, replicas ?? 1) + less;
    if (more <= allowed) continue;
    const text = quotaText(quota, surge);
    for (const { draft, before, change } of own) {
      if (change > 0) shorten(draft, { of, most: before + change * (allowed / more), before, text });
    }
  }
}

/** The quotas that are too small for a rolling update even with the present resources, so that it would not proceed. */
export function neededSurge(workload: Workload): readonly string[] {
  return (workload.rules?.quotas ?? []).flatMap((quota) => {
    const surge = surgeOf({ workload, replicas: workload.replicas }, quota);
    return surge.amount > quota.hard - quota.used
      ? `${quotaText(quota, surge)} A rollout would stand still: raise the quota or lower maxSurge.`
      : [];
  });
}

/** The quotas that leave nothing for the containers without a request. */
export function fullQuotas(workload: Workload): readonly string[] {
  const { rules, containers, replicas } = workload;
  const full = (rules?.quotas ?? []).flatMap((quota) => {
    const isMissing = containers.some((spec) => (spec[`${quota.resource}Request`] ?? 0) === 0);
    const surge = surgeOf({ workload, replicas }, quota);
    const left = (quota.hard - quota.used - surge.amount) / Math.max(1, replicas ?? 1);
    const isFull = roundDownResource(quota.resource, Math.max(0, left)) === 0;
    return quota.of === 'requests' && isMissing && isFull ? quotaText(quota, surge) : [];
  });
  return [...new Set(full)];
}

/** The number of additional pods during a rolling update, and their present resources. */
type Surge = { readonly pods: number; readonly amount: number; readonly isAssumed: boolean };

export function surgeOf(
  { workload, replicas }: Pick<QuotaQuestion, 'workload' | 'replicas'>,
  { resource, of }: QuotaItem,
): Surge {
  const { kind, maxSurge, containers } = workload;
  const assumed = surgingKinds.has(kind) ? Math.ceil((replicas ?? 1) * defaultSurge) : 0;
  const pods = maxSurge ?? assumed;
  const perPod = containers.reduce((sum, { cpuRequest, memoryRequest, limits }) => {
    const request = resource === 'cpu' ? cpuRequest : memoryRequest;
    return sum + ((of === 'requests' ? request : limits?.[resource]) ?? 0);
  }, 0);
  return { pods, amount: pods * neededByPod(workload, of, resource, perPod), isAssumed: maxSurge === undefined };
}

function quotaText({ name, resource, of, hard, used }: QuotaItem, surge: Surge): string {
  const left = `The quota ${name} has ${formatResource(resource, Math.max(0, hard - used))} left for ${of}`;
  if (surge.amount === 0) return `${left}.`;
  const pods = `${formatCount(surge.pods)} more ${surge.pods === 1 ? 'pod' : 'pods'}`;
  const why = surge.isAssumed ? ' (25% assumed, because maxSurge is unknown)' : '';
  return `${left}, and a rolling update needs ${formatResource(resource, surge.amount)} for ${pods}${why}.`;
}

type Shorter = {
  readonly of: QuotaItem['of'];
  readonly most: number;
  readonly before: number;
  readonly text: string;
};

function shorten(draft: Draft, { of, most, before, text }: Shorter): void {
  // Rounded down to a whole step, but the present value stays possible even if it is not a whole step.
  const amount = Math.max(before, roundDownResource(draft.resource, most));
  if (of === 'limits' && draft.current.limit === null && amount < (draft.current.request ?? draft.request)) {
    // What is left does not even allow a limit at the present request.
    draft.limit = null;
    draft.reasons.push(`${text} No limit is added.`);
    return;
  }
  draft.bounds.push(text);
  if (of === 'limits') draft.limit = amount;
  if (draft.request > amount) draft.request = amount;
}
