import { printDecimal, roundDecimal } from './round.ts';

/** A number and its unit, so that the console can show the unit in a lighter color. */
export type ValueParts = {
  readonly value: string;
  readonly unit: string;
  /** Number and unit as one text. */
  readonly label: string;
};

/** Units in ascending order; each is `base` times the previous one. */
export type Scale = { readonly base: number; readonly units: readonly string[]; readonly decimals: number };

/** Above this multiple of the largest unit a number is written with an exponent. */
const mostOfLargest = 10_000;

/**
 * Scales a number to its unit. A value that rounds up to the next unit uses that unit: 999,950 is 1 M, not 1000.0 K.
 * `value` carries the sign.
 */
export function scaleValue(value: number, { base, units, decimals }: Scale): { value: string; unit: string } {
  let amount = value;
  let index = 0;
  while (index < units.length - 1 && Math.abs(roundDecimal(amount, decimals)) >= base) {
    index += 1;
    amount = value / base ** index;
  }
  if (Math.abs(amount) >= mostOfLargest) return { value: exponential(value), unit: '' };
  return { value: printDecimal(amount, { min: 0, max: decimals, grouping: false }), unit: units[index] ?? '' };
}

function exponential(value: number): string {
  return value.toExponential(1).replace('.0e', 'e').replace('e+', 'e');
}
