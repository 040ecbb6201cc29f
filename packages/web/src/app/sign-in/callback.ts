import { displayText } from '@trimtab/core';

/** What the provider brought back in the address. */
export type Callback = { kind: 'none' } | { kind: 'code' } | { kind: 'error'; description: string };

/** Longer than this is no explanation (W4). */
const longestDescription = 200;

/** Reads the address that the page was opened with; only the app's root is ever a way back from the provider. */
export function readCallback({ pathname, search }: { pathname: string; search: string }): Callback {
  const parameters = new URLSearchParams(search);
  if (pathname !== '/' || !parameters.has('state')) return { kind: 'none' };
  const error = parameters.get('error');
  if (error === null) return { kind: parameters.has('code') ? 'code' : 'none' };
  return { kind: 'error', description: displayText(parameters.get('error_description') ?? error, longestDescription) };
}

/**
 * Whether a failed way back is only a stale one: opened twice, in another tab, or made up (W5). Then nobody did anything
 * wrong, and signing in begins anew.
 */
export function isStaleCallback(callback: Callback, error: Error): boolean {
  const code: unknown = 'error' in error ? error.error : null;
  return callback.kind === 'code' && ['missing_transaction', 'state_mismatch', 'invalid_grant'].includes(String(code));
}
