import type { FetchLike } from '@trimtab/core';
import { type HttpOptions, lazyFetch } from './fetch.ts';

/** For those who talk to several hosts: what a host's address asks for is decided for each by itself. */
export function fetchByOrigin(options: HttpOptions): FetchLike {
  const fetches = new Map<string, FetchLike>();
  return (url, init) => {
    const { origin } = new URL(url);
    const fetch = fetches.get(origin) ?? lazyFetch(options);
    fetches.set(origin, fetch);
    return fetch(url, init);
  };
}
