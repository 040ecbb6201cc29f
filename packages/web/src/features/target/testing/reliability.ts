import type { Reliability } from '@trimtab/core';

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const start = ago(7 * 24);

/** A figure that was observed in the whole window. */
export const observed = (value: number, lastHoursAgo: number | null = null) => ({
  value,
  last: lastHoursAgo === null ? null : ago(lastHoursAgo),
  since: start,
  unknown: null,
});
export const unknownFigure = (unknown: string) => ({ value: null, last: null, since: null, unknown });

/** A target without any incidents. */
export const calmReliability: Reliability = {
  namespace: 'shop',
  name: 'web',
  created: ago(0),
  window: { start, end: ago(0) },
  oomKills: observed(0),
  restarts: observed(0),
  throttling: observed(0),
  cpuAbove: observed(0),
  memoryAbove: observed(0),
  memoryOfLimit: observed(0.5, 3),
  leak: { isSeen: false, container: null, bytesPerDay: null, hoursToLimit: null, unknown: null },
  eventsSince: ago(14 * 24),
  events: [],
  limits: [],
};
