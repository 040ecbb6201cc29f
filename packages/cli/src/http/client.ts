import { type Client, createClient, type TokenProvider } from '@trimtab/core';
import { type HttpOptions, lazyFetch } from './fetch.ts';

/** Core's client over our HTTP. Core owns retries, deadlines and errors; nothing of them is repeated here. */
export function openClient(api: string, http: HttpOptions, token: TokenProvider): Client {
  return createClient({ baseUrl: api, fetch: lazyFetch(http), token });
}
