import { type Client, createPageClient, type FetchLike } from '@trimtab/core';
import type { Context } from '../context.ts';
import { openWriteKeys } from '../services/unfinished-writes.ts';
import { defaultTimeoutMs, lazyFetch } from './fetch.ts';

/** Core's client, which handles retries, deadlines and errors. */
export function openClient(context: Context, around: (fetch: FetchLike) => FetchLike = (fetch) => fetch): Client {
  const { api, http, token, signal } = context;
  const options = {
    baseUrl: api,
    signal,
    fetch: around(lazyFetch(http)),
    token,
    writeKeys: openWriteKeys(context),
    // A longer time limit of a request also extends the whole call.
    deadlineMs: Math.max(defaultTimeoutMs, http.timeoutMs ?? 0),
  };
  return createPageClient(options, () => import('@trimtab/core/operations'));
}
