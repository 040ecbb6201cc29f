import { type Client, createPageClient, type FetchLike, type RetryBudget } from '@trimtab/core';
import type { Context } from '../context.ts';
import { openWriteKeys } from '../services/unfinished-writes.ts';
import { defaultTimeoutMs, lazyFetch } from './fetch.ts';
import { limitLine } from './waiting.ts';

/** The server of each client, for the question which extensions it announces. */
export const servers = new WeakMap<Client, Pick<Context, 'api' | 'http'>>();

type Own = { fetch?: FetchLike; retries?: RetryBudget };

/** Core's client, which handles retries, deadlines and errors. */
export function openClient(context: Context, own: Own = {}): Client {
  const { api, http, token, signal } = context;
  const options = {
    baseUrl: api,
    signal,
    onLimit: http.waiting && limitLine(http.waiting),
    fetch: own.fetch ?? lazyFetch(http),
    retries: own.retries,
    token,
    writeKeys: openWriteKeys(context),
    // A longer time limit of a request also extends the whole call.
    deadlineMs: Math.max(defaultTimeoutMs, http.timeoutMs ?? 0),
  };
  const client = createPageClient(options, async () => (await import('@trimtab/core/operations')).operations);
  servers.set(client, context);
  return client;
}
