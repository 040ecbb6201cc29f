import { DomainError, isAbort, SourceError } from '../../ports/index.ts';

/** What was asked for, or a sentence that says why it is not there. */
export type Found = { readonly value: unknown } | { readonly missing: string };

const failuresInARow = 3;

/**
 * Asks a source on and on, and stops asking when it keeps failing: 10,000 time-outs would make an export of hours that
 * says 10,000 times the same.
 */
export function giveUpAfterFailures(source: string): (ask: () => Promise<Found>) => Promise<Found> {
  let failures = 0;
  let last = '';
  return async (ask) => {
    if (failures >= failuresInARow) {
      return { missing: `The ${source} failed ${failuresInARow} times in a row and was not asked again: ${last}` };
    }
    try {
      const found = await ask();
      failures = 0;
      return found;
    } catch (error) {
      if (isAbort(error)) throw error;
      const missing = sentence(error);
      // A refusal speaks of this one target, and not of the source.
      if (error instanceof DomainError && error.kind !== 'sourceFailed' && error.kind !== 'sourceTimedOut')
        return { missing };
      failures += 1;
      last = missing;
      return { missing };
    }
  };
}

function sentence(error: unknown): string {
  if (error instanceof DomainError) return error.messages.join(': ');
  return error instanceof SourceError ? error.message : 'It failed unexpectedly.';
}
