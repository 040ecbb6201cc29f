import { expect, it } from 'vitest';
import { costWindow } from './cost-window.ts';

const now = Date.parse('2026-03-04T12:00:00Z');
const hour = 3_600_000;
const minute = 60_000;

it.each([
  ['nothing', null, null],
  ['the last 24 hours', now - 24 * hour, now],
  ['a clock that is three minutes ahead', now - 24 * hour + 3 * minute, now + 3 * minute],
  ['a request that took four minutes', now - 24 * hour - 4 * minute, now - 4 * minute],
  ['only a start', now - 24 * hour, null],
])('is the last 24 hours for %s', (_what, start, end) => {
  expect(costWindow({ start, end }, now)).toEqual({ recent: true });
});

it.each<[string, number | null, number | null, number, number]>([
  ['as asked', now - 48 * hour, now - 24 * hour, now - 48 * hour, now - 24 * hour],
  ['until now when it ends in the future', now - 2 * hour, now + 5 * hour, now - 2 * hour, now],
  ['24 hours long when only its end is given', null, now - 24 * hour, now - 48 * hour, now - 24 * hour],
])('is %s', (_what, askedStart, askedEnd, start, end) => {
  expect(costWindow({ start: askedStart, end: askedEnd }, now)).toEqual({ recent: false, window: { start, end } });
});
