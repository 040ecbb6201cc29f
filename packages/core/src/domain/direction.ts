import { isAutonomousMode, type TargetSpec } from './mode.ts';

/** What of a target is scaled: replica counts (horizontal), requests per container (vertical), both, or nothing. */
export const directions = ['none', 'horizontal', 'vertical', 'multi dimensional'] as const;
/** One of the four directions, as the API and the console write it. */
export type Direction = (typeof directions)[number];

/**
 * The directions that are autonomous decide; only when none is do the directions that the spec merely names. So a target
 * that is autonomous horizontally and recommended vertically is `horizontal`.
 */
export function deriveDirection(spec: TargetSpec | null | undefined): Direction {
  const autonomous = combine(isAutonomousMode(spec?.horizontal?.mode), isAutonomousMode(spec?.vertical?.mode));
  return autonomous === 'none' ? combine(isPresent(spec?.horizontal), isPresent(spec?.vertical)) : autonomous;
}

/** Whether replica counts are scaled. */
export function scalesReplicas(direction: Direction): boolean {
  return direction === 'horizontal' || direction === 'multi dimensional';
}

/** Whether the containers' requests are scaled. */
export function scalesRequests(direction: Direction): boolean {
  return direction === 'vertical' || direction === 'multi dimensional';
}

/** A direction as a heading shows it: `Multi dimensional`. A text of another server is capitalized in the same way. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function combine(horizontal: boolean, vertical: boolean): Direction {
  if (horizontal && vertical) return 'multi dimensional';
  if (horizontal) return 'horizontal';
  return vertical ? 'vertical' : 'none';
}

function isPresent(block: unknown): boolean {
  return block !== null && block !== undefined;
}
