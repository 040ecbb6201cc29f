import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { isLoopback } from '../http/certificates.ts';

/** The issuer as a URL. A bare domain, as in Auth0's settings, becomes `https://<domain>/`. */
export const issuerOf = (text: string): string => (text.includes('://') ? text : `https://${text}/`);

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

/** Compares issuers. Providers and settings differ in the slash at the end. */
export const isSameIssuer = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other);

/** The URL if secrets may be sent to it: https, or http on this machine, without credentials. Otherwise null. */
export function safeProviderAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.href)) ? url : null;
}

/** @throws CliError if a token would be sent unencrypted over a network */
export function refusePlainHttp(api: string): void {
  if (!api.startsWith('http:') || isLoopback(api)) return;
  throw new CliError(
    `The token was not sent to ${new URL(api).host} over plain http, because others on the network could read it.`,
    exitCode.usage,
    'Use the https address of the API.',
  );
}
