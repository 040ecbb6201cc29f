import { type Figure, missingMark } from './missing.ts';
import { formatCount } from './number.ts';

/** The stats row's replicas: `Min – Max`; one dash if neither is known. */
export function formatReplicaRange(min: Figure, max: Figure): string {
  const [from, to] = [formatCount(min), formatCount(max)];
  return from === missingMark && to === missingMark ? missingMark : `${from} – ${to}`;
}

/** The hours of the last week since the first sample: `last 7 days`, `last 36 hours (no samples before)`. */
export function formatLastWeek(hours: number): string {
  if (hours >= 7 * 24) return 'last 7 days';
  const length = hours < 48 ? `${formatCount(hours)} hours` : `${formatCount(Math.floor(hours / 24))} days`;
  return `last ${length} (no samples before)`;
}
