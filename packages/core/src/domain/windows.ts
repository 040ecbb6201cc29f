/** A stretch of time in epoch milliseconds; `end` is not part of it. */
export type TimeWindow = { readonly start: number; readonly end: number };

/** Lengths of time in milliseconds; a day is 24 hours, whatever the clocks do. */
export const secondMs = 1_000;
/** See `secondMs`. */
export const minuteMs = 60 * secondMs;
/** See `secondMs`. */
export const hourMs = 60 * minuteMs;
/** See `secondMs`. */
export const dayMs = 24 * hourMs;

/**
 * The hours before `now` (epoch ms), as elapsed time: 24 hours are 86,400,000 ms also on the days when clocks change,
 * where subtracting a calendar day gives 23 or 25.
 */
export function lastHours(now: number, hours: number): TimeWindow {
  return { start: now - hours * hourMs, end: now };
}

/** What waste and savings average over: 24 hours. */
export function savingsWindow(now: number): TimeWindow {
  return lastHours(now, 24);
}

/** What a target's charts show unless asked otherwise: 3 hours. */
export function metricsWindow(now: number): TimeWindow {
  return lastHours(now, 3);
}

/** What a diagnostics export covers: 7 days of 24 hours. */
export function exportWindow(now: number): TimeWindow {
  return lastHours(now, 7 * 24);
}

/** A window as the API takes it: RFC 3339, UTC. */
export function isoWindow({ start, end }: TimeWindow): { start: string; end: string } {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

/**
 * The same UTC day of the month and time of day, `months` earlier (epoch ms in and out). A day that the earlier month
 * does not have becomes its last: one month before 31 March is 28 or 29 February, never 3 March.
 */
export function monthsBack(instant: number, months: number): number {
  const date = new Date(instant);
  const firstOfMonth = new Date(instant);
  firstOfMonth.setUTCDate(1);
  firstOfMonth.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(firstOfMonth.getUTCFullYear(), firstOfMonth.getUTCMonth() + 1, 0)).getUTCDate();
  firstOfMonth.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return firstOfMonth.getTime();
}
