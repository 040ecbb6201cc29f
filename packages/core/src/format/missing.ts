import { finiteOrNull } from '../domain/resource.ts';

/** Text of a missing value. */
export const missingMark = '—';

/** Text of a missing value inside a sentence. */
export const notAvailable = 'N/A';

/** A number from outside. Null, undefined, NaN and infinite numbers count as missing. */
export type Figure = number | null | undefined;

/** The printed number, or the dash if it is missing. */
export function orMissing(value: Figure, print: (known: number) => string): string {
  const known = finiteOrNull(value);
  return known === null ? missingMark : print(known);
}
