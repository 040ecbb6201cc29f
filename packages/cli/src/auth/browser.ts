import type { Environment } from '../environment.ts';
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

/** Without a display xdg-open would start a browser of the terminal's, and draw into the session it was called from. */
const hasDisplay = (environment: Environment): boolean =>
  ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some((name) => (environment[name] ?? '') !== '');

/**
 * How this system opens a page; null where there is nothing to open it in. The address is the last argument and begins
 * with http, so it is never taken for a flag.
 */
export function browserCommand(page: string, platform: string, environment: Environment): BrowserCommand | null {
  const { href } = new URL(page);
  const browser = environment['BROWSER'] ?? '';
  if (browser !== '') return [browser, href];
  if (platform === 'darwin') return ['open', href];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', href];
  return hasDisplay(environment) ? ['xdg-open', href] : null;
}
