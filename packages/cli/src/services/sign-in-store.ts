import { identityOf } from '../auth/identity.ts';
import { KeyringError } from '../auth/keyring.ts';
import { DamagedSessionError, type Secrets, type Session } from '../auth/session.ts';
import type { SessionStore } from '../auth/session-store.ts';
import type { Approved } from '../auth/sign-in.ts';
import type { SignInSettings } from '../auth/sign-in-settings.ts';
import type { TokenStore } from '../config/setting-keys.ts';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

const whyNot = (error: unknown): string => (error instanceof KeyringError ? error.message : 'failed');

/** Where a sign-in will be kept, found out before anybody is asked; with why it is not the keyring, where it could be. */
export type Place = {
  readonly keptIn: 'keyring' | 'file';
  /** What is said once; null: nothing. */
  readonly notice: string | null;
};

const noKeyring = (why: string): string =>
  `The keyring of this system ${why}, so the token is kept in a file that only you can read.`;

export async function choosePlace(context: Context, wanted: Exclude<TokenStore, 'none'> | null): Promise<Place> {
  if (wanted === 'file') return { keptIn: 'file', notice: null };
  const keyring = (await context.desktop())?.keyring ?? null;
  let why = 'cannot be reached';
  if (keyring !== null) {
    try {
      await keyring.get('probe');
      return { keptIn: 'keyring', notice: null };
    } catch (error) {
      why = whyNot(error);
    }
  }
  if (wanted === 'keyring') {
    throw new CliError(
      `The keyring of this system ${why}.`,
      exitCode.denied,
      'Use a file: trimtab login --token-store file',
    );
  }
  return { keptIn: 'file', notice: noKeyring(why) };
}

/** Finds out before the sign-in what would stop it from being kept; answers what is to be said of files in its place. */
export function checkStore(store: SessionStore, api: string): void {
  store.prepare();
  try {
    store.find(api, { issuer: null, clientId: null, audience: null });
  } catch (error) {
    // What is damaged is replaced afterwards, with a word; what others could have touched is not.
    if (!(error instanceof DamagedSessionError)) throw error;
  }
}

export type KeptSignIn = {
  readonly session: Session;
  readonly notices: readonly string[];
};

/** Keeps a sign-in; in the file after all when the keyring will not take it. */
export async function keepSignIn(
  context: Context,
  store: SessionStore,
  settings: SignInSettings,
  { tokens, provider }: Approved,
  { keptIn, notice }: Place,
): Promise<KeptSignIn> {
  const now = context.now();
  const secrets: Secrets = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const session: Session = {
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
  try {
    await store.save(session, secrets);
    return { session, notices };
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error;
    const inFile: Session = { ...session, keptIn: 'file' };
    await store.save(inFile, secrets);
    return { session: inFile, notices: [...notices, noKeyring(error.message)] };
  }
}
