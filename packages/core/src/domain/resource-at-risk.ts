import type { Reliability } from '../api/schemas/reliability.ts';
import type { ResourceName } from './resource.ts';

/** From this share of the limit on, memory is near it. */
const nearLimit = 0.9;
/** A leak that reaches the limit later than this is no risk yet. */
const soonHours = 7 * 24;
/** Requests may be exceeded at times. CPU is at risk when they are above this on an average day, or containers wait. */
const minutesAbove = 60;
const throttledShare = 0.05;

type Facts = Pick<Reliability, 'oomKills' | 'memoryOfLimit' | 'leak' | 'throttling' | 'cpuAbove'>;

/** The resource that endangers a target. Memory comes first, because running out of it kills. Null: neither is known to. */
export function resourceAtRisk({ oomKills, memoryOfLimit, leak, throttling, cpuAbove }: Facts): ResourceName | null {
  if ((oomKills.value ?? 0) > 0 || (memoryOfLimit.value ?? 0) >= nearLimit) return 'memory';
  if (leak.hoursToLimit !== null && leak.hoursToLimit <= soonHours) return 'memory';
  return (throttling.value ?? 0) >= throttledShare || (cpuAbove.value ?? 0) >= minutesAbove ? 'cpu' : null;
}
