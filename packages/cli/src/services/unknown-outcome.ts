import { CanceledError, NetworkError, TimeoutError } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

function wasNeverSent(error: NetworkError): boolean {
  return !(error instanceof TimeoutError) && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.reason ?? '');
}

/**
 * Turns a write without an answer into an error that says so: it may have happened. `action` completes the sentence, such
 * as "enrolling in storefront". Other errors are returned unchanged.
 */
export function outcomeUnknown(error: unknown, { action, next }: { action: string; next: string }): unknown {
  const interrupted = error instanceof CanceledError;
  if (!interrupted && (!(error instanceof NetworkError) || wasNeverSent(error))) return error;
  return new CliError(
    `${interrupted ? 'Interrupted' : 'The server did not answer'} while ${action}, so it is unknown whether this was done.`,
    interrupted ? exitCode.interrupted : exitCode.api,
    next,
  );
}
