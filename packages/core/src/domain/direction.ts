import { isAutonomousMode, type TargetSpec } from './mode.ts';

/** Which part of a target is scaled: replica count (horizontal), requests per container (vertical), both, or none. */
const directions = ['none', 'horizontal', 'vertical', 'multi dimensional'] as const;
/** One of the four directions, as the API and the console write it. */
export type Direction = (typeof directions)[number];

/**
 * The direction of a target. If a direction is autonomous, only autonomous directions count; otherwise all that the
 * spec contains. A target that is autonomous horizontally and in recommendation mode vertically is therefore
 * `horizontal`.
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

/** A direction as a heading shows it: `Multi dimensional`. Unknown texts are capitalized in the same way. */
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
