import { afterEach, expect, test, vi } from 'vitest';
import { formatDateBucket, formatDateDay, formatDateStrict, formatDateSuggestion, formatDateTime } from './date.ts';

const utc = { utc: true };
/** Sets the local time zone for the rest of the test. */
const moveTo = (zone: string) => vi.stubEnv('TZ', zone);
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['2026-11-20T15:04:05Z', 'Nov 20 2026 3:04:05 PM'],
  ['2026-11-05T00:00:00Z', 'Nov 05 2026 12:00:00 AM'],
  ['2026-11-05T12:00:00Z', 'Nov 05 2026 12:00:00 PM'],
  ['2026-11-05T23:59:59.999999999Z', 'Nov 05 2026 11:59:59 PM'],
  ['2026-11-05T01:00:00+02:00', 'Nov 04 2026 11:00:00 PM'],
])('%s is %s', (instant, text) => {
  expect(formatDateTime(instant, utc)).toBe(text);
});

test('the day depends on the time zone', () => {
  moveTo('Europe/Berlin');
  expect(formatDateTime('2026-12-31T23:30:00Z')).toBe('Jan 01 2027 12:30:00 AM');
});

test('a time in the repeated hour of a DST change is shown in local time', () => {
  moveTo('Europe/Berlin');
  expect(formatDateTime('2026-10-25T00:30:00Z')).toBe('Oct 25 2026 2:30:00 AM');
  expect(formatDateTime('2026-10-25T01:30:00Z')).toBe('Oct 25 2026 2:30:00 AM');
});

// Around the changes of the clock in these zones, and at the turn of a year.
const instants = [
  '1970-01-01T00:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2026-12-31T23:30:00Z',
  '2027-01-01T11:15:07Z',
];

test.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kabul', 'Pacific/Auckland', 'UTC'])(
  'texts in %s are those of Intl for this zone',
  (timeZone) => {
    moveTo(timeZone);
    const texts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    });
    for (const instant of instants)
      expect(formatDateTime(instant)).toBe(texts.format(new Date(instant)).replaceAll(',', '').replace('\u202F', ' '));
  },
);

const unreadable = [
  '',
  ' ',
  'soon',
  '1',
  '2026-11-20T15:04:05',
  '0001-01-01T00:00:00Z',
  '99999-01-01T00:00:00Z',
  '+099999-01-01T00:00:00Z',
  '2026-13-01T00:00:00Z',
  null,
  undefined,
  Number.NaN,
  8.7e15,
  -1,
  new Date(Number.NaN),
  `2026-11-20T15:04:05.${'0'.repeat(100)}Z`,
];

test.each(unreadable)('%j is a dash, and rejected only by the strict formatter', (instant) => {
  expect(formatDateTime(instant, utc)).toBe('—');
  expect(formatDateSuggestion(instant, Date.UTC(2026, 10, 20), utc)).toBe('—');
  expect(() => formatDateStrict(instant, 'HH:mm', utc)).toThrow(new RangeError('Invalid time value'));
});

test('the Unix epoch is a valid date', () => {
  expect(formatDateTime(0, utc)).toBe('Jan 01 1970 12:00:00 AM');
});

test('a suggestion of today shows its time, an older one also its date, in the local time zone', () => {
  const now = Date.parse('2026-11-20T00:30:00Z');
  expect(formatDateSuggestion('2026-11-20T00:05:00Z', now, utc)).toBe('00:05');
  expect(formatDateSuggestion('2026-11-19T23:55:00Z', now, utc)).toBe('Nov 19, 23:55');
  expect(formatDateSuggestion('2025-11-20T00:05:00Z', now, utc)).toBe('Nov 20, 00:05');
  moveTo('Europe/Berlin');
  expect(formatDateSuggestion('2026-11-19T23:55:00Z', now)).toBe('00:55');
});

test('formats days and the labels of buckets', () => {
  expect(formatDateDay(Date.UTC(2026, 10, 5), utc)).toBe('Nov 5, 2026');
  expect(formatDateBucket('2026-11-01T00:00:00Z', 'Month')).toBe('Nov 2026');
  expect(formatDateBucket('2026-11-02T00:00:00Z', 'Week')).toBe('Nov 2');
  expect(formatDateBucket('2026-11-02T00:00:00Z', 'Day')).toBe('Nov 2');
});
