/** A moment from outside: RFC 3339 text, epoch milliseconds or a Date. */
export type Instant = string | number | Date | null | undefined;

/** A day (UTC), or a time with its offset: JavaScript reads a time without one as the reader's own. */
const rfc3339 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/** 9999-12-31T23:59:59.999Z; what is later is no four-digit year. */
const latest = 253_402_300_799_999;

/**
 * An instant in epoch milliseconds; null when there is none. Before 1970 there are no clusters: a year 1 is how Go
 * writes a time that was never set. Text must be RFC 3339, because Date.parse makes a date of nearly anything.
 */
export function readInstant(instant: Instant): number | null {
  const at = typeof instant === 'string' ? parseText(instant) : Number(instant ?? Number.NaN);
  return at >= 0 && at <= latest ? at : null;
}

function parseText(text: string): number {
  return text.length <= 40 && rfc3339.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
}
