import type { CostBucket } from '../api/schemas/costs.ts';
import { minuteMs } from '../domain/windows.ts';
import { type Instant, readInstant } from './instant.ts';
import { missingMark } from './missing.ts';

/** `utc`: in UTC. Default: in the local time zone. */
type DateOptions = { readonly utc?: boolean };

/** The date formats of the console, written as Unicode date field patterns (UTS #35); `HH` is 00 to 23. */
type DatePattern = 'MMM dd yyyy h:mm:ss a' | 'MMM d, HH:mm' | 'HH:mm' | 'MMM d, yyyy' | 'MMM d' | 'MMM yyyy';

/**
 * An instant in one of the console's formats. Throws RangeError `Invalid time value` for one that is missing or cannot be
 * read. `formatDate` returns the dash instead, so that an invalid date affects only its own cell.
 */
export function formatDateStrict(instant: Instant, pattern: DatePattern, options: DateOptions = {}): string {
  const at = readInstant(instant);
  if (at === null) throw new RangeError('Invalid time value');
  const fields = fieldsOf(at, options);
  return pattern.replace(/MMM|dd|yyyy|HH|mm|ss|d|h|a/g, (field) => fields.get(field) ?? '');
}

/** An instant in one of the console's formats, or the dash. */
export function formatDate(instant: Instant, pattern: DatePattern, options: DateOptions = {}): string {
  return readInstant(instant) === null ? missingMark : formatDateStrict(instant, pattern, options);
}

/** When a pod was created: `Nov 20 2026 3:04:05 PM`. */
export function formatDateTime(instant: Instant, options: DateOptions = {}): string {
  return formatDate(instant, 'MMM dd yyyy h:mm:ss a', options);
}

/** When a suggestion was made: `15:04` on the day of `now`, otherwise `Nov 19, 15:04`. */
export function formatDateSuggestion(instant: Instant, now: number, options: DateOptions = {}): string {
  const day = (at: Instant) => formatDate(at, 'MMM d, yyyy', options);
  return formatDate(instant, day(instant) === day(now) ? 'HH:mm' : 'MMM d, HH:mm', options);
}

/** A day, as in `→ Through Nov 20, 2026`. */
export function formatDateDay(instant: Instant, options: DateOptions = {}): string {
  return formatDate(instant, 'MMM d, yyyy', options);
}

/** Label of a bucket of the cost breakdown: its UTC month, or its first UTC day. */
export function formatDateBucket(instant: Instant, bucket: CostBucket): string {
  return formatDate(instant, bucket === 'Month' ? 'MMM yyyy' : 'MMM d', { utc: true });
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * The fields of the patterns. Not with `Intl`, because its first use in a page takes about 15 ms: it loads the data of
 * languages and time zones.
 */
function fieldsOf(at: number, { utc = false }: DateOptions): ReadonlyMap<string, string> {
  const offsetMinutes = utc ? 0 : new Date(at).getTimezoneOffset();
  // Its UTC fields are those of the local time.
  const date = new Date(at - offsetMinutes * minuteMs);
  const [day, hour] = [date.getUTCDate(), date.getUTCHours()];
  return new Map([
    ['yyyy', String(date.getUTCFullYear())],
    ['MMM', months[date.getUTCMonth()] ?? ''],
    ['dd', twoDigits(day)],
    ['d', String(day)],
    ['HH', twoDigits(hour)],
    ['h', String(hour % 12 || 12)],
    ['mm', twoDigits(date.getUTCMinutes())],
    ['ss', twoDigits(date.getUTCSeconds())],
    ['a', hour < 12 ? 'AM' : 'PM'],
  ]);
}
