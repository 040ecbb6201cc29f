import { printDecimal, roundDecimal } from './round.ts';

/** A number parted into what is read and its unit, so that a screen can dim the unit. */
export type ValueParts = {
  readonly value: string;
  readonly unit: string;
  /** Both, as a text shows them. */
  readonly label: string;
};

/** Units from 1 upwards, each `base` times the one before. */
export type Scale = { readonly base: number; readonly units: readonly string[]; readonly decimals: number };

/** Beyond this many of the largest unit a number is written with an exponent. */
const mostOfLargest = 10_000;

/**
 * A number in its unit. A value that rounds up to the next unit is written in that unit: 999,950 is 1 M, not 1000.0 K.
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
