import { InvalidResponseError } from '@trimtab/core';

/** The server answered with a redirect. The client does not follow it, because it would send the token to another address. */
export class RedirectError extends InvalidResponseError {
  /** The URL of the request. */
  readonly from: string;
  /** The URL to which the server redirects. Without the query, which may contain secrets of a sign-in. */
  readonly to: string;

  constructor(from: string, location: string) {
    const to = URL.canParse(location, from) ? new URL(location, from) : null;
    const address = to === null ? location.replace(/[?#].*/s, '') : `${to.origin}${to.pathname}`;
    super(`it redirects to ${address}`);
    this.from = from;
    this.to = address;
  }
}

/**
 * Checks a response to a request to `url`. `location`: the header of this name.
 *
 * @throws RedirectError if the response is a redirect
 */
export function refuseRedirect(url: string, status: number, location: string | null | undefined): void {
  if (status >= 300 && status < 400 && typeof location === 'string') throw new RedirectError(url, location);
}

/** The address of the API to which the redirect leads; null if it leads to something else, such as a sign-in page. */
export function movedApi({ from, to }: RedirectError, api: string): string | null {
  const { pathname } = new URL(from);
  const path = pathname.slice(new URL(api).pathname.replace(/\/$/, '').length);
  return path.length > 1 && to.endsWith(path) ? to.slice(0, -path.length) : null;
}
