import {
  ApiError,
  CanceledError,
  displayText,
  type FetchResponse,
  InvalidResponseError,
  NetworkError,
  retryAfterMs,
  withWriteKey,
} from '@trimtab/core';
import type { Context } from '../context.ts';
import { errorCodeOf } from '../http/error-code.ts';
import { defaultTimeoutMs, lazyFetch } from '../http/fetch.ts';
import { readText } from '../http/read-text.ts';
import { isFileType, withTimeout } from '../http/timeout.ts';
import { parseRecord } from '../json.ts';
import { digest, openWriteKeys } from './unfinished-writes.ts';
import { failWrite } from './unknown-outcome.ts';

/** Much larger than the largest response of the API, but small enough for the memory of this machine. */
const maxLength = 64 * 2 ** 20;

export type ApiRequest = {
  method: string;
  path: string;
  body: string | null;
  /** Additional headers; their names are in lower case. */
  headers?: Record<string, string>;
};

/** The body of a response. A file is not read into memory. */
type ApiContent =
  | { kind: 'empty' }
  | { kind: 'data'; data: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'file'; type: string; chunks: AsyncIterable<Uint8Array> };

/** Receives status and headers of the response before its body is read. */
type Answered = (response: FetchResponse) => Promise<void>;

function messagesOf(text: string): string[] {
  const errors = parseRecord(text)?.['errors'];
  return Array.isArray(errors) ? errors.filter((one) => typeof one === 'string').map((one) => displayText(one)) : [];
}

const typeOf = (contentType: string | null): string => contentType?.split(';')[0]?.trim().toLowerCase() ?? '';

/** @throws InvalidResponseError for anything but JSON and text, such as a page of a proxy with status 200. */
function contentOf(text: string, contentType: string | null): ApiContent {
  if (text === '') return { kind: 'empty' };
  try {
    return { kind: 'data', data: JSON.parse(text) };
  } catch (cause) {
    const type = typeOf(contentType);
    if (type.startsWith('text/') && type !== 'text/html') return { kind: 'text', text };
    const isNamed = type !== '' && !type.endsWith('json');
    throw new InvalidResponseError(isNamed ? `the response is ${type}, not JSON` : 'the response is not JSON', {
      cause,
    });
  }
}

async function* chunksOf({ body }: FetchResponse): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) yield part.value;
}

/** Turns an error of the HTTP client into that of core. */
async function connected<T>({ api, signal }: Context, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw new CanceledError({ cause: error });
    const reason = errorCodeOf(error);
    if (error instanceof TypeError || reason !== null)
      throw new NetworkError(new URL(api).host, reason, { cause: error });
    throw error;
  }
}

async function* connectedChunks(context: Context, answer: FetchResponse): AsyncGenerator<Uint8Array> {
  const chunks = chunksOf(answer);
  for (;;) {
    const { done = false, value } = await connected(context, chunks.next());
    if (done || value === undefined) return;
    yield value;
  }
}

/** Sends one request. All methods but GET get an Idempotency-Key, unless the request has one. */
export function callApi(context: Context, request: ApiRequest, answered?: Answered): Promise<ApiContent> {
  const { method, path, body, headers = {} } = request;
  if (method === 'GET') return sendRequest(context, request, answered);
  const write = { id: `${method} ${path}`, method, pathAndQuery: path, body: digest([body]) };
  const keyed = (key: string) =>
    sendRequest(context, { ...request, headers: { 'idempotency-key': key, ...headers } }, answered);
  const sent =
    'idempotency-key' in headers
      ? sendRequest(context, request, answered)
      : withWriteKey(openWriteKeys(context), write, keyed);
  const next = 'To get the outcome, run the command again. It is sent with the same Idempotency-Key.';
  return sent.catch(failWrite(`sending ${method} ${path}`, next));
}

/** Uses the token of this API. Only a 401 is repeated, once, with a renewed token. */
function sendRequest(context: Context, request: ApiRequest, answered?: Answered): Promise<ApiContent> {
  const { api, http, token, signal, now } = context;
  const { method, path, body, headers: more = {} } = request;
  const fetch = withTimeout(lazyFetch(http), http.timeoutMs ?? defaultTimeoutMs);
  const send = (bearer: string | null) =>
    fetch(`${api}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...more,
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body === null ? {} : { body }),
      redirect: 'error',
      signal,
    });
  const run = async (): Promise<ApiContent> => {
    const first = await token({ forceRefresh: false });
    let answer = await send(first);
    if (answer.status === 401 && first !== null) answer = await send(await token({ forceRefresh: true }));
    const { headers, status } = answer;
    const type = headers.get('content-type');
    await answered?.(answer);
    const isDone = status >= 200 && status < 300;
    if (isDone && isFileType(type))
      return { kind: 'file', type: typeOf(type), chunks: connectedChunks(context, answer) };
    const text = await readText(answer, maxLength, 'The response is larger than 64 MiB.');
    if (isDone) return contentOf(text, type);
    const wait = retryAfterMs(headers.get('retry-after'), headers.get('date'), now());
    throw new ApiError(status, messagesOf(text), headers.get('x-request-id'), wait);
  };
  return connected(context, run());
}
