import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBytes, formatCpu, formatResource, formatUsedOfRequested, resourceParts } from './resource.ts';

test.each([
  [0, '0 B'],
  [0.4, '0.4 B'],
  [512, '512 B'],
  [1_023, '1023 B'],
  [1_023.94, '1023.9 B'],
  [1_023.96, '1 KiB'],
  [1_024, '1 KiB'],
  [1_536, '1.5 KiB'],
  [1_023.94 * 1_024, '1023.9 KiB'],
  [1_024 ** 2 - 1, '1 MiB'],
  [-(1_024 ** 2), '-1 MiB'],
  [3.5 * 1_024 ** 3, '3.5 GiB'],
  [1_024 ** 4 - 1, '1 TiB'],
  [2 ** 53 + 1, '8 PiB'],
  [2 ** 60, '1 EiB'],
  [1e30, '1e30 B'],
  [null, '—'],
  [Number.NaN, '—'],
  [Number.POSITIVE_INFINITY, '—'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0'],
  [0.00001, '<0.1m'],
  [0.25, '250m'],
  [0.0625, '62.5m'],
  [0.99994, '999.9m'],
  [0.99996, '1'],
  [1.25, '1.25'],
  [64, '64'],
  [999.994, '999.99'],
  [999.995, '1k'],
  [-0.5, '-500m'],
  [null, '—'],
  [undefined, '—'],
])('%d cores are %s', (cores, text) => {
  expect(formatCpu(cores)).toBe(text);
});

test('a value and its unit are available separately', () => {
  expect(resourceParts('memory', 3.5e9)).toEqual({ value: '3.5', unit: 'G', label: '3.5G' });
  expect(resourceParts('cpu', 0.25)).toEqual({ value: '250', unit: 'm', label: '250m' });
  expect(resourceParts('memory', null)).toEqual({ value: '—', unit: '', label: '—' });
});

test.each([
  [0, '0'],
  [512, '512'],
  [768 * 2 ** 20, '805.3M'],
  [2 ** 30, '1.07G'],
  [9.994e9, '9.99G'],
  [16e9, '16G'],
  [999.96e6, '1G'],
  [2e12, '2T'],
  [-1.5e9, '-1.5G'],
  [null, '—'],
])('%d bytes of memory are %s', (bytes, text) => {
  expect(formatResource('memory', bytes)).toBe(text);
});

test('value × unit differs from the amount by at most 0.05 of the unit', () => {
  const units = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
  fc.assert(
    fc.property(fc.maxSafeNat(), (bytes) => {
      const { value, unit } = resourceParts('memory', bytes);
      const factor = 1_000 ** units.indexOf(unit);
      expect(Math.abs(Number(value) * factor - bytes)).toBeLessThanOrEqual(0.05000001 * factor);
    }),
  );
});

test('used and requested show N/A for a missing figure', () => {
  expect(formatUsedOfRequested('cpu', 0.25, 1)).toBe('250m used, 1 requested');
  expect(formatUsedOfRequested('memory', 0, null)).toBe('0 used, N/A requested');
  expect(formatUsedOfRequested('memory', Number.NaN, 2 ** 30)).toBe('N/A used, 1.07G requested');
});
