/** What charts fill areas with. */
export const fills = { savings: 'bg-savings-fill', waste: 'bg-waste-fill' } as const;

/** Lies over a fill whose time is not whole: hatched. */
export const hatching =
  'bg-[repeating-linear-gradient(135deg,var(--color-surface)_0_2px,transparent_2px_6px)] opacity-70';
