import type { FetchLike } from '@trimtab/core';
import type { Environment } from '../environment.ts';
import { proxiesFor } from './proxies.ts';
import type { WaitingLine } from './waiting.ts';

/** How requests travel. */
export type HttpOptions = {
  environment: Environment;
  /** The longest a single request may take; null: as long as core gives a call. */
  timeoutMs: number | null;
  /** Takes the lines of `--debug`; null without it. */
  trace: ((line: string) => void) | null;
  /** Absent where nobody looks. */
  waiting?: WaitingLine | undefined;
};

async function load(url: string, environment: Environment): Promise<FetchLike> {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    const { refuseUncheckedCertificates } = await import('./certificates.ts');
    refuseUncheckedCertificates(url);
  }
  const proxies = proxiesFor(url, environment);
  if (proxies === null && url.startsWith('http:')) {
    const { openPlainFetch } = await import('./node-http.ts');
    return openPlainFetch();
  }
  const { openFetch } = await import('./undici.ts');
  return openFetch(proxies);
}

async function open(url: string, { environment, timeoutMs, trace, waiting }: HttpOptions): Promise<FetchLike> {
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
 * A fetch that loads its HTTP client at the first request: help and mistakes must not wait for it. TLS, HTTP/2 and
 * proxies are undici's; plain http needs none of them.
 */
export function lazyFetch(options: HttpOptions): FetchLike {
  let loaded: Promise<FetchLike> | undefined;
  return async (url, init) => {
    loaded ??= open(url, options);
    return (await loaded)(url, init);
  };
}
