import type { Change, ChangeState } from '../api/schemas/changes.ts';
import type { EnhancedTarget, Pod } from '../api/schemas/targets.ts';
import { finiteOrNull, type ResourceName, resourceLabels, resourceNames } from '../domain/resource.ts';
import { printResourceQuantity } from '../quantity/quantity.ts';
import { type KnownContainer, knownContainers } from './known-workload.ts';
import { type PatchPlan, type PlannedContainer, planHead } from './plan.ts';

type Container = ChangeState['containers'][number];
type Part<T> = { readonly value: T; readonly notes: readonly string[] };

/**
 * The patch that undoes a change of requests, limits or replicas. It restores the values of the fields that the change
 * set, unless the workload already has them again. A value that was not set before is removed.
 */
export function restorePlan(
  target: EnhancedTarget,
  { before, after }: Pick<Change, 'before' | 'after'>,
  pods?: readonly Pod[],
): PatchPlan {
  const known = knownContainers(target, pods);
  const parts = (before?.containers ?? []).map((container) => {
    const changed = after?.containers.find(({ name }) => name === container.name);
    return restoredContainer(container, changed, known);
  });
  const scaling = restoredReplicas(target, before, after);
  return {
    ...planHead(target),
    ...scaling.value,
    containers: parts.flatMap(({ value }) => value ?? []),
    notes: [...parts.flatMap(({ notes }) => notes), ...scaling.notes],
    known,
    restores: true,
  };
}

function restoredContainer(
  before: Container,
  after: Container | undefined,
  known: readonly KnownContainer[],
): Part<PlannedContainer | null> {
  const { name } = before;
  if (after === undefined) return { value: null, notes: [] };
  const own = known.find((one) => one.name === name);
  const requests: Partial<Record<ResourceName, string | null>> = {};
  const limits: Partial<Record<ResourceName, string | null>> = {};
  const notes: string[] = [];
  for (const resource of resourceNames) {
    for (const [bound, values] of [
      ['request', requests],
      ['limit', limits],
    ] as const) {
      const [old, changed] = [before[`${resource}_${bound}`], after[`${resource}_${bound}`]];
      if (isSame(old, changed)) continue;
      const what = `${resourceLabels[resource]} ${bound} of ${name}`;
      if (own?.injected === true) {
        notes.push(`The ${what} is left out: the template of the workload does not have this container.`);
        continue;
      }
      if (own === undefined) {
        notes.push(`The ${what} is left out: the workload no longer has this container.`);
        continue;
      }
      const present = bound === 'request' ? own.requests[resource] : own.limits?.[resource];
      if (present !== undefined && isSame(present, old)) continue;
      if (present !== undefined && !isSame(present, changed))
        notes.push(`The ${what} has been changed again since then.`);
      if (old === null) notes.push(`The ${what} was not set before, so the file removes it.`);
      values[resource] = old === null ? null : printResourceQuantity(resource, old);
    }
  }
  const isEmpty = Object.keys(requests).length + Object.keys(limits).length === 0;
  return { value: isEmpty ? null : { name, sidecar: own?.sidecar === true, requests, limits }, notes };
}

/** Amounts that differ only by rounding count as equal, because averages of pods and float samples are not exact. */
function isSame(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));
}

type Scaling = Pick<PatchPlan, 'replicas' | 'autoscaler'>;

function restoredReplicas(
  target: EnhancedTarget,
  before: ChangeState | null,
  after: ChangeState | null,
): Part<Scaling> {
  const none: Scaling = { replicas: null, autoscaler: null };
  const hpa = target.horizontalpodautoscaler;
  if (!hpa) {
    const old = before?.replicas ?? null;
    const isChanged = old !== null && !isSame(old, after?.replicas ?? null);
    return {
      value: isChanged && old !== finiteOrNull(target.target.current_replicas) ? { ...none, replicas: old } : none,
      notes: [],
    };
  }
  const [minReplicas, maxReplicas] = [before?.min_replicas ?? null, before?.max_replicas ?? null];
  const isChanged = minReplicas !== after?.min_replicas || maxReplicas !== after?.max_replicas;
  const isRestored = minReplicas === finiteOrNull(hpa.min_replicas) && maxReplicas === finiteOrNull(hpa.max_replicas);
  if (minReplicas === null || maxReplicas === null || !isChanged || isRestored) return { value: none, notes: [] };
  if (hpa.name === undefined)
    return {
      value: none,
      notes: [`Set the bounds of the horizontal pod autoscaler to ${minReplicas} and ${maxReplicas} by hand.`],
    };
  return { value: { ...none, autoscaler: { name: hpa.name, minReplicas, maxReplicas } }, notes: [] };
}
