import { expect, test } from 'vitest';
import { missingMark } from './missing.ts';
import {
  formatMoney,
  formatMoneyCompact,
  formatMoneyKpi,
  formatMoneyRate,
  formatMoneyShort,
  formatYearlyFigure,
} from './money.ts';

test.each([
  [0, '$0.00'],
  [-0, '$0.00'],
  [-0.004, '$0.00'],
  [-0.005, '-$0.01'],
  [0.004, '$0.00'],
  [1.005, '$1.01'],
  [0.995, '$1.00'],
  [999.995, '$1,000.00'],
  [1_234.5, '$1,234.50'],
  [-1_234.5, '-$1,234.50'],
  [999_999_999_999_999, '$999,999,999,999,999.00'],
  [1e15, '$1P'],
  [-1e21, '-$1000E'],
  [null, missingMark],
  [undefined, missingMark],
  [Number.NaN, missingMark],
  [Number.POSITIVE_INFINITY, missingMark],
])('%d dollars are %s', (dollars, text) => {
  expect(formatMoney(dollars)).toBe(text);
});

test.each([
  [0, '$0'],
  [12, '$12'],
  [999.94, '$999.9'],
  [999.95, '$1k'],
  [1_200, '$1.2k'],
  [999_950, '$1M'],
  [-2_500_000, '-$2.5M'],
  [3e9, '$3B'],
  [null, missingMark],
])('%d dollars are %s on an axis', (dollars, text) => {
  expect(formatMoneyCompact(dollars)).toBe(text);
});

test('a KPI writes thousands as K', () => {
  expect(formatMoneyKpi(1_200)).toBe('$1.2K');
  expect(formatMoneyKpi(-1_200)).toBe('-$1.2K');
});

test.each(['Autonomous', 'Recommendation'] as const)('a missing or zero figure is a sentence in %s mode', (mode) => {
  for (const hourly of [null, undefined, 0, -0, Number.NaN]) {
    expect(formatYearlyFigure({ hourly, mode })).toEqual({ text: 'No pre-autonomous mode data found' });
  }
});

test('a yearly figure is the hourly one × 24 × 365', () => {
  expect(formatYearlyFigure({ hourly: 0.5, mode: 'Recommendation' })).toEqual({ text: '$4,380.00' });
  expect(formatYearlyFigure({ hourly: 0.5, mode: 'Autonomous' })).toEqual({ text: '$4,380.00' });
});

test('a negative figure is in parentheses in autonomous mode and 0 otherwise', () => {
  expect(formatYearlyFigure({ hourly: -0.5, mode: 'Autonomous' })).toEqual({
    text: '($4,380.00)',
    tooltip: 'This target was underprovisioned. The product added the required resources to mitigate risk.',
  });
  expect(formatYearlyFigure({ hourly: -0.5, mode: 'Recommendation' })).toEqual({ text: '$0.00' });
});

test('an hourly price has up to four decimals', () => {
  expect([0.192, 0.0576, 1, 1_234.5, 0.00004, -0.5, 1e18, null].map(formatMoneyRate)).toEqual([
    '$0.192',
    '$0.0576',
    '$1.00',
    '$1,234.50',
    '$0.00',
    '-$0.50',
    '$1E',
    '—',
  ]);
});

test.each([
  [1234.5, '$1,235'],
  [-100, '-$100'],
  [99.994, '$99.99'],
  [0, '$0.00'],
  [null, '—'],
])('a table shows %d as %s', (dollars, text) => {
  expect(formatMoneyShort(dollars)).toBe(text);
});
