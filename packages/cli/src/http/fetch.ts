import type { FetchLike } from '@trimtab/core';
import type { Environment } from '../context.ts';

function namesProxy(environment: Environment): boolean {
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].some((name) => (environment[name] ?? '') !== '');
}

/** undici's fetch, loaded at the first request. Proxies come from the usual variables, NO_PROXY included. */
export function lazyFetch(environment: Environment): FetchLike {
  const load = async (): Promise<FetchLike> => {
    const undici = await import('undici');
    const dispatcher = namesProxy(environment) ? new undici.EnvHttpProxyAgent() : undefined;
    return (url, init) => undici.fetch(url, { ...init, ...(dispatcher === undefined ? {} : { dispatcher }) });
  };
  let loaded: Promise<FetchLike> | undefined;
  return async (url, init) => {
    loaded ??= load();
    return (await loaded)(url, init);
  };
}
