import { InvalidResponseError } from '@trimtab/core';

/** The server answered with a redirect. It is not followed, because the token would be sent to another address. */
export class RedirectError extends InvalidResponseError {
  /** The address of the request. */
  readonly from: string;
  /** The address of the redirect without its query, which may contain secrets of a sign-in. */
  readonly to: string;

  constructor(from: string, location: string) {
    const to = URL.canParse(location, from) ? new URL(location, from) : null;
    const address = to === null ? location.replace(/[?#].*/s, '') : `${to.origin}${to.pathname}`;
    super(`it redirects to ${address}`);
    this.from = from;
    this.to = address;
  }
}

/** @throws RedirectError for a redirect */
export function refuseRedirect(url: string, status: number, location: string | null | undefined): void {
  if (status >= 300 && status < 400 && typeof location === 'string') throw new RedirectError(url, location);
}

/** The address of the API that the redirect points to; null if it points to something else, such as a sign-in page. */
export function movedApi({ from, to }: RedirectError, api: string): string | null {
  const { pathname } = new URL(from);
  const path = pathname.slice(new URL(api).pathname.replace(/\/$/, '').length);
  return path.length > 1 && to.endsWith(path) ? to.slice(0, -path.length) : null;
}
