import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import type { Identity } from './identity.ts';

/** Whom a sign-in was made with, and for which API: a token of one is never sent for another. */
export type SessionKey = {
  /** The whole base address: two APIs behind one host are two. */
  readonly api: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string | null;
};

export type Secrets = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

/** A sign-in without its secrets. */
export type Session = SessionKey & {
  readonly identity: Identity;
  readonly keptIn: 'keyring' | 'file';
  readonly signedInAt: number;
  readonly expiresAt: number;
};

/** A file that does not hold a sign-in that this version can use: cut off, empty, or newer. */
export class DamagedSessionError extends CliError {
  override name = 'DamagedSessionError';

  constructor(path: string, why: string) {
    super(`${path} ${why}.`, exitCode.denied, 'Sign in again: trimtab login');
  }
}

const fileVersion = 1;

/** Loads what it needs when it is called: it takes milliseconds, and where nobody signed in there is no name to make. */
const digest = (parts: readonly (string | null)[]): string =>
  process.getBuiltinModule('node:crypto').hash('sha256', JSON.stringify(parts)).slice(0, 24);

/** What the names of the sign-ins of one API begin with. */
export const prefixOf = (api: string): string => `${digest([api])}-`;

/** The name of a sign-in: in the folder of sessions and in the keyring. It tells nothing about what is inside. */
export const nameOfSession = ({ api, issuer, clientId, audience }: SessionKey): string =>
  `${prefixOf(api)}${digest([issuer, clientId, audience])}`;

/** What the file says; with the secrets only when they are kept in it. */
export function printSession(session: Session, secrets: Secrets): string {
  const kept = session.keptIn === 'file' ? { ...session, secrets } : session;
  return `${JSON.stringify({ version: fileVersion, ...kept })}\n`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function readSecrets(value: unknown): Secrets | null {
  if (!isRecord(value) || typeof value['accessToken'] !== 'string') return null;
  return { accessToken: value['accessToken'], refreshToken: textOrNull(value['refreshToken']) };
}

function parsed(path: string, text: string): Record<string, unknown> {
  if (text === '') throw new DamagedSessionError(path, 'is empty');
  try {
    const read: unknown = JSON.parse(text);
    if (isRecord(read)) return read;
  } catch {
    // Said below, without any of the text: it may hold a token.
  }
  throw new DamagedSessionError(path, 'is damaged');
}

/** @throws DamagedSessionError with what to do about it */
export function parseSession(path: string, text: string): { session: Session; secrets: Secrets | null } {
  const read = parsed(path, text);
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
