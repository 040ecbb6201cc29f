import type { Environment } from '../environment.ts';
import { isLoopback } from '../http/certificates.ts';

/** A program and its arguments, started without a shell. */
export type BrowserCommand = readonly [string, ...string[]];

/** Whether a provider's page may be opened: https (or http on this machine), no credentials, its own host. */
export function mayOpen(page: string, issuer: string): boolean {
  // Checked first, because the URL parser silently removes line breaks and surrounding blanks.
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(page) || !URL.canParse(page)) return false;
  const url = new URL(page);
  if (url.username !== '' || url.password !== '' || url.host !== new URL(issuer).host) return false;
  return url.protocol === 'https:' || isLoopback(page);
}

/** Without a display, xdg-open would start a text browser in the user's terminal. */
const hasDisplay = (environment: Environment): boolean =>
  ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some((name) => (environment[name] ?? '') !== '');

/** The command that opens a page; null if there is none. The address begins with http, so it is never a flag. */
export function browserCommand(page: string, platform: string, environment: Environment): BrowserCommand | null {
  const { href } = new URL(page);
  const browser = environment['BROWSER'] ?? '';
  if (browser !== '') return [browser, href];
  if (platform === 'darwin') return ['open', href];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', href];
  return hasDisplay(environment) ? ['xdg-open', href] : null;
}
