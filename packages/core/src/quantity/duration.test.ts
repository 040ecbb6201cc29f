import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['0', 0],
  ['0s', 0],
  ['250ms', 250],
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['2d', 172_800_000],
  ['1w', 604_800_000],
  ['1y', 31_536_000_000],
  ['1500us', 1.5],
])('%s is %d ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each([
  '',
  '5',
  's',
  '-5m',
  '5 m',
  '5m ',
  '1h-30m',
  '5M',
  '1e3s',
  '5x',
  'NaN',
  '1'.repeat(64) + 's',
  null,
  undefined,
])('%j is not a valid duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});
