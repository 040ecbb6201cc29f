import { expect, test } from 'vitest';
import { formatPeak } from './peak.ts';

const peak = { timestamp: '2026-11-18T13:35:00', value: 3.2, low: 2.8, high: 3.9 };

test('a peak has its value, the nearest full hour and its band', () => {
  expect(formatPeak(peak, 'day', String)).toBe('3.2 around 14:00 (2.8 – 3.9)');
  expect(formatPeak({ ...peak, timestamp: '2026-11-18T14:00:00' }, 'day', String)).toBe('3.2 around 14:00 (2.8 – 3.9)');
});

test('a peak of a week has its date, and a time that cannot be read is a dash', () => {
  expect(formatPeak(peak, 'week', String)).toBe('3.2 around Nov 18, 14:00 (2.8 – 3.9)');
  expect(formatPeak({ ...peak, timestamp: 'soon' }, 'day', String)).toBe('3.2 around — (2.8 – 3.9)');
});

test('a band that prints as the peak is left out', () => {
  expect(formatPeak({ ...peak, low: 2.9, high: 3.3 }, 'day', (value) => value.toFixed(0))).toBe('3 around 14:00');
});
