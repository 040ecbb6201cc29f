import { isLoopback } from '../http/certificates.ts';

/** The issuer as a URL. A bare domain, as in Auth0's settings, becomes `https://<domain>/`. */
export const issuerOf = (text: string): string => (text.includes('://') ? text : `https://${text}/`);

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

/** Providers and settings differ in the slash at the end. */
export const isSameIssuer = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other);

/** The URL if secrets may be sent to it: https, or http on this machine, without credentials. Otherwise null. */
export function safeProviderAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.href)) ? url : null;
}
