/**
 * What charts fill areas with. An area needs less contrast than a text (3:1), and a text's colour is too heavy for it in
 * the light theme: there the fill is the same hue, lighter and fuller.
 */
export const fills = {
  savings: 'bg-[light-dark(oklch(from_var(--color-savings)_0.6_0.13_h),var(--color-savings))]',
  waste: 'bg-[light-dark(oklch(from_var(--color-waste)_0.66_0.14_h),var(--color-waste))]',
} as const;

/** Lies over a fill whose time is not whole: hatched. */
export const hatching =
  'bg-[repeating-linear-gradient(135deg,var(--color-surface)_0_2px,transparent_2px_6px)] opacity-70';
