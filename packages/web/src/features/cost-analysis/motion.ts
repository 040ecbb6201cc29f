/** The delay between the animations of two bars. */
const staggerMs = 50;

/** Whether the operating system asks for reduced motion. */
export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The delay between two bars; zero with reduced motion. */
export function barStaggerMs(): number {
  return isMotionReduced() ? 0 : staggerMs;
}
