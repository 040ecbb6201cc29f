import { expect, test } from 'vitest';
import { pointText } from './trade-off-text.ts';

const point = { request: 0.82, slack: 0.43, minutesAbovePerDay: 4, daysAbove: 2, dollarsUnusedPerYear: 212 };

test('a point of the trade-off in words', () => {
  const cpu = { resource: 'cpu', days: 14 } as const;
  expect(pointText(cpu, point)).toBe('820m: usage above it 4 minutes a day, $212 a year unused');
  expect(pointText(cpu, { ...point, minutesAbovePerDay: 1 })).toContain('above it 1 minute a day,');
  expect(pointText(cpu, { ...point, dollarsUnusedPerYear: null })).toBe(
    '820m: usage above it 4 minutes a day, 43% unused',
  );
  expect(pointText({ resource: 'memory', days: 13 }, { ...point, request: 1.2e9 })).toBe(
    '1.2G: usage above it 4 minutes a day, on 2 of 13 days, $212 a year unused',
  );
});
