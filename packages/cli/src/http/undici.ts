import type { FetchLike } from '@trimtab/core';
import { EnvHttpProxyAgent, fetch } from 'undici';

/** undici's fetch; through a proxy where one is named, NO_PROXY included. */
export function openFetch(behindProxy: boolean): FetchLike {
  const dispatcher = behindProxy ? new EnvHttpProxyAgent() : undefined;
  return (url, init) => fetch(url, { ...init, ...(dispatcher === undefined ? {} : { dispatcher }) });
}
