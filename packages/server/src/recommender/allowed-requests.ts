import { type LimitPolicy, resourceNames } from '@trimtab/core';
import type { Workload } from '../ports/index.ts';
import { type SettledResource, settlePod } from './pod-resources.ts';
import type { Recommendation } from './recommendation.ts';

/**
 * What LimitRanges, quotas and nodes now allow of the requests of an earlier suggestion. They may have become stricter since,
 * for example because the nodes were replaced by smaller ones. Usage has no influence.
 */
export function allowedRequests(
  { containers }: Pick<Recommendation, 'containers'>,
  workload: Workload,
  policy: LimitPolicy = 'keep',
): readonly SettledResource[] {
  const need = { peak: null, killLimit: null };
  const wanted = containers.flatMap((container) =>
    resourceNames.flatMap((resource) => {
      const amount = container[resource];
      return amount === null ? [] : [{ container: container.name, resource, amount, need }];
    }),
  );
  return settlePod({ workload, policy, replicas: workload.replicas, wanted });
}
