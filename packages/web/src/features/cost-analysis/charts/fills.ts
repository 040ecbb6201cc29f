/** The background colors of chart areas. A contrast theme of the system would remove them. */
export const fills = {
  savings: 'bg-savings-fill forced-color-adjust-none',
  waste: 'bg-waste-fill forced-color-adjust-none',
} as const;

/** A hatching that covers the bars of incomplete time buckets. */
export const hatching =
  'bg-[repeating-linear-gradient(135deg,var(--color-surface)_0_2px,transparent_2px_6px)] opacity-70';
