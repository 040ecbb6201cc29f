import { type Client, createClient, type FetchLike, type TokenProvider } from '@trimtab/core';
import { type FetchOptions, lazyFetch } from './fetch.ts';

/** Core's client, which handles retries, deadlines and errors. */
export function openClient(
  api: string,
  http: FetchOptions,
  token: TokenProvider,
  around: (fetch: FetchLike) => FetchLike = (fetch) => fetch,
): Client {
  return createClient({ baseUrl: api, fetch: around(lazyFetch(http)), token });
}
