import { expect, test } from 'vitest';
import { formatMinutesPerDay } from './minutes-per-day.ts';

test.each([
  [0, '0'],
  [0.02, '<0.1'],
  [0.357, '0.4'],
  [9.94, '9.9'],
  [9.96, '10'],
  [12.6, '13'],
  [1_020, '1,020'],
  [null, '—'],
])('%s minutes are printed as %s', (minutes, text) => {
  expect(formatMinutesPerDay(minutes)).toBe(text);
});
