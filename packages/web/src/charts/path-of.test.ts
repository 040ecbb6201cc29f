import { expect, test } from 'vitest';
import { areaPathOf, pathOf, stepPathOf } from './path-of.ts';

const x = (index: number) => index * 10;
const y = (value: number) => 100 - value;

test('a line ends before a missing value and begins again after it', () => {
  expect(pathOf([1, 2, null, 3, null], x, y)).toBe('M0 99L10 98M30 97');
});

test('a step holds each value until the next one', () => {
  expect(stepPathOf([1, 2, null, 3], x, y)).toBe('M0 99H10V98H20M30 97');
});

test('an area is closed before a missing range and at the end', () => {
  expect(areaPathOf([[0, 1], [0, 2], null, [1, 3], [1, 4]], x, y)).toBe(
    'M0 99L10 98L10 100L0 100ZM30 97L40 96L40 99L30 99Z',
  );
});

test('nothing is drawn without values', () => {
  expect([pathOf([null], x, y), stepPathOf([], x, y), areaPathOf([null], x, y)]).toEqual(['', '', '']);
});
