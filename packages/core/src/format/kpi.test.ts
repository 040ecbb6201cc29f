import { expect, test } from 'vitest';
import { formatKpiValue } from './kpi.ts';
import { formatReplicaRange, formatWeekShare } from './replicas.ts';
import { formatStatsFigure } from './stats.ts';

test('a KPI is compact, with a $ when it is a currency', () => {
  expect(formatKpiValue({ value: 0 })).toBe('0');
  expect(formatKpiValue({ value: 999_950 })).toBe('1M');
  expect(formatKpiValue({ value: 1_234, unit: 'currency' })).toBe('$1.2K');
  expect(formatKpiValue({ value: -1_234, unit: 'currency' })).toBe('-$1.2K');
  expect(formatKpiValue({ value: null, unit: 'currency' })).toBe('—');
  expect(formatKpiValue(null)).toBe('—');
});

test('replicas show 0 as a number and a missing bound as a dash', () => {
  expect(formatReplicaRange(0, 10)).toBe('0 – 10');
  expect(formatReplicaRange(null, 10)).toBe('— – 10');
  expect(formatReplicaRange(null, undefined)).toBe('—');
});

test('the time that replicas were planned for is named if it is less than a week', () => {
  expect(formatWeekShare({ quantile: 0.99, hours: 168 })).toBe('99% of the last 7 days');
  expect(formatWeekShare({ quantile: 1, hours: 36 })).toBe('all of the last 36 hours (no samples before)');
  expect(formatWeekShare({ quantile: 1, hours: 71 })).toBe('all of the last 2 days (no samples before)');
});

test('the stats row shows money, a sentence without a figure, and a dash without a workload', () => {
  expect(formatStatsFigure({ yearlyCost: 4_380 })).toBe('$4,380.00');
  expect(formatStatsFigure({ yearlyCost: 0 })).toBe('No pre-autonomous mode data found');
  expect(formatStatsFigure({ yearlyCost: null })).toBe('No pre-autonomous mode data found');
  expect(formatStatsFigure(null)).toBe('—');
});
