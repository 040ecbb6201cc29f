import { dayMs, formatDate, hourMs, minuteMs } from '@trimtab/core';

const steps = [
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
  14 * dayMs,
  30 * dayMs,
  90 * dayMs,
];

/** Round times within a span, at most about `maxCount`. `offsetMs` is the offset of the reader's time zone from UTC. */
export function timeTicks(from: number, to: number, maxCount: number, offsetMs = offsetAt(to)): number[] {
  if (!(to > from)) return [from];
  const wanted = (to - from) / Math.max(1, maxCount);
  const step = steps.find((candidate) => candidate >= wanted) ?? wanted;
  const first = Math.ceil((from + offsetMs) / step) * step - offsetMs;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** The label of a tick: the time of day, or the date at midnight and if ticks are days apart. */
export function tickText(at: number, step: number, offsetMs = offsetAt(at)): string {
  const startsDay = (at + offsetMs) % dayMs === 0;
  return formatDate(at, step >= dayMs || startsDay ? 'MMM d' : 'HH:mm');
}

function offsetAt(at: number): number {
  return -new Date(at).getTimezoneOffset() * minuteMs;
}
