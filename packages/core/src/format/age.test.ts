import { expect, test } from 'vitest';
import { formatAge, formatElapsed, formatLastForecast } from './age.ts';

test.each([
  [0, '0 s'],
  [-7_200_000, '0 s'],
  [-0.5, '0 s'],
  [999, '0 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [86_399_999, '23 h'],
  [86_400_000, '1 d'],
  [400 * 86_400_000, '400 d'],
  [null, '—'],
  [Number.NaN, '—'],
])('%d ms are %s', (milliseconds, text) => {
  expect(formatElapsed(milliseconds)).toBe(text);
});

const now = Date.parse('2026-11-20T12:00:00Z');

test('with a clock two hours slow, a recent event is 0 s ago', () => {
  expect(formatAge('2026-11-20T14:00:00Z', now)).toBe('0 s ago');
});

test('the last forecast shows its age, In progress if there is none, and a dash if it is invalid', () => {
  expect(formatLastForecast('2026-11-20T11:55:00Z', now)).toBe('5 min ago');
  expect(formatLastForecast(null, now)).toBe('In progress');
  expect(formatLastForecast('soon', now)).toBe('—');
});
