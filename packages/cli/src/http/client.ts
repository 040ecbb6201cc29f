import { type Client, createClient, type FetchLike, type TokenProvider } from '@trimtab/core';
import { defaultTimeoutMs, type FetchOptions, lazyFetch } from './fetch.ts';

/** Core's client, which handles retries, deadlines and errors. */
export function openClient(
  api: string,
  http: FetchOptions,
  token: TokenProvider,
  around: (fetch: FetchLike) => FetchLike = (fetch) => fetch,
): Client {
  const fetch = around(lazyFetch(http));
  // A longer time limit of a request also extends the whole call.
  return createClient({ baseUrl: api, fetch, token, deadlineMs: Math.max(defaultTimeoutMs, http.timeoutMs ?? 0) });
}
