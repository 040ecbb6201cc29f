import type { Reliability } from '../api/schemas/reliability.ts';
import type { ResourceName } from './resource.ts';

/** Values from which a resource is at risk (docs/contract/reliability.md#events). */
export const atRiskFrom = {
  ofLimit: 0.9,
  /** A leak that reaches its limit later does not count as a risk yet. */
  hoursToLimit: 7 * 24,
  throttled: 0.05,
  /** Requests may be exceeded at times. */
  minutesAbove: 60,
} as const;

type Facts = Pick<Reliability, 'oomKills' | 'memoryOfLimit' | 'leak' | 'throttling' | 'cpuAbove'>;

/**
 * The resource that endangers a target. Memory comes first, because a lack of memory kills containers. Null: no risk is
 * known for either.
 */
export function resourceAtRisk({ oomKills, memoryOfLimit, leak, throttling, cpuAbove }: Facts): ResourceName | null {
  const { ofLimit, hoursToLimit, throttled, minutesAbove } = atRiskFrom;
  if ((oomKills.value ?? 0) > 0 || (memoryOfLimit.value ?? 0) >= ofLimit) return 'memory';
  if (leak.hoursToLimit !== null && leak.hoursToLimit <= hoursToLimit) return 'memory';
  return (throttling.value ?? 0) >= throttled || (cpuAbove.value ?? 0) >= minutesAbove ? 'cpu' : null;
}
