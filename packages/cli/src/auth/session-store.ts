import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { preparePrivateFolder, readPrivate, removePrivate, writePrivate } from '../config/private-file.ts';
import { systemCode } from '../config/system-code.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { isSameIssuer } from './issuer.ts';
import { type Keyring, KeyringError } from './keyring.ts';
import {
  DamagedSessionError,
  nameOfSession,
  parseSession,
  prefixOf,
  printSession,
  readSecrets,
  type Secrets,
  type SessionKey,
  type StoredSession,
} from './session.ts';
import type { NamedSettings } from './sign-in-settings.ts';

export class LockedKeyringError extends CliError {
  override name = 'LockedKeyringError';
}

const suffix = '.json';

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw new CliError(`${folder} cannot be read (${systemCode(error) ?? 'unknown'}).`, exitCode.denied);
  }
}

/** Null matches anything. */
const matches = (session: StoredSession, { issuer, clientId, audience }: NamedSettings): boolean =>
  (issuer === null || isSameIssuer(session.issuer, issuer)) &&
  (clientId === null || session.clientId === clientId) &&
  (audience === null || session.audience === audience);

/** Stores each sign-in in a file, and its secrets in the same file or in the keyring. */
export function openSessionStore(directory: string, keyring: () => Promise<Keyring | null>) {
  const folder = join(directory, 'sessions');
  const pathsOf = (api: string) =>
    namesIn(folder)
      .filter((name) => name.startsWith(prefixOf(api)) && name.endsWith(suffix))
      .map((name) => join(folder, name));
  const pathOf = (key: SessionKey) => join(folder, `${nameOfSession(key)}${suffix}`);

  const load = (path: string, api: string) => {
    const text = readPrivate(path);
    if (text === null) return null;
    const read = parseSession(path, text);
    // The file was moved or forged, so its token does not belong to this API.
    if (read.session.api !== api || pathOf(read.session) !== path) throw new DamagedSessionError(path, 'is misplaced');
    return read;
  };

  /** Returns false if the keyring failed, which it also does if it has no such entry. */
  const removeFromKeyring = async (name: string): Promise<boolean> => {
    try {
      await (await keyring())?.remove(name);
      return true;
    } catch {
      return false;
    }
  };

  const secretsOf = async (session: StoredSession): Promise<Secrets> => {
    if (session.keptIn === 'file') {
      const secrets = load(pathOf(session), session.api)?.secrets ?? null;
      if (secrets !== null) return secrets;
      throw new CliError(
        'Another command has signed you out meanwhile.',
        exitCode.denied,
        'Sign in again: trimtab login',
      );
    }
    try {
      const secrets = readSecrets(JSON.parse((await (await keyring())?.get(nameOfSession(session))) ?? 'null'));
      if (secrets !== null) return secrets;
    } catch {
      throw new LockedKeyringError(
        'The keyring with your sign-in is locked or does not answer.',
        exitCode.denied,
        'Unlock it, or store the token in a file: trimtab login --token-store file',
      );
    }
    throw new CliError('Your sign-in is no longer in the keyring.', exitCode.denied, 'Sign in again: trimtab login');
  };

  /** Stores a text in the keyring. Returns the reason if the keyring refuses it, otherwise null. */
  const putInKeyring = async (name: string, text: string): Promise<string | null> => {
    try {
      await (await keyring())?.set(name, text);
      return null;
    } catch (error) {
      if (error instanceof KeyringError) return error.message;
      throw error;
    }
  };

  return {
    pathOf,
    lockOf: (key: SessionKey) => join(folder, `${nameOfSession(key)}.lock`),
    /** The newest matching sign-in for this API. */
    find: (api: string, filter: NamedSettings): StoredSession | null => {
      const found = pathsOf(api).flatMap((path) => load(path, api)?.session ?? []);
      const [newest = null] = found
        .filter((session) => matches(session, filter))
        .toSorted((a, b) => b.signedInAt - a.signedInAt);
      return newest;
    },
    /** The current state of this sign-in. */
    get: (key: SessionKey): StoredSession | null => load(pathOf(key), key.api)?.session ?? null,
    secretsOf,
    /** Fails if a sign-in could not be stored, so that the user learns this before signing in. */
    prepare: (): void => {
      preparePrivateFolder(folder);
      const probe = join(folder, `probe-${process.pid}`);
      // The probe is as large as a sign-in, to detect a full disk.
      writePrivate(probe, ' '.repeat(8_192));
      removePrivate(probe);
    },
    /**
     * Stores a sign-in; in a file if the keyring fails, because the provider may no longer accept the earlier tokens.
     * `keyringProblem`: why the keyring failed; null if it did not.
     */
    save: async (
      session: StoredSession,
      secrets: Secrets,
    ): Promise<{ session: StoredSession; keyringProblem: string | null }> => {
      preparePrivateFolder(folder);
      const keyringProblem =
        session.keptIn === 'keyring' ? await putInKeyring(nameOfSession(session), JSON.stringify(secrets)) : null;
      const stored: StoredSession = keyringProblem === null ? session : { ...session, keptIn: 'file' };
      writePrivate(pathOf(stored), printSession(stored, secrets));
      // The keyring still has the earlier secrets.
      if (keyringProblem !== null) await removeFromKeyring(nameOfSession(session));
      return { session: stored, keyringProblem };
    },
    /** The readable sign-ins for this API, for signing out. Unreadable ones are skipped. */
    readable: (api: string): StoredSession[] =>
      pathsOf(api).flatMap((path) => {
        try {
          return load(path, api)?.session ?? [];
        } catch {
          return [];
        }
      }),
    /** Removes damaged files of this API and returns one sentence for each. */
    removeDamaged: (api: string): string[] =>
      pathsOf(api).flatMap((path) => {
        try {
          load(path, api);
          return [];
        } catch (error) {
          if (!(error instanceof DamagedSessionError)) throw error;
          removePrivate(path);
          return [`${error.message} It was removed.`];
        }
      }),
    /** Removes a sign-in that the provider has ended. Secrets that stay in the keyring are not used without the file. */
    remove: async (key: SessionKey): Promise<void> => {
      removePrivate(pathOf(key));
      await removeFromKeyring(nameOfSession(key));
    },
    /**
     * Removes every sign-in for this API, readable or not. Returns the number of removed files, and the paths of those
     * whose entry in the keyring, if they have one, was not removed.
     */
    removeAll: async (api: string): Promise<{ removed: number; leftInKeyring: Set<string> }> => {
      let removed = 0;
      const leftInKeyring = new Set<string>();
      for (const path of pathsOf(api)) {
        if (removePrivate(path)) removed += 1;
        if (!(await removeFromKeyring(path.slice(folder.length + 1, -suffix.length)))) leftInKeyring.add(path);
      }
      return { removed, leftInKeyring };
    },
  };
}

export type SessionStore = ReturnType<typeof openSessionStore>;
