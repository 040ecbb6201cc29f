import { finiteOrNull } from '../domain/resource.ts';
import { dayMs, hourMs } from '../domain/windows.ts';
import { type Instant, readInstant } from './instant.ts';
import { type Figure, missingMark } from './missing.ts';

const units = [
  { unit: 'd', ms: dayMs },
  { unit: 'h', ms: hourMs },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 1_000 },
] as const;

/** A duration in its largest whole unit: `0 s`, `59 s`, `1 min`, `23 h`, `400 d`. A negative duration is `0 s`. */
export function formatElapsed(milliseconds: Figure): string {
  const known = finiteOrNull(milliseconds);
  if (known === null) return missingMark;
  const { unit, ms } = units.find((candidate) => known >= candidate.ms) ?? { unit: 's', ms: 1_000 };
  return `${Math.max(0, Math.floor(known / ms))} ${unit}`;
}

/**
 * Age of an instant: `5 min ago`. An instant in the future, because of a slow clock, is `0 s ago`. A missing or
 * unreadable instant is the dash.
 */
export function formatAge(instant: Instant, now: number): string {
  const at = readInstant(instant);
  return at === null ? missingMark : `${formatElapsed(now - at)} ago`;
}

/** Age of the last forecast; `In progress` if there has been none. */
export function formatLastForecast(created: Instant, now: number): string {
  return created === null || created === undefined ? 'In progress' : formatAge(created, now);
}
