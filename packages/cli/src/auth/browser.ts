import { isLoopback } from '../http/certificates.ts';

/** A program and its arguments, as they are: no shell reads them. */
export type BrowserCommand = readonly [string, ...string[]];

/**
 * Whether a page that a provider names may be opened: https (or this machine), without credentials, on the provider's own
 * host. Anything else could be any page at all, or not a page.
 */
export function mayOpen(page: string, issuer: string): boolean {
  // A URL parser drops line breaks and blanks around, which a person would not see.
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(page) || !URL.canParse(page)) return false;
  const url = new URL(page);
  if (url.username !== '' || url.password !== '' || url.host !== new URL(issuer).host) return false;
  return url.protocol === 'https:' || isLoopback(page);
}

/** How this system opens a page. The address is the last argument and begins with http, so it is never taken for a flag. */
export function browserCommand(page: string, platform: string, browser: string | undefined): BrowserCommand {
  const { href } = new URL(page);
  if (browser !== undefined && browser !== '') return [browser, href];
  if (platform === 'darwin') return ['open', href];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', href];
  return ['xdg-open', href];
}
