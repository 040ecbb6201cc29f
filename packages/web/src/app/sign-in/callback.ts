import { displayText } from '@trimtab/core';

/** The parameters that the provider added to the URL when it redirected back. */
export type Callback = { kind: 'none' } | { kind: 'code' } | { kind: 'error'; description: string };

/** Longer error descriptions are cut. */
const maxDescriptionLength = 200;

/**
 * Reads the URL with which the page was opened. The provider only redirects back to the root path. An error counts only
 * if it answers the attempt of this browser whose `state` is `attempted`, because anyone can make up an address with an
 * error text.
 */
export function readCallback(
  { pathname, search }: { pathname: string; search: string },
  attempted: string | null,
): Callback {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state');
  if (pathname !== '/' || state === null) return { kind: 'none' };
  const error = parameters.get('error');
  if (error !== null && state !== attempted) return { kind: 'none' };
  if (error === null) return { kind: parameters.has('code') ? 'code' : 'none' };
  return {
    kind: 'error',
    description: displayText(parameters.get('error_description') ?? error, maxDescriptionLength),
  };
}

/**
 * Whether a failed callback URL is only stale: it was opened twice, opened in another tab, or made up. In that case the
 * console starts a new sign-in instead of showing an error.
 */
export function isStaleCallback(callback: Callback, error: Error): boolean {
  const code: unknown = 'error' in error ? error.error : null;
  return callback.kind === 'code' && ['missing_transaction', 'state_mismatch', 'invalid_grant'].includes(String(code));
}
