import { expect, test } from 'vitest';
import { formatPeak } from './peak.ts';

const peak = { timestamp: '2026-11-18T13:35:00', value: 3.2, low: 2.8, high: 3.9 };
const band = (value: number, low: number, high: number) => ({ timestamp: peak.timestamp, value, low, high });

test('a peak has its value with the unit, the nearest full hour and its band', () => {
  expect(formatPeak('cpu', peak, 'day')).toBe('3.2 cores around 14:00 (2.8 – 3.9)');
  expect(formatPeak('cpu', { ...peak, timestamp: '2026-11-18T14:00:00' }, 'day')).toBe(
    '3.2 cores around 14:00 (2.8 – 3.9)',
  );
  expect(formatPeak('cpu', band(0.24, 0.0885, 1), 'day')).toBe('240m cores around 14:00 (88.5m – 1)');
  expect(formatPeak('memory', band(963.3e6, 822e6, 1.25e9), 'day')).toBe('963.3M around 14:00 (822M – 1.25G)');
  expect(formatPeak('replicas', band(4, 3, 5), 'day')).toBe('4 pods around 14:00 (3 – 5)');
});

test('a peak of a week has its date, and a time that cannot be read is a dash', () => {
  expect(formatPeak('cpu', peak, 'week')).toBe('3.2 cores around Nov 18, 14:00 (2.8 – 3.9)');
  expect(formatPeak('cpu', { ...peak, timestamp: 'soon' }, 'day')).toBe('3.2 cores around — (2.8 – 3.9)');
});

test('a band that prints as the peak is left out', () => {
  expect(formatPeak('replicas', band(1, 1, 1), 'day')).toBe('1 pod around 14:00');
  expect(formatPeak('cpu', band(1, 1, 1), 'day')).toBe('1 core around 14:00');
});
