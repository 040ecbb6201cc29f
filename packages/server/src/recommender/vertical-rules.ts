import type { ModelMode, ResourceName } from '@trimtab/core';
/** The constants of sizing. `vertical-cpu.ts` and `vertical-memory.ts` describe the methods that use them. */

/** A suggestion is computed from the samples of this many days. */
export const sizedDays = 14;

/**
 * A container gets a suggestion if its first sample is at least a day old and it has samples of six hours. If it runs
 * only some hours a day, only this time is used.
 */
export const leastSamples = 72;

/** The cost of an hour above the request, in hours of a fully unused request. */
export const overCost: Record<ResourceName, Record<ModelMode, number>> = {
  cpu: { cost_savings: 1.4, balanced: 3.5, max_assurance: 24 },
  memory: { cost_savings: 1, balanced: 3, max_assurance: 12 },
};

/** The lowest suggested request, in cores or bytes. */
export const requestFloor: Record<ResourceName, number> = { cpu: 0.01, memory: 32 * 2 ** 20 };

/** After a level shift, the history is misleading: the request is at least this multiple of the last hour's median. */
export const levelShiftGuard: Record<ResourceName, number> = { cpu: 1.1, memory: 1.05 };

/**
 * The statistic that a memory rule multiplies.
 *
 * - `p98`: 98 % of the recent use was below this level. A sample weighs usage × 2^(-age / 24 h).
 * - `peak`: the highest sample of the last 14 days.
 */
export type Statistic = 'p98' | 'peak';

export const multipliers = [0.7, 0.8, 0.9, 1, 1.05, 1.1, 1.15, 1.2, 1.3, 1.45, 1.65, 2, 2.5, 3] as const;

/**
 * The expected share of days on which a memory rule is exceeded, before it was replayed. One value per multiplier.
 * Fitted on public traces (`bench/recommender` replays them).
 */
export const priorOver: Record<Statistic, readonly number[]> = {
  p98: [0.885, 0.851, 0.796, 0.619, 0.44, 0.334, 0.259, 0.204, 0.148, 0.065, 0.024, 0.011, 0.0098, 0.0056],
  peak: [0.613, 0.509, 0.372, 0.105, 0.044, 0.024, 0.022, 0.017, 0.0098, 0.0056, 0.0028, 0.0028, 0.0028, 0.0014],
};

/** The prior counts as this many days, so that a short history has limited influence. */
export const priorDays = 6;

/** A day with samples of less than six hours counts in proportion when rules are replayed. */
export const fullDaySamples = 72;

/** The highest memory suggestion, as a multiple of the highest sample of the last 14 days. */
export const memoryCeiling = 1.5;

/** For this many days after an out-of-memory kill, the request stays at least at `neededAfterKill`. */
export const outOfMemoryHoldDays = 7;

/** The memory that a container needs after it was killed at its limit: max(1.2 × limit, limit + 100 MiB), as in Kubernetes' VPA. */
export const neededAfterKill = (limitBytes: number): number => Math.max(limitBytes * 1.2, limitBytes + 100 * 2 ** 20);
