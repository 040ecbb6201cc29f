import { type Client, createPageClient, type FetchLike, type RetryBudget } from '@trimtab/core';
import type { Context } from '../context.ts';
import { openWriteKeys } from '../services/unfinished-writes.ts';
import { defaultTimeoutMs, lazyFetch } from './fetch.ts';

type Own = { fetch?: FetchLike; retries?: RetryBudget };

/** Core's client, which handles retries, deadlines and errors. */
export function openClient(context: Context, own: Own = {}): Client {
  const { api, http, token, signal } = context;
  const options = {
    baseUrl: api,
    signal,
    fetch: own.fetch ?? lazyFetch(http),
    retries: own.retries,
    token,
    writeKeys: openWriteKeys(context),
    // A longer time limit of a request also extends the whole call.
    deadlineMs: Math.max(defaultTimeoutMs, http.timeoutMs ?? 0),
  };
  return createPageClient(options, () => import('@trimtab/core/operations'));
}
