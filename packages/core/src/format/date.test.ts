import { afterEach, expect, test, vi } from 'vitest';
import { formatDateBucket, formatDateDay, formatDateStrict, formatDateSuggestion, formatDateTime } from './date.ts';

const utc = { timeZone: 'UTC' };
const berlin = { timeZone: 'Europe/Berlin' };

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
  expect(formatDateTime('2026-12-31T23:30:00Z', berlin)).toBe('Jan 01 2027 12:30:00 AM');
});

test('a time in the repeated hour of a DST change is shown in local time', () => {
  expect(formatDateTime('2026-10-25T00:30:00Z', berlin)).toBe('Oct 25 2026 2:30:00 AM');
  expect(formatDateTime('2026-10-25T01:30:00Z', berlin)).toBe('Oct 25 2026 2:30:00 AM');
});

// Instants around the changes of the clock in these zones, and the turn of a year.
const instants = [
  '1970-01-01T00:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2026-12-31T23:30:00Z',
  '2027-01-01T11:15:07Z',
];

afterEach(() => vi.unstubAllEnvs());

test.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kabul', 'Pacific/Auckland'])(
  'the local time zone %s gives the same texts as its name',
  (timeZone) => {
    vi.stubEnv('TZ', timeZone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timeZone);
    for (const instant of instants) expect(formatDateTime(instant)).toBe(formatDateTime(instant, { timeZone }));
  },
);

test('UTC is the same as a zone without an offset', () => {
  for (const instant of instants)
    expect(formatDateTime(instant, utc)).toBe(formatDateTime(instant, { timeZone: 'Etc/GMT' }));
});

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
  expect(formatDateSuggestion('2026-11-19T23:55:00Z', now, berlin)).toBe('00:55');
  expect(formatDateSuggestion('2025-11-20T00:05:00Z', now, utc)).toBe('Nov 20, 00:05');
});

test('formats days and the labels of buckets', () => {
  expect(formatDateDay(Date.UTC(2026, 10, 5), utc)).toBe('Nov 5, 2026');
  expect(formatDateBucket('2026-11-01T00:00:00Z', 'Month')).toBe('Nov 2026');
  expect(formatDateBucket('2026-11-02T00:00:00Z', 'Week')).toBe('Nov 2');
  expect(formatDateBucket('2026-11-02T00:00:00Z', 'Day')).toBe('Nov 2');
});
