import { formatCount, formatResource } from '@trimtab/core';
import type { ContainerSpec, QuotaItem, Workload } from '../ports/index.ts';
import { resourceNouns } from './explanation-text.ts';
import { neededByPod } from './pod-quality.ts';
import { surgeOf } from './pod-quotas.ts';
import type { SettledRequest } from './recommendation.ts';

/** The most pods that the quotas of the namespace allow, and the reason as a sentence. */
export type MostReplicas = { readonly replicas: number; readonly text: string };

/**
 * How many pods with the suggested requests and limits the quotas allow; null without a quota. A new pod needs its whole
 * request, and not only the increase. `least`: the pods that count as allowed in any case, because they run already.
 */
export function mostReplicas(
  workload: Workload,
  sized: readonly SettledRequest[],
  { present, least }: { readonly present: number; readonly least: number },
): MostReplicas | null {
  const isChanged = workload.containers.some((spec) =>
    (['cpu', 'memory'] as const).some((resource) =>
      (['requests', 'limits'] as const).some(
        (of) => amountOf(spec, sized, { resource, of }) !== amountOf(spec, [], { resource, of }),
      ),
    ),
  );
  return (workload.rules?.quotas ?? []).reduce<MostReplicas | null>((most, quota) => {
    const onePod = ofPod(workload, sized, quota);
    if (onePod <= 0) return most;
    // Only other requests or limits start a rolling update, with its additional pods.
    const surge = isChanged ? surgeOf({ workload, replicas: workload.replicas }, quota).amount : 0;
    const room = Math.max(0, quota.hard - quota.used - surge) + present * ofPod(workload, [], quota);
    // The margin keeps rounding errors of the division from removing a replica.
    const replicas = Math.max(Math.floor(room / onePod + 1e-9), least);
    if (most !== null && most.replicas <= replicas) return most;
    return { replicas, text: quotaText(quota, replicas, onePod) };
  }, null);
}

type Quantity = Pick<QuotaItem, 'resource' | 'of'>;

function ofPod(workload: Workload, sized: readonly SettledRequest[], quantity: Quantity): number {
  const sum = workload.containers.reduce((total, spec) => total + amountOf(spec, sized, quantity), 0);
  return neededByPod(workload, quantity.of, quantity.resource, sum);
}

/** The suggested request or limit of a container, or the present one; 0 without one. */
function amountOf(spec: ContainerSpec, sized: readonly SettledRequest[], { resource, of }: Quantity): number {
  const settled = sized.find((one) => one.container === spec.name && one.resource === resource)?.settled;
  if (of === 'requests') return settled?.request ?? spec[`${resource}Request`] ?? 0;
  return (settled?.limit === undefined ? spec.limits?.[resource] : settled.limit) ?? 0;
}

function quotaText({ name, resource, of }: QuotaItem, replicas: number, onePod: number): string {
  const pods = `${formatCount(replicas)} ${replicas === 1 ? 'pod' : 'pods'}`;
  const noun = `${resourceNouns[resource]} ${of === 'requests' ? 'request' : 'limit'}`;
  return `The quota ${name} has no room for more than ${pods} with a ${noun} of ${formatResource(resource, onePod)}.`;
}
