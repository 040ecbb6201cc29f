import type { FetchLike } from '@trimtab/core';
import { Agent, EnvHttpProxyAgent, fetch } from 'undici';
import type { Proxies } from './proxies.ts';

/** undici's own limits of 5 min are off, because `withTimeout` limits every request and may allow more. */
const limits = { headersTimeout: 0, bodyTimeout: 0 };

/** undici's fetch, through a proxy if one is given. */
export function openFetch(proxies: Proxies | null): FetchLike {
  const dispatcher = proxies === null ? new Agent(limits) : new EnvHttpProxyAgent({ ...proxies, ...limits });
  return (url, init) => fetch(url, { ...init, dispatcher });
}
