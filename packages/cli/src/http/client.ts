import { type Client, createClient, type FetchLike, type TokenProvider } from '@trimtab/core';
import { type HttpOptions, lazyFetch } from './fetch.ts';

/** Core's client over our HTTP. Core owns retries, deadlines and errors; nothing of them is repeated here. */
export function openClient(
  api: string,
  http: HttpOptions,
  token: TokenProvider,
  around: (fetch: FetchLike) => FetchLike = (fetch) => fetch,
): Client {
  return createClient({ baseUrl: api, fetch: around(lazyFetch(http)), token });
}
