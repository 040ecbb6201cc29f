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

/**
 * Times within a span that are round on the reader's clock, at most about `maxCount`. `offsetOf` is the offset of the
 * reader's time zone from UTC, which a clock change within the span changes.
 */
export function timeTicks(from: number, to: number, maxCount: number, offsetOf = offsetAt): number[] {
  if (!(to > from)) return [from];
  const wanted = (to - from) / Math.max(1, maxCount);
  const step = steps.find((candidate) => candidate >= wanted) ?? wanted;
  const offset = offsetOf(from);
  const ticks: number[] = [];
  for (let onClock = Math.ceil((from + offset) / step) * step; ; onClock += step) {
    const at = onClock - offsetOf(onClock - offset);
    if (!(at <= to)) return ticks;
    // When clocks are set forward, some times on the clock do not exist. These become times that are already there.
    if (at >= from && !(at <= (ticks.at(-1) ?? Number.NaN))) ticks.push(at);
  }
}

/** The label of a tick: the time of day, or the date at midnight and if ticks are days apart. */
export function tickText(at: number, step: number, offsetMs = offsetAt(at)): string {
  const startsDay = (at + offsetMs) % dayMs === 0;
  return formatDate(at, step >= dayMs || startsDay ? 'MMM d' : 'HH:mm');
}

function offsetAt(at: number): number {
  return -new Date(at).getTimezoneOffset() * minuteMs;
}
