/**
 * The constants of the sizing rules: a rule is a base statistic times a multiplier. They were fitted on public traces
 * (`bench/recommender` replays them). The method is described in `vertical.ts`.
 */
export type Resource = 'cpu' | 'memory';
export type ModelMode = 'cost_savings' | 'balanced' | 'max_assurance';

/**
 * - `busy`: 98 % of the recent work ran below this level. A sample weighs usage × 2^(-age / 24 h).
 * - `median`: half of the recent time was below this level. A sample weighs 2^(-age / 24 h).
 * - `peak14`: the highest sample of the last 14 blocks.
 */
export type BaseName = 'busy' | 'median' | 'peak14';

export const multipliers = [0.7, 0.8, 0.9, 1, 1.05, 1.1, 1.15, 1.2, 1.3, 1.45, 1.65, 2, 2.5, 3] as const;

export const sizingBases: Record<Resource, readonly BaseName[]> = {
  cpu: ['busy', 'median'],
  memory: ['busy', 'peak14'],
};

/**
 * The expected `over` of a rule before its replay, one value per multiplier. CPU: the share of time above the request.
 * Memory: the probability that a day's maximum is above it, which would be an out-of-memory kill.
 */
export const priorOver: Record<Resource, Partial<Record<BaseName, readonly number[]>>> = {
  cpu: {
    busy: [0.357, 0.267, 0.142, 0.026, 0.015, 0.011, 0.0081, 0.0071, 0.0065, 0.006, 0.0057, 0.0048, 0.0008, 0.0006],
    median: [0.85, 0.81, 0.73, 0.475, 0.354, 0.292, 0.254, 0.223, 0.181, 0.143, 0.112, 0.087, 0.064, 0.049],
  },
  memory: {
    busy: [0.885, 0.851, 0.796, 0.619, 0.44, 0.334, 0.259, 0.204, 0.148, 0.065, 0.024, 0.011, 0.0098, 0.0056],
    peak14: [0.613, 0.509, 0.372, 0.105, 0.044, 0.024, 0.022, 0.017, 0.0098, 0.0056, 0.0028, 0.0028, 0.0028, 0.0014],
  },
};

/** The prior counts as this many blocks, so that a short history does not decide alone. */
export const priorBlockCount: Record<Resource, number> = { cpu: 3, memory: 6 };

/** The cost of an hour above the request, in hours of a fully unused request. */
export const overCost: Record<Resource, Record<ModelMode, number>> = {
  cpu: { cost_savings: 1.5, balanced: 3, max_assurance: 12 },
  memory: { cost_savings: 1, balanced: 3, max_assurance: 12 },
};

/** The smallest suggested request: 10 millicores, 32 MiB. */
export const requestFloor: Record<Resource, number> = { cpu: 0.01, memory: 32 * 2 ** 20 };

/**
 * The highest CPU suggestion, as a multiple of the highest sample of the last 14 blocks. A container that is idle between
 * bursts leaves nearly all of any request unused, so slack would not distinguish large requests, and the prior would
 * choose the largest. On public traces this ceiling reduces waste and does not increase how often requests are exceeded.
 */
export const cpuCeiling = 1.5;

/** Rules are replayed on the last 14 blocks. A block that is seven days old counts half. */
export const replayedBlocks = 14;
export const replayHalfLifeBlocks = 7;

/** For this many days after an out-of-memory kill, the request stays above `afterOutOfMemory`. */
export const outOfMemoryHoldDays = 7;

/** After a level shift, the history is misleading: the request is at least this multiple of the last hour's median. */
export const levelShiftGuard: Record<Resource, number> = { cpu: 1.1, memory: 1.05 };
