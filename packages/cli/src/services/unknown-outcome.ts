import { CanceledError, NetworkError, TimeoutError } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

function neverSent(error: NetworkError): boolean {
  return !(error instanceof TimeoutError) && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.reason ?? '');
}

/** After a write without an answer only the server knows what happened (L15). `doing`: "enrolling in storefront". */
export function outcomeUnknown(error: unknown, { doing, next }: { doing: string; next: string }): unknown {
  const interrupted = error instanceof CanceledError;
  if (!interrupted && (!(error instanceof NetworkError) || neverSent(error))) return error;
  return new CliError(
    `${interrupted ? 'Interrupted' : 'No answer came'} while ${doing}: whether it happened is unknown.`,
    interrupted ? exitCode.interrupted : exitCode.api,
    next,
  );
}
