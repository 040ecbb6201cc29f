import type { UsageDistribution, UsageMark } from '@trimtab/core';
import { expect, test } from 'vitest';
import { axisEnd, histogramLine, markLine } from './histogram.ts';

const usage = (more: Partial<UsageDistribution> = {}): UsageDistribution => ({
  container: 'app',
  resource: 'cpu',
  end: '2026-11-20T12:00:00Z',
  days: 14,
  samples: { found: 40, expected: 40 },
  lowest: 2,
  step: 2,
  counts: [10, 20, 10],
  p98: 7.9,
  peak: 8,
  dayPeaks: [8],
  ...more,
});
const mark = (id: UsageMark['id'], value: number): UsageMark => ({ id, label: id, value, above: null });

test('a column shows its part of the bins, also if bins and columns differ in width', () => {
  expect(histogramLine(usage(), 10, 5)).toBe(' ▅█▅');
  expect(histogramLine(usage(), 10, 10)).toBe('  ▅▅██▅▅');
  expect(histogramLine(usage(), 9, 6)).toBe(' ▃▆█▅▂');
});

test('samples that are all the same are one bar', () => {
  expect(histogramLine(usage({ lowest: 4, step: 0, counts: [40], peak: 4 }), 10, 10)).toBe('    █');
});

test('marks stand under their values, side by side where they meet, and a far one at the end', () => {
  const marks = [mark('p98', 4), mark('suggestion', 4.1), mark('peak', 8), mark('limit', 100)];
  expect(axisEnd(usage(), marks)).toBe(8);
  expect(markLine(marks, 8, 8)).toBe('    9SP>');
  expect(axisEnd(usage(), [mark('request', 20)])).toBe(20);
});
