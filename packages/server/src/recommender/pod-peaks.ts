import { formatResource, type ResourceName, roundUpResource, roundUpToUnit } from '@trimtab/core';
import type { WorkloadHistory } from '../ports/index.ts';
import { binMs, binsPerDay, highestUsage } from './bins.ts';
import type { Draft, Need } from './pod-draft.ts';
import { neededAfterKill, sizedDays } from './vertical-rules.ts';

export function needOf(history: WorkloadHistory, container: string, resource: ResourceName): Need {
  const { start, total, outOfMemory, containers } = history;
  const usage = containers.find(({ name }) => name === container)?.[resource];
  const since = start + (total.cpu.length - sizedDays * binsPerDay) * binMs;
  const limits = outOfMemory
    .filter((kill) => kill.container === container && kill.at >= since)
    .map(({ limitBytes }) => limitBytes);
  return {
    peak: usage === undefined ? null : highestUsage(usage.subarray(-sizedDays * binsPerDay)),
    killLimit: resource === 'cpu' || limits.length === 0 ? null : Math.max(...limits),
  };
}

/** A limit is at least this many times the highest usage. */
const limitReserve = 1.05;

/**
 * The lowest limit that is suggested; null if there is none. The suggested request may be below a rare burst, or below the
 * limit of an earlier kill. With a limit there too, the next burst would kill the container or slow it down. The result is
 * never above the present limit, because this rule does not raise limits.
 */
export function leastLimit({ resource, need, current }: Draft): number | null {
  const least = Math.max(afterPeak(need), afterKill(need));
  if (least === 0) return null;
  const most = current.limit === null ? Number.POSITIVE_INFINITY : roundUpToUnit(resource, current.limit);
  return Math.min(most, roundUpResource(resource, least));
}

const afterPeak = ({ peak }: Need): number => (peak ?? 0) * limitReserve;
const afterKill = ({ killLimit }: Need): number => (killLimit === null ? 0 : neededAfterKill(killLimit));

/** Why a limit is not lower, as the end of a sentence. */
export function needReason({ resource, need }: Draft): string {
  return afterKill(need) > afterPeak(need)
    ? `the container was killed at ${formatResource(resource, need.killLimit)} in the last 14 days`
    : `up to ${formatResource(resource, need.peak)} were used in the last 14 days`;
}

/** Whether CPU usage came so near the present limit that the limit may have held it back. */
export const reachedLimit = ({ resource, need, current }: Pick<Draft, 'resource' | 'need' | 'current'>): boolean =>
  resource === 'cpu' && current.limit !== null && afterPeak(need) > current.limit;
