import { type Figure, missingMark } from './missing.ts';
import { formatCount, formatWholePercent } from './number.ts';

/** The stats row's replicas: `Min – Max`; one dash if neither is known. */
export function formatReplicaRange(min: Figure, max: Figure): string {
  const [from, to] = [formatCount(min), formatCount(max)];
  return from === missingMark && to === missingMark ? missingMark : `${from} – ${to}`;
}

/**
 * The part of the last week for which the replicas suffice: `99% of the last 7 days`. `hours`: the time since the first
 * sample.
 */
export function formatWeekShare({ quantile, hours }: { readonly quantile: number; readonly hours: number }): string {
  const length = hours < 48 ? `${formatCount(hours)} hours` : `${formatCount(Math.floor(hours / 24))} days`;
  const span = `the last ${length}${hours < 7 * 24 ? ' (no samples before)' : ''}`;
  return quantile === 1 ? `all of ${span}` : `${formatWholePercent(quantile)} of ${span}`;
}
