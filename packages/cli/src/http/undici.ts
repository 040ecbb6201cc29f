import type { FetchLike } from '@trimtab/core';
import { Agent, EnvHttpProxyAgent, fetch } from 'undici';
import type { Proxy } from './proxies.ts';
import { refuseRedirect } from './redirect.ts';

/** undici's own limits of 5 min are off, because `withTimeout` limits every request and may allow more. */
const limits = { headersTimeout: 0, bodyTimeout: 0 };

/** undici's fetch, through a proxy if one is given. */
export function openFetch(proxy: Proxy | null): FetchLike {
  const dispatcher = proxy === null ? new Agent(limits) : proxyAgent(proxy);
  return async (url, init) => {
    // With `error`, the error of undici would not have the address of the redirect.
    const response = await fetch(url, { ...init, redirect: 'manual', dispatcher });
    refuseRedirect(url, response.status, response.headers.get('location'));
    return response;
  };
}

const proxyAgent = ({ address, noProxy }: Proxy): EnvHttpProxyAgent =>
  new EnvHttpProxyAgent({ httpProxy: address, httpsProxy: address, noProxy, ...limits });
