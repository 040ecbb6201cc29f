import { finiteOrNull } from './resource.ts';

/** Largest relative difference at which a current value counts as equal to the suggestion. */
const suggestionTolerance = 0.1;

/**
 * Whether the current value matches the suggestion: within 10 % of the suggested value, exactly 10 % included.
 * Only 0 matches a suggestion of 0. A missing value never matches.
 */
export function withinTolerance(current: number | null | undefined, suggested: number | null | undefined): boolean {
  const from = finiteOrNull(current);
  const to = finiteOrNull(suggested);
  return from !== null && to !== null && isNear(from, to);
}

/** Whether `value` lies within 10 % of `base`. The margin of 1e-9 includes exactly 10 % despite binary rounding. */
export function isNear(value: number, base: number): boolean {
  return Math.abs(value - base) <= suggestionTolerance * Math.abs(base) * (1 + 1e-9);
}

/**
 * Change from current to suggested as a fraction of the current value; null when a value is missing, the current value
 * is 0, or the result is not finite.
 */
export function relativeChange(
  current: number | null | undefined,
  suggested: number | null | undefined,
): number | null {
  const from = finiteOrNull(current);
  const to = finiteOrNull(suggested);
  return from === null || to === null || from === 0 ? null : finiteOrNull((to - from) / from);
}
