import { type KeyValueStorage, readStored, removeStored, writeStored } from '../../browser/storage.ts';

/** Between two redirects that nobody asked for (H2): what fails at once must not be tried for ever. */
export const redirectIntervalMs = 30_000;

/**
 * Why the page leaves: it was `loaded` without a session, which a sign-in that succeeds settles, so that loading it again
 * asks nobody; or the API `refused` what a sign-in brought, which another one need not settle.
 */
export type RedirectReason = 'loaded' | 'refused';

const leftKey = (reason: RedirectReason) => `trimtab.sign-in-left.${reason}`;
const signedOutKey = 'trimtab.signed-out';

/**
 * Whether the page may leave for the sign-in by itself; where it may, that is remembered. Where nothing can be remembered
 * it may not, and neither just after somebody has signed out.
 */
export function mayRedirect(storage: () => KeyValueStorage, now: number, reason: RedirectReason): boolean {
  if (isSignedOut(storage)) return false;
  const left = readStored(storage, leftKey(reason));
  const since = now - Number(left);
  if (left !== null && since >= 0 && since < redirectIntervalMs) return false;
  return writeStored(storage, leftKey(reason), String(now));
}

/** Whether somebody has signed out in this tab, and not in again. */
export const isSignedOut = (storage: () => KeyValueStorage): boolean => readStored(storage, signedOutKey) !== null;
/** Notes that somebody signs out. */
export const markSignedOut = (storage: () => KeyValueStorage): boolean => writeStored(storage, signedOutKey, 'yes');
/** Notes that somebody wants to sign in. */
export const markSigningIn = (storage: () => KeyValueStorage): void => removeStored(storage, signedOutKey);
/** Notes that somebody has signed in. */
export function markSignedIn(storage: () => KeyValueStorage): void {
  removeStored(storage, signedOutKey);
  removeStored(storage, leftKey('loaded'));
}
