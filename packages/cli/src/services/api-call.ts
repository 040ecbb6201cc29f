import { ApiError, displayText, InvalidResponseError, NetworkError, retryAfterMs } from '@trimtab/core';
import type { Context } from '../context.ts';
import { errorCodeOf } from '../http/error-code.ts';
import { defaultTimeoutMs, lazyFetch } from '../http/fetch.ts';
import { readText } from '../http/read-text.ts';
import { withTimeout } from '../http/timeout.ts';
import { parseRecord } from '../json.ts';

/** Far above the largest response of the API, and small enough for the memory of this machine. */
const maxLength = 64 * 2 ** 20;

function messagesOf(text: string): string[] {
  const errors = parseRecord(text)?.['errors'];
  return Array.isArray(errors) ? errors.filter((one) => typeof one === 'string').map((one) => displayText(one)) : [];
}

/** @throws InvalidResponseError for anything but JSON, such as a page of a proxy with status 200. */
function dataOf(text: string, contentType: string | null): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const kind = contentType?.split(';')[0]?.trim() ?? '';
    const isNamed = kind !== '' && !kind.endsWith('json');
    throw new InvalidResponseError(isNamed ? `the response is ${kind}, not JSON` : 'the response is not JSON', {
      cause,
    });
  }
}

/**
 * Sends one request with the token of this API and returns the parsed response; undefined if it is empty. Only a 401 is
 * repeated, once, with a renewed token.
 */
export async function callApi(
  { api, http, token, signal, now }: Context,
  { method, path, body }: { method: string; path: string; body: string | null },
): Promise<unknown> {
  const fetch = withTimeout(lazyFetch(http), http.timeoutMs ?? defaultTimeoutMs);
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
    const text = await readText(answer, maxLength, 'The response is larger than 64 MiB.');
    if (answer.status >= 200 && answer.status < 300) {
      return text === '' ? undefined : dataOf(text, answer.headers.get('content-type'));
    }
    const { headers, status } = answer;
    const wait = retryAfterMs(headers.get('retry-after'), headers.get('date'), now());
    throw new ApiError(status, messagesOf(text), headers.get('x-request-id'), wait);
  } catch (error) {
    signal.throwIfAborted();
    const reason = errorCodeOf(error);
    if (error instanceof TypeError || reason !== null)
      throw new NetworkError(new URL(api).host, reason, { cause: error });
    throw error;
  }
}
