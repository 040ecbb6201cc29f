import { finiteOrNull } from '../domain/resource.ts';

/** What stands for a value that is not there. */
export const missingMark = '—';

/** What stands for it inside a sentence. */
export const notAvailable = 'N/A';

/** A number from outside: null and undefined are missing, and so is anything that is not finite. */
export type Figure = number | null | undefined;

/** The print of a number that is there, else the dash. */
export function orMissing(value: Figure, print: (known: number) => string): string {
  const known = finiteOrNull(value);
  return known === null ? missingMark : print(known);
}
