import type { FetchLike } from '@trimtab/core';
import type { Environment } from '../context.ts';

export interface Proxies {
  httpProxy?: string;
  httpsProxy?: string;
  /** Hosts that are reached without one. */
  noProxy?: string;
}

/** The usual variables, the lower-case one first, as curl reads them; null where none names a proxy. */
function proxiesOf(environment: Environment): Proxies | null {
  const read = (name: string) => environment[name] || environment[name.toUpperCase()];
  const httpProxy = read('http_proxy');
  const httpsProxy = read('https_proxy');
  const noProxy = read('no_proxy');
  if (httpProxy === undefined && httpsProxy === undefined) return null;
  return {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

async function load(url: string, proxies: Proxies | null): Promise<FetchLike> {
  if (proxies === null && url.startsWith('http:')) {
    const { openPlainFetch } = await import('./plain.ts');
    return openPlainFetch();
  }
  const { openFetch } = await import('./undici.ts');
  return openFetch(proxies);
}

/**
 * A fetch that loads its HTTP client at the first request: help and mistakes must not wait for it. TLS, HTTP/2 and
 * proxies are undici's; plain http needs none of them.
 */
export function lazyFetch(environment: Environment): FetchLike {
  let loaded: Promise<FetchLike> | undefined;
  return async (url, init) => {
    loaded ??= load(url, proxiesOf(environment));
    return (await loaded)(url, init);
  };
}
