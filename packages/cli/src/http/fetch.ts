import type { FetchLike } from '@trimtab/core';
import type { Environment } from '../context.ts';

function namesProxy(environment: Environment): boolean {
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].some((name) => (environment[name] ?? '') !== '');
}

/** A fetch that loads its HTTP client at the first request: help and mistakes must not wait for it. */
export function lazyFetch(environment: Environment): FetchLike {
  let loaded: Promise<FetchLike> | undefined;
  return async (url, init) => {
    loaded ??= import('./undici.ts').then(({ openFetch }) => openFetch(namesProxy(environment)));
    return (await loaded)(url, init);
  };
}
