import { ApiError, displayText, InvalidResponseError, NetworkError, type TokenProvider } from '@trimtab/core';
import { type HttpOptions, lazyFetch } from '../http/fetch.ts';
import { withTimeout } from '../http/timeout.ts';

const defaultDeadlineMs = 30_000;
/** More than any answer of the contract, less than what would hurt this machine. */
const largestAnswer = 64 * 2 ** 20;

type Call = {
  api: string;
  method: string;
  /** From the root of the API, with its query. */
  path: string;
  body: string | null;
  http: HttpOptions;
  token: TokenProvider;
  signal: AbortSignal;
};

type Answer = Awaited<ReturnType<ReturnType<typeof lazyFetch>>>;

async function textOf(answer: Answer): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > largestAnswer) throw new RangeError('The answer is larger than 64 MiB.');
  }
}

function messagesOf(text: string): string[] {
  try {
    const body: unknown = JSON.parse(text);
    const errors = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : [];
    return Array.isArray(errors) ? errors.filter((one) => typeof one === 'string').map((one) => displayText(one)) : [];
  } catch {
    return [];
  }
}

function reasonOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}

/** The data of an answer; a page of some proxy is none, whatever its status (C8). */
function dataOf(text: string, contentType: string | null): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const kind = contentType?.split(';')[0]?.trim() ?? '';
    const isNamed = kind !== '' && !kind.endsWith('json');
    throw new InvalidResponseError(isNamed ? `the answer is ${kind}, not JSON` : 'the answer is not JSON', { cause });
  }
}

/**
 * Sends one call as it was typed, with the token of this API, and answers its data; undefined where the answer is empty.
 * Nothing is repeated.
 */
export async function callApi({ api, method, path, body, http, token, signal }: Call): Promise<unknown> {
  const fetch = withTimeout(lazyFetch(http), http.timeoutMs ?? defaultDeadlineMs);
  const send = (bearer: string | null) =>
    fetch(`${api}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body === null ? {} : { body }),
      redirect: 'error',
      signal,
    });
  try {
    const first = await token({ forceRefresh: false });
    let answer = await send(first);
    if (answer.status === 401 && first !== null) answer = await send(await token({ forceRefresh: true }));
    const text = await textOf(answer);
    if (answer.status >= 200 && answer.status < 300) {
      return text === '' ? undefined : dataOf(text, answer.headers.get('content-type'));
    }
    throw new ApiError(answer.status, messagesOf(text), answer.headers.get('x-request-id'));
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(error);
    if (error instanceof TypeError || reason !== null)
      throw new NetworkError(new URL(api).host, reason, { cause: error });
    throw error;
  }
}
