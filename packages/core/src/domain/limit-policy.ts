/**
 * How the limit of a container changes when its request changes.
 * - `keep`: the limit stays, unless the new request is above it.
 * - `ratio`: the ratio limit ÷ request stays.
 * - `equal`: the memory limit equals the memory request. CPU as with `keep`.
 */
export const limitPolicies = ['keep', 'ratio', 'equal'] as const;
export type LimitPolicy = (typeof limitPolicies)[number];

export const isLimitPolicy = (text: unknown): text is LimitPolicy => limitPolicies.some((policy) => policy === text);
