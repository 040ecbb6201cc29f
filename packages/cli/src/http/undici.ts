import type { FetchLike } from '@trimtab/core';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Proxies } from './proxies.ts';

/** undici's fetch, through a proxy if one is given. */
export function openFetch(proxies: Proxies | null): FetchLike {
  const dispatcher = proxies === null ? undefined : new EnvHttpProxyAgent(proxies);
  return (url, init) => fetch(url, { ...init, ...(dispatcher === undefined ? {} : { dispatcher }) });
}
