import { identityOf } from '../auth/identity.ts';
import { KeyringError } from '../auth/keyring.ts';
import { DamagedSessionError, noKeyring, type Secrets, type StoredSession } from '../auth/session.ts';
import type { SessionStore } from '../auth/session-store.ts';
import type { Approved } from '../auth/sign-in.ts';
import type { SignInSettings } from '../auth/sign-in-settings.ts';
import type { TokenStore } from '../config/setting-keys.ts';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

const problemOf = (error: unknown): string => (error instanceof KeyringError ? error.message : 'failed');

/** Where a sign-in will be stored. Decided before the user signs in. */
export type Place = {
  readonly keptIn: 'keyring' | 'file';
  /** Why it is not the keyring, printed once; null if that was the user's choice. */
  readonly notice: string | null;
};

export async function choosePlace(context: Context, wanted: Exclude<TokenStore, 'none'> | null): Promise<Place> {
  if (wanted === 'file') return { keptIn: 'file', notice: null };
  const keyring = (await context.desktop())?.keyring ?? null;
  let why = 'cannot be reached';
  if (keyring !== null) {
    try {
      await keyring.get('probe');
      return { keptIn: 'keyring', notice: null };
    } catch (error) {
      why = problemOf(error);
    }
  }
  if (wanted === 'keyring') {
    throw new CliError(
      `The keyring of this system ${why}.`,
      exitCode.denied,
      'Unlock it, and then sign in again, or use a file: trimtab login --token-store file',
    );
  }
  return { keptIn: 'file', notice: noKeyring(why) };
}

/** Fails before the user signs in if the sign-in could not be stored afterwards. */
export function checkStore(store: SessionStore, api: string): void {
  store.prepare();
  try {
    store.find(api, { issuer: null, clientId: null, audience: null });
  } catch (error) {
    // A damaged file is replaced after the sign-in. A file that others can access is an error.
    if (!(error instanceof DamagedSessionError)) throw error;
  }
}

/** Stores a sign-in; in a file if the keyring fails after all. */
export async function storeSignIn(
  context: Context,
  store: SessionStore,
  settings: SignInSettings,
  { tokens, provider }: Approved,
  { keptIn, notice }: Place,
): Promise<{ session: StoredSession; notices: string[] }> {
  const now = context.now();
  const secrets: Secrets = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const session: StoredSession = {
    api: context.api,
    issuer: provider.issuer,
    clientId: settings.clientId,
    audience: settings.audience,
    identity: identityOf(tokens.idToken),
    keptIn,
    signedInAt: now,
    expiresAt: now + tokens.expiresInSeconds * 1_000,
  };
  const notices = [...store.removeDamaged(context.api), ...(notice === null ? [] : [notice])];
  const { session: stored, keyringProblem } = await store.save(session, secrets);
  return { session: stored, notices: keyringProblem === null ? notices : [...notices, noKeyring(keyringProblem)] };
}
