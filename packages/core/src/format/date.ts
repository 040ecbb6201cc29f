import type { CostBucket } from '../api/schemas/views.ts';
import { type Instant, readInstant } from './instant.ts';
import { missingMark } from './missing.ts';

/** Time zone of a date, as an IANA name such as `Europe/Berlin`. Default: the local time zone. */
type DateOptions = { readonly timeZone?: string | undefined };

/** The date formats of the console, written as Unicode date field patterns (UTS #35); `HH` is 00 to 23. */
type DatePattern = 'MMM dd yyyy h:mm:ss a' | 'MMM d, HH:mm' | 'HH:mm' | 'MMM d, yyyy' | 'MMM d' | 'MMM yyyy';

/**
 * An instant in one of the console's formats. Throws RangeError `Invalid time value` for one that is missing or cannot be
 * read. `formatDate` returns the dash instead, so that an invalid date affects only its own cell.
 */
export function formatDateStrict(instant: Instant, pattern: DatePattern, options: DateOptions = {}): string {
  const at = readInstant(instant);
  if (at === null) throw new RangeError('Invalid time value');
  const parts = partsOf(at, options.timeZone);
  return pattern.replace(/MMM|dd|yyyy|HH|mm|ss|d|h|a/g, (field) => parts.get(field) ?? '');
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
  return formatDate(instant, bucket === 'Month' ? 'MMM yyyy' : 'MMM d', { timeZone: 'UTC' });
}

/** Formatters by time zone. Creating one takes longer than using it a hundred times; a page needs one or two. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: number, timeZone: string | undefined): Map<string, string> {
  const key = timeZone ?? '';
  const clock =
    clocks.get(key) ??
    new Intl.DateTimeFormat('en-US', {
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
  clocks.set(key, clock);
  const parts = new Map<string, string>(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = parts.get('day') ?? '';
  const hour = parts.get('hour') ?? '';
  return new Map([
    ['yyyy', parts.get('year') ?? ''],
    ['MMM', parts.get('month') ?? ''],
    ['dd', day],
    ['d', String(Number(day))],
    ['HH', hour],
    ['h', String(Number(hour) % 12 || 12)],
    ['mm', parts.get('minute') ?? ''],
    ['ss', parts.get('second') ?? ''],
    ['a', Number(hour) < 12 ? 'AM' : 'PM'],
  ]);
}
