import { expect, test } from 'vitest';
import { bucketStart, bucketStarts } from './buckets.ts';
import { costRangeWindow, parseCostRange } from './cost-range.ts';
import { exportWindow, isoWindow, lastHours, metricsWindow, monthsBack, savingsWindow, yesterday } from './windows.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

test.each(['2026-03-29T12:00:00Z', '2026-10-25T12:00:00Z', '2026-03-08T20:00:00Z', '2026-11-01T20:00:00Z'])(
  'on %s, when clocks change in Europe or America, 24 hours are 86,400,000 ms',
  (now) => {
    const { start, end } = savingsWindow(at(now));
    expect(end - start).toBe(86_400_000);
    expect(end).toBe(at(now));
  },
);

test.each([
  [new Date(2026, 2, 30, 9, 30), new Date(2026, 2, 29), new Date(2026, 2, 30)],
  [new Date(2026, 0, 1, 0, 0), new Date(2025, 11, 31), new Date(2026, 0, 1)],
])('at %s, yesterday is the calendar day before', (now, start, end) => {
  expect(yesterday(now.getTime())).toEqual({ start: start.getTime(), end: end.getTime() });
});

test('the other windows', () => {
  const now = at('2026-11-20T12:00:00Z');
  expect(isoWindow(metricsWindow(now))).toEqual({ start: '2026-11-20T09:00:00.000Z', end: '2026-11-20T12:00:00.000Z' });
  expect(iso(exportWindow(now).start)).toBe('2026-11-13T12:00:00.000Z');
  expect(lastHours(now, 0)).toEqual({ start: now, end: now });
});

test.each([
  ['2026-03-31T10:30:00.000Z', 1, '2026-02-28T10:30:00.000Z'],
  ['2024-03-31T10:30:00.000Z', 1, '2024-02-29T10:30:00.000Z'],
  ['2024-02-29T23:59:59.999Z', 12, '2023-02-28T23:59:59.999Z'],
  ['2026-05-31T00:00:00.000Z', 3, '2026-02-28T00:00:00.000Z'],
  ['2026-12-31T00:00:00.000Z', 1, '2026-11-30T00:00:00.000Z'],
  ['2026-01-31T00:00:00.000Z', 3, '2025-10-31T00:00:00.000Z'],
  ['2026-01-15T08:00:00.000Z', 1, '2025-12-15T08:00:00.000Z'],
  ['2026-01-15T08:00:00.000Z', 0, '2026-01-15T08:00:00.000Z'],
])('%s, %d months back, is %s', (now, months, expected) => {
  expect(iso(monthsBack(at(now), months))).toBe(expected);
});

test('each cost range has its own start and bucket size', () => {
  const now = at('2024-02-29T12:00:00Z');
  const start = (range: Parameters<typeof costRangeWindow>[0]) => {
    const window = costRangeWindow(range, now);
    return window && [iso(window.start), window.bucket, window.end === now];
  };
  expect(start('last-year')).toEqual(['2023-02-28T12:00:00.000Z', 'Month', true]);
  expect(start('3-months')).toEqual(['2023-11-29T12:00:00.000Z', 'Week', true]);
  expect(start('last-month')).toEqual(['2024-01-29T12:00:00.000Z', 'Day', true]);
  expect(start('projected')).toBeNull();
  expect(parseCostRange('3-months')).toBe('3-months');
  expect(parseCostRange('constructor')).toBeNull();
});

test('buckets are in UTC, a week starts on Monday, and an instant on the edge begins a bucket', () => {
  expect(iso(bucketStart(at('2026-03-29T23:59:59Z'), 'Day'))).toBe('2026-03-29T00:00:00.000Z');
  expect(iso(bucketStart(at('2026-11-22T23:00:00Z'), 'Week'))).toBe('2026-11-16T00:00:00.000Z');
  expect(iso(bucketStart(at('2026-11-23T00:00:00Z'), 'Week'))).toBe('2026-11-23T00:00:00.000Z');
  expect(iso(bucketStart(at('2024-02-29T12:00:00Z'), 'Month'))).toBe('2024-02-01T00:00:00.000Z');
});

test('day buckets over a DST change are 24 hours each, without gap or duplicate', () => {
  const starts = bucketStarts({ start: at('2026-03-28T00:00:00Z'), end: at('2026-03-31T00:00:00Z') }, 'Day');
  expect(starts.map(iso)).toEqual(['2026-03-28T00:00:00.000Z', '2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z']);
});

test('a year has each month once; an empty or reversed window has no bucket', () => {
  const months = bucketStarts({ start: at('2025-11-20T12:00:00Z'), end: at('2026-11-20T12:00:00Z') }, 'Month');
  expect(months).toHaveLength(13);
  expect(iso(months[3] ?? 0)).toBe('2026-02-01T00:00:00.000Z');
  expect(bucketStarts({ start: 5, end: 5 }, 'Day')).toEqual([]);
  expect(bucketStarts({ start: 6, end: 5 }, 'Day')).toEqual([]);
  expect(bucketStarts({ start: 0, end: Number.NaN }, 'Day')).toEqual([]);
});
