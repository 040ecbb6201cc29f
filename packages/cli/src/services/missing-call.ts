import { ApiError, isMissingCall } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

const isBadRequest = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/**
 * For the `catch` of a call that not every server has: says so in a sentence, or throws the error.
 * @param ask the call without anything that the user typed. A strict server without the call answers 400 to it too.
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
