import { finiteOrNull } from './resource.ts';

/** Utilization classes: 80 % to under 100 % of the request is good; at least 100 %, or under 50 %, is bad. */
export type UtilizationClass = 'optimized' | 'normal' | 'unoptimized';

/** The thresholds of classification and of health, as fractions of the request. */
export const utilizationThresholds = { low: 0.5, high: 0.8, full: 1 } as const;

/**
 * Usage ÷ request, a fraction. Null when either is missing, and when the request is 0, which counts as no request.
 */
export function utilization(usage: number | null | undefined, request: number | null | undefined): number | null {
  const used = finiteOrNull(usage);
  const requested = finiteOrNull(request);
  return used === null || requested === null || requested === 0 ? null : finiteOrNull(used / requested);
}

export function classifyUtilization(fraction: number | null | undefined): UtilizationClass | null {
  const used = finiteOrNull(fraction);
  if (used === null) return null;
  const exact = settle(used);
  if (exact >= utilizationThresholds.full || exact < utilizationThresholds.low) return 'unoptimized';
  return exact > utilizationThresholds.high ? 'optimized' : 'normal';
}

/**
 * Floating-point quotients can miss the threshold: (0.1 + 0.2) / 0.3 is above 1 and would report a false risk.
 * Fractions are therefore rounded to 12 decimals before the comparison.
 */
export function settle(fraction: number): number {
  return Math.round(fraction * 1e12) / 1e12;
}
