import { expect, test } from 'vitest';
import { bar, extent, lossBar, resample, sparkline } from './bars.ts';

test.each([
  [100, 100, '██████████'],
  [50, 100, '█████'],
  [56.25, 100, '█████▋'],
  [0.001, 100, '▏'],
  [200, 100, '██████████'],
  [0, 100, ''],
  [-5, 100, ''],
  [null, 100, ''],
  [5, 0, ''],
])('a bar of %s on a scale to %s', (value, most, text) => expect(bar(value, most, 10)).toBe(text));

test('a loss bar is as long as a gain bar and differs without color', () => {
  expect(lossBar(-56.25, 100, 10)).toBe('░░░░░░');
  expect(lossBar(5, 100, 10)).toBe('');
});

test('a sparkline has one character per value and a blank for null', () => {
  expect(sparkline([0, 1, 2, null, 8, 7.9], { least: 0, most: 8 })).toBe('▁▂▃ ██');
  expect(sparkline([5, null, 5], { least: 5, most: 5 })).toBe('▅ ▅');
});

test('extent returns the common scale of several series', () => {
  expect(extent([1, null], [], [3, -2])).toEqual({ least: -2, most: 3 });
  expect(extent([null], [])).toBeNull();
});

test('a shorter series covers the same time and keeps its peaks and its newest value', () => {
  const values = [1, 9, 1, null, null, null, null, null, 2, 3];
  expect(resample(values, 5)).toEqual([9, 1, null, null, 3]);
  expect(resample(values, 3)).toEqual([9, null, 3]);
  expect(resample(values, 10)).toEqual(values);
  expect(resample(values, 300)).toEqual(values);
});
