import { isRecord } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { parseRecord } from '../json.ts';
import type { Identity } from './identity.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** What a sign-in is valid for. Its token is never sent to another API. */
export type SessionKey = SignInSettings & {
  /** The base address with its path, because one host may serve several APIs. */
  readonly api: string;
};

export type Secrets = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

/** A sign-in without its secrets. */
export type StoredSession = SessionKey & {
  readonly identity: Identity;
  readonly keptIn: 'keyring' | 'file';
  readonly signedInAt: number;
  readonly expiresAt: number;
};

/** A session file that this version cannot use: truncated, empty or written by a newer version. */
export class DamagedSessionError extends CliError {
  override name = 'DamagedSessionError';

  constructor(path: string, why: string) {
    super(`${path} ${why}.`, exitCode.denied, 'Sign in again: trimtab login');
  }
}

const fileVersion = 1;

/** Loads node:crypto, which takes milliseconds, only when a session name is needed. */
const digest = (parts: readonly (string | null)[]): string =>
  process.getBuiltinModule('node:crypto').hash('sha256', JSON.stringify(parts)).slice(0, 24);

/** The common prefix of the session names of one API. */
export const prefixOf = (api: string): string => `${digest([api])}-`;

/** The name of a session file and keyring entry: hashes, so that it reveals no addresses. */
export const nameOfSession = ({ api, issuer, clientId, audience }: SessionKey): string =>
  `${prefixOf(api)}${digest([issuer, clientId, audience])}`;

/** The content of a session file. It contains the secrets only if they are not in the keyring. */
export function printSession(session: StoredSession, secrets: Secrets): string {
  const kept = session.keptIn === 'file' ? { ...session, secrets } : session;
  return `${JSON.stringify({ version: fileVersion, ...kept })}\n`;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function readSecrets(value: unknown): Secrets | null {
  if (!isRecord(value) || typeof value['accessToken'] !== 'string') return null;
  return { accessToken: value['accessToken'], refreshToken: textOrNull(value['refreshToken']) };
}

/** @throws DamagedSessionError */
export function parseSession(path: string, text: string): { session: StoredSession; secrets: Secrets | null } {
  if (text === '') throw new DamagedSessionError(path, 'is empty');
  const read = parseRecord(text);
  // The message contains none of the text, which may hold a token.
  if (read === null) throw new DamagedSessionError(path, 'is damaged');
  const { version, api, issuer, clientId, audience, identity, keptIn, signedInAt, expiresAt } = read;
  if (typeof version === 'number' && version > fileVersion) {
    throw new DamagedSessionError(path, 'was written by a newer trimtab');
  }
  const isWhole =
    version === fileVersion &&
    typeof api === 'string' &&
    typeof issuer === 'string' &&
    typeof clientId === 'string' &&
    (keptIn === 'file' || keptIn === 'keyring') &&
    typeof signedInAt === 'number' &&
    typeof expiresAt === 'number' &&
    isRecord(identity);
  if (!isWhole) throw new DamagedSessionError(path, 'is damaged');
  const secrets = readSecrets(read['secrets']);
  if (keptIn === 'file' && secrets === null) throw new DamagedSessionError(path, 'is damaged');
  const { subject, name, email } = identity;
  const known = { subject: textOrNull(subject), name: textOrNull(name), email: textOrNull(email) };
  const key = { api, issuer, clientId, audience: textOrNull(audience) };
  return { session: { ...key, identity: known, keptIn, signedInAt, expiresAt }, secrets };
}

/** The notice that a token is not in the keyring, with the reason. */
export const noKeyring = (why: string): string =>
  `The keyring of this system ${why}, so the token is stored in a file that only you can read.`;
