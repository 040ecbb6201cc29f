import { loadConfiguration } from '@trimtab/core';
import { type HttpOptions, lazyFetch } from '../http/fetch.ts';

/** A version is not worth the wait that data is worth, but a slow server has one too. */
const defaultDeadlineMs = 10_000;

/** The version the server at this address states in its configuration document; null when it does not answer. */
export async function serverVersion(api: string, http: HttpOptions): Promise<string | null> {
  const { version } = await loadConfiguration({
    fetch: lazyFetch(http),
    url: `${api}/config.json`,
    deadlineMs: http.timeoutMs ?? defaultDeadlineMs,
  });
  return version === '' ? null : version;
}
