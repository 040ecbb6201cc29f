import { ApiError, type Client, InvalidResponseError, isMissingCall } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import type { Extension } from '../http/announced.ts';

const isBadRequest = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/**
 * For the `catch` of a call that some servers do not have. For such a server it throws a sentence that says so; other
 * errors are rethrown. @param ask sends the call without any value that the user typed, because a strict server without
 * the call also answers it with 400
 */
export const refuseMissingCall =
  (client: Client, id: Extension, sentence: string, ask?: () => Promise<unknown>) =>
  async (error: unknown): Promise<never> => {
    if (!(await lacksCall(client, id, error, ask))) throw error;
    throw new CliError(sentence, exitCode.api, 'Only the server of Trimtab has this call.');
  };

/** Whether the error of a call means that the server does not have it. */
export async function lacksCall(
  client: Client,
  id: Extension,
  error: unknown,
  ask?: () => Promise<unknown>,
): Promise<boolean> {
  if (await isMissingExtension(client, id, error)) return true;
  return isBadRequest(error) && (ask === undefined || (await ask().then(() => false, isBadRequest)));
}

/**
 * Whether the server does not have an extension. Some servers answer an unknown path with the page of their console, and
 * gateways refuse it with 403 and without a sentence of the API. For other failures, /config.json decides as in the
 * console: the extension is missing if the server announces others. It is read only then, because our server has all.
 */
export async function isMissingExtension(client: Client, id: Extension, error: unknown): Promise<boolean> {
  if (seemsMissing(error)) return hasApi(client);
  const isAnswer = error instanceof InvalidResponseError || (error instanceof ApiError && error.status !== 401);
  if (!isAnswer) return false;
  const { isUnannounced } = await import('../http/announced.ts');
  return isUnannounced(client, id);
}

function seemsMissing(error: unknown): boolean {
  if (error instanceof InvalidResponseError) return /^the response is text\/html/i.test(error.problem);
  return isMissingCall(error) || (error instanceof ApiError && error.status === 403 && error.messages.length === 0);
}

const known = new WeakMap<Client, Promise<boolean>>();

/**
 * Whether a call works that every server has. A proxy that refuses a token, and a wrong address, answer each path as some
 * servers answer only a path that they do not know.
 */
function hasApi(client: Client): Promise<boolean> {
  const answers =
    known.get(client) ??
    client.targets.list({ limit: 1, offset: 0 }).then(
      () => true,
      (error: unknown) => error instanceof ApiError && !seemsMissing(error),
    );
  known.set(client, answers);
  return answers;
}
