import { DomainError, isAbort, sentenceOf } from '../../ports/index.ts';

/** The value, or a sentence that explains why it is missing. */
export type Found = { readonly value: unknown } | { readonly missing: string };

const failuresInARow = 3;

/** Stops reading a source after several consecutive failures, because 10,000 time-outs would take hours. */
export function giveUpAfterFailures(source: string): (read: () => Promise<Found>) => Promise<Found> {
  let failures = 0;
  let last = '';
  return async (read) => {
    if (failures >= failuresInARow) {
      return { missing: `The ${source} failed ${failuresInARow} times in a row and was not read again: ${last}` };
    }
    try {
      const found = await read();
      failures = 0;
      return found;
    } catch (error) {
      if (isAbort(error)) throw error;
      const missing = sentenceOf(error);
      // Such an error concerns this target only, not the source.
      if (error instanceof DomainError && error.kind !== 'sourceFailed' && error.kind !== 'sourceTimedOut')
        return { missing };
      failures += 1;
      last = missing;
      return { missing };
    }
  };
}
