import type { FetchLike } from '@trimtab/core';
import { type HttpOptions, lazyFetch } from './fetch.ts';

/** A fetch for several hosts. HTTP client and proxy are chosen for each origin. */
export function fetchByOrigin(options: HttpOptions): FetchLike {
  const fetches = new Map<string, FetchLike>();
  return (url, init) => {
    const { origin } = new URL(url);
    const fetch = fetches.get(origin) ?? lazyFetch(options);
    fetches.set(origin, fetch);
    return fetch(url, init);
  };
}
