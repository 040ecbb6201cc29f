import { type KeyValueStorage, readStored, removeStored, writeStored } from '../../browser/storage.ts';

/** The minimum time between two automatic redirects, so that a redirect that fails immediately does not loop. */
const redirectIntervalMs = 30_000;

/**
 * Why the page redirects. `loaded`: the page was loaded without a session; a successful sign-in resets this limit. `refused`:
 * the API rejected the token of a sign-in; another sign-in may not help, so it does not reset this limit.
 */
export type RedirectReason = 'loaded' | 'refused';

const redirectedKey = (reason: RedirectReason) => `trimtab.sign-in-left.${reason}`;
const signedOutKey = 'trimtab.signed-out';
const attemptKey = 'trimtab.sign-in-attempt';

/**
 * Whether the page may redirect to the sign-in automatically. If so, stores the time of the redirect. Returns false if
 * storage is blocked, and after the user has signed out.
 */
export function mayRedirect(storage: () => KeyValueStorage, now: number, reason: RedirectReason): boolean {
  if (isSignedOut(storage)) return false;
  const redirectedAt = readStored(storage, redirectedKey(reason));
  const since = now - Number(redirectedAt);
  if (redirectedAt !== null && since >= 0 && since < redirectIntervalMs) return false;
  return writeStored(storage, redirectedKey(reason), String(now));
}

/** Whether the user signed out, in this tab or another one, and has not started a sign-in since. */
export const isSignedOut = (storage: () => KeyValueStorage): boolean => readStored(storage, signedOutKey) !== null;
/** Stores that the user signs out. */
export const markSignedOut = (storage: () => KeyValueStorage): boolean => writeStored(storage, signedOutKey, 'yes');
/** Stores that the user wants to sign in. */
export const markSigningIn = (storage: () => KeyValueStorage): void => removeStored(storage, signedOutKey);
/** Stores the `state` of the redirect to the provider that is about to start. */
export function markAttempt(storage: () => KeyValueStorage, authorizeUrl: string): void {
  writeStored(storage, attemptKey, new URL(authorizeUrl).searchParams.get('state') ?? '');
}
/** The `state` of the last redirect to the provider, or null. */
export const attemptedState = (storage: () => KeyValueStorage): string | null => readStored(storage, attemptKey);
/** Stores that the user has signed in. */
export function markSignedIn(storage: () => KeyValueStorage): void {
  for (const key of [signedOutKey, redirectedKey('loaded'), attemptKey]) removeStored(storage, key);
}
