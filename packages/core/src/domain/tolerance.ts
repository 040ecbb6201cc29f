import { finiteOrNull } from './resource.ts';

/** How far a current value may be from the suggested one and still count as matching it. */
const suggestionTolerance = 0.1;

/**
 * Whether the current value matches the suggestion: within 10 % of the suggested value, exactly 10 % included.
 * A suggestion of 0 is matched by 0 only; a missing value matches nothing.
 */
export function withinTolerance(current: number | null | undefined, suggested: number | null | undefined): boolean {
  const from = finiteOrNull(current);
  const to = finiteOrNull(suggested);
  return from !== null && to !== null && isNear(from, to);
}

/** Whether `value` lies within 10 % of `base`. The slack of 1e-9 lets exactly 10 % in where binary fractions miss it. */
export function isNear(value: number, base: number): boolean {
  return Math.abs(value - base) <= suggestionTolerance * Math.abs(base) * (1 + 1e-9);
}

/** Change from current to suggested as a fraction of the current; null when missing, from 0, or not finite. */
export function relativeChange(
  current: number | null | undefined,
  suggested: number | null | undefined,
): number | null {
  const from = finiteOrNull(current);
  const to = finiteOrNull(suggested);
  return from === null || to === null || from === 0 ? null : finiteOrNull((to - from) / from);
}
