import { type Figure, missingMark, orMissing } from './missing.ts';
import { formatCount } from './number.ts';

/** The stats row's replicas: `Min – Max`; one dash where neither is known. */
export function formatReplicaRange(min: Figure, max: Figure): string {
  const [from, to] = [formatCount(min), formatCount(max)];
  return from === missingMark && to === missingMark ? missingMark : `${from} – ${to}`;
}

/** A difference in pods with its sign: `+2`, `-1`, `0`. */
export function formatReplicaDifference(difference: Figure): string {
  return orMissing(difference, (known) => `${known > 0 ? '+' : ''}${formatCount(known)}`);
}
