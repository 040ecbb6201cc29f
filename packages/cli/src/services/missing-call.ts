import { ApiError, isMissingCall } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

const isBadRequest = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/**
 * For the `catch` of a call that some servers do not have. For such a server it throws a sentence that says so; other
 * errors are rethrown. @param ask sends the call without any value that the user typed, because a strict server without
 * the call also answers it with 400
 */
export const refuseMissingCall =
  (sentence: string, ask?: () => Promise<unknown>) =>
  async (error: unknown): Promise<never> => {
    if (!(await lacksCall(error, ask))) throw error;
    throw new CliError(sentence, exitCode.api, 'It needs the server of Trimtab.');
  };

/** Whether the error of a call means that the server does not have it. */
export async function lacksCall(error: unknown, ask?: () => Promise<unknown>): Promise<boolean> {
  if (isMissingCall(error)) return true;
  return isBadRequest(error) && (ask === undefined || (await ask().then(() => false, isBadRequest)));
}
