import { type Figure, orMissing } from './missing.ts';
import { formatCount } from './number.ts';

/** The stats row's replicas: `Min – Max`. */
export function formatReplicaRange(min: Figure, max: Figure): string {
  return `${formatCount(min)} – ${formatCount(max)}`;
}

/** A difference in pods with its sign: `+2`, `-1`, `0`. */
export function formatReplicaDifference(difference: Figure): string {
  return orMissing(difference, (known) => `${known > 0 ? '+' : ''}${formatCount(known)}`);
}
