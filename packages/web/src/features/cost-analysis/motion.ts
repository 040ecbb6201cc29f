/** How long after the one before it a bar comes in (console.md, section 9). */
const staggerMs = 50;

/** Whether the reader asked their system for less motion. */
export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The delay between two bars; none under reduced motion. */
export function barStaggerMs(): number {
  return isMotionReduced() ? 0 : staggerMs;
}
