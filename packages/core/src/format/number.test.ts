import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCompact, formatCount, formatCounted, formatPercent, formatSi, formatWholePercent } from './number.ts';

// The tables include NaN, −0.0 and very large numbers.
const nothing = [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

test.each(nothing)('%s is a dash in every format', (value) => {
  for (const format of [formatCompact, formatCount, formatSi, formatPercent, formatWholePercent]) {
    expect(format(value)).toBe('—');
  }
});

test.each([
  [0, '0 pods'],
  [1, '1 pod'],
  [2, '2 pods'],
  [10_000, '10,000 pods'],
  [null, '— pods'],
])('%s with its noun is %s', (count, text) => {
  expect(formatCounted(count, 'pod')).toBe(text);
});

test.each([
  [0, '0'],
  [-0, '0'],
  [-0.04, '0'],
  [0.04, '0'],
  [0.05, '0.1'],
  [1, '1'],
  [12.34, '12.3'],
  [-5, '-5'],
  [999, '999'],
  [999.94, '999.9'],
  [999.95, '1K'],
  [1_000, '1K'],
  [1_449, '1.4K'],
  [1_450, '1.5K'],
  [-1_500, '-1.5K'],
  [999_949, '999.9K'],
  [999_950, '1M'],
  [-999_950, '-1M'],
  [999_949_999, '999.9M'],
  [999_950_000, '1B'],
  [999_949_999_999, '999.9B'],
  [999_950_000_000, '1T'],
  [999_949_999_999_999, '999.9T'],
  [999_950_000_000_000, '1P'],
  [999_949_999_999_999_900, '999.9P'],
  [999_950_000_000_000_000, '1E'],
  [2 ** 53 + 1, '9P'],
  [1e21, '1000E'],
  [1e24, '1e24'],
  [-1.25e300, '-1.3e300'],
])('%d is %s, compact', (value, text) => {
  expect(formatCompact(value)).toBe(text);
});

test.each([
  [0, '0'],
  [-0, '0'],
  [1e-9, '<0.1m'],
  [-1e-9, '>-0.1m'],
  [0.0001, '0.1m'],
  [0.25, '250m'],
  [0.5, '500m'],
  [-0.5, '-500m'],
  [0.99994, '999.9m'],
  [0.99995, '1'],
  [1, '1'],
  [1.5, '1.5'],
  [999.94, '999.9'],
  [999.95, '1k'],
  [1_000_000, '1M'],
  [1e9, '1G'],
  [1e12, '1T'],
  [1e15, '1P'],
  [1e18, '1E'],
])('%d is %s, with SI suffixes', (value, text) => {
  expect(formatSi(value)).toBe(text);
});

test.each([
  [0, '0.0%'],
  [-0.0004, '0.0%'],
  [-0.0005, '-0.1%'],
  [0.0004, '0.0%'],
  [0.42, '42.0%'],
  [0.4237, '42.4%'],
  [0.99949, '99.9%'],
  [0.9995, '100.0%'],
  [0.285, '28.5%'],
  [2.5, '250.0%'],
  [9_999.99, '999999.0%'],
  [10_000, '1M%'],
  [1e21, '1e23%'],
])('%d is %s', (fraction, text) => {
  expect(formatPercent(fraction)).toBe(text);
});

test('a whole percentage rounds half up, and a count groups its thousands', () => {
  expect(formatWholePercent(0.285)).toBe('29%');
  expect(formatCount(10_000)).toBe('10,000');
  expect(formatCount(-0.2)).toBe('0');
});

test('a compact number is below 1,000 of its unit and close to its value', () => {
  const factors = new Map([
    ['', 1],
    ['K', 1e3],
    ['M', 1e6],
    ['B', 1e9],
    ['T', 1e12],
    ['P', 1e15],
    ['E', 1e18],
  ]);
  fc.assert(
    fc.property(fc.double({ min: -9e20, max: 9e20, noNaN: true }), (value) => {
      const [, digits, unit = ''] = /^(-?[\d.]+)([KMBTPE]?)$/.exec(formatCompact(value)) ?? [];
      const factor = factors.get(unit) ?? Number.NaN;
      expect(Math.abs(Number(digits) * factor - value)).toBeLessThanOrEqual(0.05000001 * factor);
      expect(unit === 'E' || Math.abs(Number(digits)) < 1_000).toBe(true);
    }),
  );
});

test('no number prints as NaN, undefined or a negative zero', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      for (const format of [formatCompact, formatCount, formatSi, formatPercent]) {
        expect(format(value)).not.toMatch(/NaN|undefined|Infinity|∞|^-0(\.0)?[%]?$/);
      }
    }),
  );
});
