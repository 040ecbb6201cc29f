/** A time window in epoch milliseconds. `end` is exclusive. */
export type TimeWindow = { readonly start: number; readonly end: number };

/** A second in milliseconds. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * The last `hours` hours before `now` (epoch ms), as elapsed time: 24 hours are 86,400,000 ms also on the days when
 * clocks change, when subtracting a calendar day would give 23 or 25 hours.
 */
export function lastHours(now: number, hours: number): TimeWindow {
  return { start: now - hours * hourMs, end: now };
}

/** Window for the averages of waste and savings: 24 hours. */
export function savingsWindow(now: number): TimeWindow {
  return lastHours(now, 24);
}

/** Default window of the charts of a target: 3 hours. */
export function metricsWindow(now: number): TimeWindow {
  return lastHours(now, 3);
}

/** Default window of a diagnostics export: 7 days of 24 hours. */
export function exportWindow(now: number): TimeWindow {
  return lastHours(now, 7 * 24);
}

/** A window as the API expects it: RFC 3339 in UTC. */
export function isoWindow({ start, end }: TimeWindow): { start: string; end: string } {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

/**
 * The same UTC day of the month and time of day, `months` months earlier (epoch ms in and out). A day that the earlier month
 * does not have becomes its last day: one month before 31 March is 28 or 29 February, not 3 March.
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

/** The calendar day before today in the local time zone, which may have 23 or 25 hours. */
export function yesterday(now: number): TimeWindow {
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  const start = new Date(today);
  start.setDate(start.getDate() - 1);
  return { start: start.getTime(), end: today.getTime() };
}
