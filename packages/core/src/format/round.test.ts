import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { printDecimal } from './round.ts';

/** The same without the short cut for whole numbers. */
const asIntl = (value: number, grouping: boolean): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, useGrouping: grouping, signDisplay: 'negative' }).format(
    `${value}`,
  );

const halves = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((twice) => twice / 2);
const near = fc.tuple(halves, fc.constantFrom(1, 1 - 2 ** -53, 1 + 2 ** -52)).map(([half, factor]) => half * factor);

test('a whole number reads as en-US writes it, grouped or not', () => {
  fc.assert(
    fc.property(
      fc.oneof(halves, near, fc.double({ noNaN: true, min: -1e15, max: 1e15 })),
      fc.boolean(),
      (value, grouping) => {
        expect(printDecimal(value, { min: 0, max: 0, grouping })).toBe(asIntl(value, grouping));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('never a zero with a sign, and what is not a number stays so', () => {
  expect([-0, -0.4, 999.5].map((value) => printDecimal(value, { min: 0, max: 0, grouping: true }))).toEqual([
    '0',
    '0',
    '1,000',
  ]);
  expect(printDecimal(Number.NaN, { min: 0, max: 0, grouping: false })).toBe('NaN');
});
