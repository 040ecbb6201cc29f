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
  const fields = fieldsOf(at, options.timeZone);
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
  return formatDate(instant, bucket === 'Month' ? 'MMM yyyy' : 'MMM d', { timeZone: 'UTC' });
}

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

function fieldsOf(at: number, timeZone: string | undefined): ReadonlyMap<string, string> {
  const { year, month, day, hour, minute, second } = partsOf(new Date(at), timeZone);
  return new Map([
    ['yyyy', String(year)],
    ['MMM', months[month - 1] ?? ''],
    ['dd', twoDigits(day)],
    ['d', String(day)],
    ['HH', twoDigits(hour)],
    ['h', String(hour % 12 || 12)],
    ['mm', twoDigits(minute)],
    ['ss', twoDigits(second)],
    ['a', hour < 12 ? 'AM' : 'PM'],
  ]);
}

/**
 * Only other zones than the local one and UTC need `Intl`. Its first use in a page takes about 15 ms, because it loads the
 * data of languages and zones.
 */
function partsOf(date: Date, timeZone: string | undefined): Parts {
  if (timeZone === undefined)
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
    };
  if (timeZone === 'UTC')
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    };
  const parts = new Map<string, number>(
    clockOf(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

/** Formatters by time zone. Creating one takes longer than using it a hundred times; a page needs at most one. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZone,
    });
  clocks.set(timeZone, clock);
  return clock;
}
