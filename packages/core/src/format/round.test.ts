import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimals, printDecimal } from './round.ts';

/** The result of Intl.NumberFormat for the text of the number. For the number itself it would round the binary value. */
const asIntl = (value: number, { min, max, grouping }: Decimals): string =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    useGrouping: grouping,
    signDisplay: 'negative',
  }).format(`${value}`);

const steps = fc.integer({ min: -2_000_000, max: 2_000_000 });
const halves = fc.tuple(steps, fc.constantFrom(2, 20, 200, 2_000)).map(([step, part]) => step / part);
const near = fc.tuple(halves, fc.constantFrom(1, 1 - 2 ** -53, 1 + 2 ** -52)).map(([half, factor]) => half * factor);
const values = fc.oneof(halves, near, fc.double({ noNaN: true, min: -1e17, max: 1e17 }), fc.double());
const decimals = fc.constantFrom([0, 0], [0, 1], [0, 2], [2, 2], [2, 4], [0, 9]);

test('a number is written as by Intl.NumberFormat for en-US', () => {
  fc.assert(
    fc.property(values, decimals, fc.boolean(), (value, [min = 0, max = 0], grouping) => {
      expect(printDecimal(value, { min, max, grouping })).toBe(asIntl(value, { min, max, grouping }));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  [-0, '0'],
  [-0.004, '0'],
  [1.005, '1.01'],
  [-1.005, '-1.01'],
  [999.995, '1,000'],
  [9_999_999_999_999.998, '10,000,000,000,000'],
  [1e21, '1,000,000,000,000,000,000,000'],
  [5e-324, '0'],
  [0.000_000_1, '0'],
])('%s reads as %s', (value, text) => {
  expect(printDecimal(value, { min: 0, max: 2, grouping: true })).toBe(text);
});

test('NaN and Infinity are returned unchanged', () => {
  expect(printDecimal(Number.NaN, { min: 0, max: 0, grouping: false })).toBe('NaN');
});
