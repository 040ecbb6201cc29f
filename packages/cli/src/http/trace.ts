import type { FetchLike } from '@trimtab/core';

const secretHeader = /^(authorization|cookie|proxy-authorization)$|token|secret|key/i;
const secretParameter = /token|ticket|secret|code|key|password/i;
const redactedText = '[redacted]';

/** A URL without credentials, and with secret query parameters redacted. */
export function redactedUrl(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  for (const name of url.searchParams.keys()) {
    if (secretParameter.test(name)) url.searchParams.set(name, redactedText);
  }
  return url.href;
}

function headerLines(headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `> ${name}: ${secretHeader.test(name) ? redactedText : value}`);
}

const elapsed = (since: number): string => `${Math.round(performance.now() - since)} ms`;

/** Logs each request for `--debug`. Only the size of bodies is logged, because they may contain secrets. */
export function withTrace(fetch: FetchLike, trace: (line: string) => void): FetchLike {
  return async (url, init) => {
    const since = performance.now();
    trace(`> ${init.method} ${redactedUrl(url)}`);
    for (const line of headerLines(init.headers)) trace(line);
    if (init.body !== undefined) trace(`> body of ${new TextEncoder().encode(init.body).length} bytes`);
    try {
      const response = await fetch(url, init);
      const facts = ['content-type', 'content-length', 'x-request-id', 'retry-after'].flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [`${name}: ${value}`];
      });
      trace([`< ${response.status} after ${elapsed(since)}`, ...facts].join('; '));
      return response;
    } catch (error) {
      trace(`< no response after ${elapsed(since)}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  };
}
