import { type FetchLike, noticeHeader } from '@trimtab/core';
import type { Environment } from '../environment.ts';
import { proxyFor } from './proxies.ts';
import type { WaitingLine } from './waiting.ts';

/** The time limit of a request without `--request-timeout`. */
export const defaultTimeoutMs = 30_000;

export type FetchOptions = {
  environment: Environment;
  /** The time limit of a single request; null for the default. */
  timeoutMs: number | null;
  /** Prints a line of `--debug`; null without it. */
  trace: ((line: string) => void) | null;
  /** The notice of an answer about data that is missing from all answers. Absent: none is missing. */
  notice?: string;
  /** Absent without a terminal. */
  waiting?: WaitingLine | undefined;
};

async function load(url: string, environment: Environment): Promise<FetchLike> {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    const { refuseUncheckedCertificates } = await import('./certificates.ts');
    refuseUncheckedCertificates(url);
  }
  const proxy = proxyFor(url, environment);
  if (proxy === null && url.startsWith('http:')) {
    const { openPlainFetch } = await import('./node-http.ts');
    return openPlainFetch();
  }
  const { openFetch } = await import('./undici.ts');
  if (proxy === null) return openFetch(null);
  const { withProxyErrors } = await import('./proxy-errors.ts');
  return withProxyErrors(openFetch(proxy), proxy);
}

async function open(url: string, { environment, timeoutMs, trace, waiting }: FetchOptions): Promise<FetchLike> {
  let fetch = await load(url, environment);
  if (timeoutMs !== null) {
    const { withTimeout } = await import('./timeout.ts');
    fetch = withTimeout(fetch, timeoutMs);
  }
  if (waiting !== undefined) {
    const { withWaiting } = await import('./waiting.ts');
    fetch = withWaiting(fetch, waiting);
  }
  if (trace !== null) {
    const { withTrace } = await import('./trace.ts');
    fetch = withTrace(fetch, trace);
  }
  return fetch;
}

/**
 * A fetch that loads its HTTP client at the first request, because --help and usage errors do not need it. undici is used
 * for TLS, HTTP/2 and proxies, and node:http, which loads faster, for plain http.
 */
export function lazyFetch(options: FetchOptions): FetchLike {
  let loaded: Promise<FetchLike> | undefined;
  return async (url, init) => {
    loaded ??= open(url, options);
    const response = await (await loaded)(url, init);
    const notice = response.headers.get(noticeHeader);
    if (notice !== null) options.notice = notice;
    return response;
  };
}

/** A fetch for several hosts. HTTP client and proxy are chosen for each origin. */
export function fetchByOrigin(options: FetchOptions): FetchLike {
  const fetches = new Map<string, FetchLike>();
  return (url, init) => {
    const { origin } = new URL(url);
    const fetch = fetches.get(origin) ?? lazyFetch(options);
    fetches.set(origin, fetch);
    return fetch(url, init);
  };
}
