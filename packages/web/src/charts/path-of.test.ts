import { expect, test } from 'vitest';
import { areaPathOf, groundPathOf, pathOf, stepPathOf } from './path-of.ts';

const x = (index: number) => index * 10;
const y = (value: number) => 100 - value;

test('a line ends before a missing value and begins again after it', () => {
  expect(pathOf([1, 2, null, 3, null], x, y)).toBe('M0 99L10 98M30 97');
});

test('a step holds each value until the next one', () => {
  expect(stepPathOf([1, 2, null, 3], x, y)).toBe('M0 99H10V98H20M30 97');
});

test('a step line has no points where the value stays the same', () => {
  expect(stepPathOf([1, 1, 1, 2, 2, 2], x, y)).toBe('M0 99H30V98H50');
  expect(stepPathOf([null, 1, 1, null, null, 2, 2], x, y)).toBe('M10 99H30M50 98H60');
});

test('an area is closed before a missing range and at the end', () => {
  expect(areaPathOf([[0, 1], [0, 2], null, [1, 3], [1, 4]], x, y)).toBe(
    'M0 99L10 98L10 100L0 100ZM30 97L40 96L40 99L30 99Z',
  );
});

test('the area below a line is closed before a missing value and at the end', () => {
  expect(groundPathOf([1, 2, null, 3, 4], x, y)).toBe('M0 99L10 98V100H0ZM30 97L40 96V100H30Z');
});

test('nothing is drawn without values', () => {
  expect([pathOf([null], x, y), stepPathOf([], x, y), areaPathOf([null], x, y)]).toEqual(['', '', '']);
  expect(groundPathOf([null], x, y)).toBe('');
});
