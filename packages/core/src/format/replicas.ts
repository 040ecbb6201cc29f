import { type Figure, missingMark } from './missing.ts';
import { formatCount } from './number.ts';

/** The stats row's replicas: `Min – Max`; one dash if neither is known. */
export function formatReplicaRange(min: Figure, max: Figure): string {
  const [from, to] = [formatCount(min), formatCount(max)];
  return from === missingMark && to === missingMark ? missingMark : `${from} – ${to}`;
}
