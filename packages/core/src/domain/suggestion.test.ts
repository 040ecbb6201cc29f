import { expect, test } from 'vitest';
import { appendReading, historyLength } from './history.ts';
import { lastForecastAt, resourceAdvice } from './suggestion.ts';
import { relativeChange, withinTolerance } from './tolerance.ts';

test.each([
  [10, 10, true],
  [9, 10, true],
  [11, 10, true],
  [8.99, 10, false],
  [11.01, 10, false],
  [0.275, 0.25, true],
  [0.225, 0.25, true],
  [0, 0, true],
  [1, 0, false],
  [0, 1, false],
  [null, 10, false],
  [10, undefined, false],
  [Number.NaN, Number.NaN, false],
])('%d for a suggested %d is within tolerance: %s', (current, suggested, expected) => {
  expect(withinTolerance(current, suggested)).toBe(expected);
});

test('a change is a fraction of the current value, and null without one', () => {
  expect(relativeChange(4, 3)).toBe(-0.25);
  expect(relativeChange(4, 0)).toBe(-1);
  for (const current of [0, null, undefined, Number.NaN]) expect(relativeChange(current, 3)).toBeNull();
  expect(relativeChange(5e-324, 1e308)).toBeNull();
});

test('the first reading fills all 30 slots, each later one drops the oldest', () => {
  const first = appendReading([], 0.5);
  expect(first).toEqual(Array.from({ length: historyLength }, () => 0.5));
  const second = appendReading(first, 0);
  expect(second).toHaveLength(30);
  expect(second.slice(-2)).toEqual([0.5, 0]);
  const full = Array.from({ length: 30 }, (_, index) => index).reduce(appendReading, first);
  expect(full).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

test('a missing reading does not start a history, and is a gap in an existing one', () => {
  expect(appendReading([], null)).toEqual([]);
  expect(appendReading(appendReading([], 1), null).slice(-2)).toEqual([1, null]);
});

test('quantities and numbers are both read; entries without a finite change are dropped', () => {
  const advice = resourceAdvice(
    {
      resourceRecommendations: [
        {
          container: 'constructor',
          recommendations: [
            { resource: 'cpu', value: '250m' },
            { resource: 'memory', value: 512 * 1024 ** 2 },
            { resource: 'gpu', value: 1 },
          ],
        },
        { container: 'none', recommendations: [{ resource: 'cpu', value: 1 }] },
        {
          container: 'zero',
          recommendations: [
            { resource: 'cpu', value: 1 },
            { resource: 'memory', value: 'lots' },
          ],
        },
      ],
    },
    [
      { name: 'constructor', average_requests: { cpu: 0.5, memory: 1024 ** 3 } },
      { name: 'zero', average_requests: { cpu: 0, memory: 1024 } },
    ],
  );
  expect(advice).toEqual([
    { container: 'constructor', resource: 'cpu', current: 0.5, suggested: 0.25, change: -0.5 },
    { container: 'constructor', resource: 'memory', current: 1024 ** 3, suggested: 512 * 1024 ** 2, change: -0.5 },
  ]);
  expect(resourceAdvice(null, [])).toEqual([]);
});

test('the last forecast is as old as its samples, not as the suggestion that is in force', () => {
  const created = '2026-11-18T09:00:00Z';
  const forecasts = [{ metric: 'cpu', values: [{ timestamp: '2026-11-18T12:00:00Z', value: 1 }] }];
  expect(lastForecastAt({ id: 'a', created, forecasts })).toBe('2026-11-18T12:00:00Z');
  expect(lastForecastAt({ id: 'a', created, forecasts: [] })).toBe(created);
  // Another server computes both together, and its forecasts may begin in the future.
  expect(lastForecastAt({ created, forecasts })).toBe(created);
  expect(lastForecastAt(null)).toBeUndefined();
});
