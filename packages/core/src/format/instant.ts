/** A point in time from outside: RFC 3339 text, epoch milliseconds or a Date. */
export type Instant = string | number | Date | null | undefined;

/** A date (UTC), or a time with an offset. Date.parse would read a time without an offset as local time. */
const rfc3339 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/** 9999-12-31T23:59:59.999Z, the last instant with a four-digit year. */
const latest = 253_402_300_799_999;

/**
 * An instant in epoch milliseconds; null if it is missing or invalid. Instants before 1970 count as missing, because Go
 * writes an unset time as year 1. Text must be RFC 3339, because Date.parse accepts almost any text.
 */
export function readInstant(instant: Instant): number | null {
  const at = typeof instant === 'string' ? parseText(instant) : Number(instant ?? Number.NaN);
  return at >= 0 && at <= latest ? at : null;
}

function parseText(text: string): number {
  return text.length <= 40 && rfc3339.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
}
