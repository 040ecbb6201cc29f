import { CanceledError, NetworkError, TimeoutError } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

function wasNeverSent(error: NetworkError): boolean {
  return !(error instanceof TimeoutError) && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.reason ?? '');
}

/**
 * For the `catch` of a write. Without a response, the write may have been executed, and the error says so. `action`
 * completes the sentence, such as "enrolling in storefront". Other errors are rethrown.
 */
export const failWrite = (action: string, next: string) => (error: unknown) => {
  const interrupted = error instanceof CanceledError;
  if (!interrupted && (!(error instanceof NetworkError) || wasNeverSent(error))) throw error;
  throw new CliError(
    `${interrupted ? 'Interrupted' : 'The server did not answer'} while ${action}, so it is unknown whether this was done.`,
    interrupted ? exitCode.interrupted : exitCode.api,
    next,
  );
};
